// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "rule_catalogue.h"

#include <string.h>

namespace limpid::check {

const Rule kRules[] = {
    // Start, registration, end
    {"registration", "callbacks of table 4.2 are registered as always, all others at least without an error"},
    {"registration.get",
     "ompt_get_callback answers the callback that was registered, and 0 if there is none"},
    {"registration.never", "an event that was registered as never or impossible does not come"},
    {"tool.finalized", "no event comes after the tool's finalizer was called"},
    {"endpoint", "the endpoint of an event is one that its callback may have"},
    {"nesting", "what was begun last ends first, and everything ends"},

    // Data words
    {"data.null", "an event names the objects that it is about"},
    {"data.fresh", "the data word of a new thread, region or task is 0"},
    {"data.task", "a task's data word keeps what the tool wrote into it, from begin to end"},
    {"data.parallel", "a region's data word keeps what the tool wrote into it, from begin to end"},
    {"data.thread", "thread_end has the data word of thread_begin"},
    {"data.target", "a target region's data word keeps what the tool wrote into it, from begin to end"},
    {"data.moved", "the data word of an object stays where it is"},

    // Addresses
    {"codeptr.null", "codeptr_ra says where in the program the construct is"},
    {"codeptr.nowhere", "codeptr_ra lies in a loaded object"},
    {"codeptr.runtime", "codeptr_ra is a return address in the program, not inside the runtime"},
    {"codeptr.pair", "begin and end of one construct have the same codeptr_ra"},
    {"frame.enter", "enter_frame of a task that entered the runtime is set"},

    // Threads
    {"thread.first", "thread_begin is a thread's first event, and comes once"},
    {"thread.last", "thread_end is a thread's last event, outside of all tasks"},
    {"thread.end", "a thread that began ends before the tool does"},
    {"thread.type", "the type of a thread is initial, worker or other"},

    // Regions and implicit tasks
    {"parallel.flags", "flags name one invoker and either a team or a league, the same at both ends"},
    {"parallel.requested", "requested_parallelism is at least 1"},
    {"parallel.current", "parallel_data is that of the current region"},
    {"parallel.members", "as many implicit tasks begin as actual_parallelism says"},
    {"parallel.tasks", "all explicit tasks of a region are complete when it ends"},
    {"parallel.end", "a region ends once, by the task that began it"},
    {"implicit_task.flags",
     "the flags say initial or implicit, as the region demands, the same at both ends"},
    {"implicit_task.index", "index is below actual_parallelism, taken once, and the same at both ends"},
    {"implicit_task.parallelism", "all members of a team are told the same actual_parallelism"},
    {"implicit_task.initial", "actual_parallelism and index of an initial task outside of teams are 1"},
    {"implicit_task.late", "an implicit task begins before its region ends"},
    {"implicit_task.below",
     "an implicit task begins when the thread's task before has ended, or on top of the one "
     "that encountered the region"},
    {"implicit_task.thread", "an implicit task ends on the thread on which it began"},
    {"implicit_task.end", "every implicit task ends before the tool does"},
    {"implicit_task.end.parallel", "parallel_data is NULL at the end of an implicit or initial task"},
    {"implicit_task.end.parallelism", "actual_parallelism is 0 at the end of an implicit or initial task"},
    {"implicit_task.barrier", "an implicit task passes the barrier that ends its region before it ends"},
    {"region.barriers", "all members of a team pass the same number of barriers"},
    {"region.singles", "all members of a team meet the same number of single constructs"},
    {"region.loops", "all members of a team meet the same number of worksharing loops"},
    {"region.executors", "each single construct has one executor"},

    // Worksharing
    {"work.type", "wstype is a kind of work"},
    {"work.task", "worksharing binds to implicit tasks"},
    {"work.nested", "worksharing is not closely nested in worksharing"},
    {"work.count", "count is the same at both ends, and 1 for single and scope"},
    {"dispatch.kind", "the kind of a dispatch agrees with the construct around it"},
    {"dispatch.chunk", "instance.ptr of a chunk points to the chunk"},
    {"dispatch.range", "a chunk lies in the iteration space"},
    {"dispatch.all", "the chunks of a loop make up its iteration space"},
    {"dispatch.taskloop", "the chunks of a taskloop make up its iteration space"},

    // Synchronization
    {"sync.kind", "the kind of a synchronization is one of its enumeration"},
    {"sync.kind.deprecated", "the kind of a barrier says which barrier it is"},
    {"sync.end.parallel", "parallel_data is NULL at the end of the barrier that ends a parallel region"},
    {"sync.nested", "no synchronization begins inside a barrier of the same task"},
    {"sync.task", "a barrier is not in an explicit task"},
    {"sync.last", "the barrier that ends a region is the task's last synchronization"},
    {"barrier.in_work", "a barrier is not inside a worksharing region"},
    {"wait.outside", "sync_region_wait is inside the synchronization that waits"},
    {"wait.task", "a thread that waits runs no task"},
    {"taskwait.children", "all children are complete when a taskwait ends"},
    {"taskgroup.tasks", "all tasks of a taskgroup are complete when it ends"},
    {"reduction.kind", "reductions have the kind ompt_sync_region_reduction"},

    // Tasks
    {"task.current", "an event names the task that runs on the thread"},
    {"task.flags", "flags name one kind of task"},
    {"task.undeferred", "the creator of an undeferred task goes on when that is complete"},
    {"task.team", "a task runs on a thread of its team"},
    {"task.dependences", "a task with dependences has a dependences event, no other has"},
    {"task.order", "a task starts after the tasks, its siblings, on which it depends"},
    {"task.stack", "a task is resumed when what runs above it is complete"},
    {"task.next", "the next task is one that this thread may run now; NULL when there is no switch"},
    {"task.complete", "explicit tasks complete, implicit tasks end"},
    {"task.taskwait", "taskwait_complete is about a taskwait with dependences"},
    {"task.fulfill", "an event is fulfilled once, late_fulfill after the body"},
    {"task.status", "prior_task_status is one of its enumeration"},
    {"dependences.list", "a dependences event has a list"},
    {"dependences.type", "the type of a dependence is one of its enumeration"},
    {"dependences.ordered", "dependences of an ordered construct name the running task"},
    {"cancel.flags", "flags name a construct and one of activated, detected, discarded"},

    // Mutual exclusion
    {"mutex.kind", "the kind of a mutex event is one that the event may have"},
    {"mutex.wait_id", "a mutex event has a wait id"},
    {"mutex.acquire", "mutex_acquired comes after mutex_acquire for the same wait id"},
    {"mutex.owner", "who holds a mutex releases it, and does not acquire it again"},
    {"mutex.twice", "a task does not acquire what it holds"},
    {"lock.init", "lock_init comes before a lock's first use"},
    {"nest_lock.depth", "the last level of a nest lock is given back by mutex_released"},
    {"nest_lock.owner", "nest_lock events come while the lock is held"},

    // Devices
    {"device.first", "device_initialize comes before every other event of the device, and once"},
    {"device.type", "device_initialize says the type of the device"},
    {"device.load", "code is loaded with a size, and unloaded with the module_id it was loaded with"},
    {"target.kind", "the kind of a target event is one of its enumeration"},
    {"target.id", "a target region has an id, the same at both ends"},
    {"data_op.type", "optype is one of its enumeration"},
    {"data_op.id", "a data operation has the same host_op_id at both ends"},
    {"data_op.pair", "a data operation that begins ends"},
    {"data_op.target", "a data operation belongs to the target region around it"},
    {"submit.pair", "a submit that begins ends"},
    {"submit.target", "an initial task on a device is submitted inside a target region"},
    {"map.list", "a target_map event has lists of addresses, sizes and flags"},
    {"trace.entry", "the tracing interface of a device has all of its entry points, or is NULL"},
    {"trace.buffer", "a buffer is asked for with its place for the answer, and given back with its size"},
    {"trace.record",
     "a record of a trace has a known type, and a time that is not before the one of the record before"},

    // The program's own directives
    {"error.message", "an error event has its message"},

    // Inquiry
    {"entry.missing", "the lookup function knows every entry point of 4.6.1"},
    {"entry.unknown", "the lookup function answers NULL to a name that it does not know"},
    {"entry.states", "ompt_enumerate_states ends, and each state has a name"},
    {"entry.mutex_impls", "ompt_enumerate_mutex_impls ends, and each implementation has a name"},
    {"entry.num_procs", "ompt_get_num_procs answers what omp_get_num_procs answers"},
    {"entry.num_devices", "ompt_get_num_devices answers what omp_get_num_devices answers"},
    {"entry.num_places", "ompt_get_num_places answers what omp_get_num_places answers"},
    {"entry.place_procs",
     "ompt_get_place_proc_ids answers the number of processors, and fills only a list that is long "
     "enough"},
    {"entry.partition",
     "ompt_get_partition_place_nums answers the number of places, and fills only a list that is long "
     "enough"},
    {"entry.place_num", "ompt_get_place_num answers what omp_get_place_num answers"},
    {"entry.unique_id", "ompt_get_unique_id answers another number with every call"},
    {"entry.target_info", "ompt_get_target_info answers 1 inside a target region and 0 elsewhere"},
    {"inquiry.task", "ompt_get_task_info(0) tells the data of the task that runs"},
    {"inquiry.task.flags", "ompt_get_task_info(0) tells the kind of the task that runs"},
    {"inquiry.parallel", "ompt_get_parallel_info(0) tells data and size of the current region"},
    {"inquiry.thread", "ompt_get_thread_data answers the data word of thread_begin"},
    {"inquiry.state", "ompt_get_state in a wait tells no other wait"},
    {"inquiry.state.early", "ompt_get_state tells a wait from its begin to its end"},
    {"inquiry.signal",
     "every inquiry function gives possible answers to a signal handler, at any instruction"},
};

const size_t kRuleCount = sizeof kRules / sizeof kRules[0];

const char* statement_of(const char* rule) {
  for (const Rule& each : kRules) {
    if (strcmp(each.name, rule) == 0) return each.statement;
  }
  return "";
}

}  // namespace limpid::check
