// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Creating a task: its block, its data, its entry in the dependence graph, and when it runs.
#include "core/task/create/create.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "core/icv/icv.h"
#include "core/task/create/copy_bytes.h"
#include "core/task/create/fill_header.h"
#include "core/task/create/reserved.h"
#include "core/task/create/taskloop.h"
#include "core/task/depend/dependence.h"
#include "core/task/detach/detach.h"
#include "core/task/policy.h"
#include "core/task/queue/predecessor.h"
#include "core/task/queue/ready.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/ancestry.h"
#include "core/task/run/discard.h"
#include "core/task/run/finish.h"
#include "core/task/run/run.h"
#include "core/task/run/wait.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

constexpr size_t kBlockAlign = alignof(Task);

size_t round_up(size_t value, size_t align) {
  return (value + align - 1) & ~(align - 1);
}

// What lies behind a task's header: room for edges of the graph, then the data.
size_t edge_room(const TaskSpec& spec) {
  return spec.dependence_count < policy::kMostEdgesInBlock ? spec.dependence_count
                                                           : policy::kMostEdgesInBlock;
}

size_t data_offset(const TaskSpec& spec) {
  return spec.dependence_count == 0 ? 0 : round_up(edge_room(spec) * sizeof(Edge), kBlockAlign);
}

bool data_lies_apart(const TaskSpec& spec) {
  constexpr size_t kMost = TaskMemory::kLargestPayload - policy::kMostEdgesInBlock * sizeof(Edge);
  return spec.data_size > kMost || spec.data_align > kBlockAlign;
}

void* allocate_apart(const TaskSpec& spec) {
  size_t align = spec.data_align > kBlockAlign ? spec.data_align : kBlockAlign;
  void* data = aligned_alloc(align, round_up(spec.data_size, align));
  if (data == nullptr) base::fatal("out of memory for the data of a task (%zu bytes)", spec.data_size);
  return data;
}

int32_t usable_priority(int32_t priority) {
  int64_t limit = global_icvs().max_task_priority;
  return priority > limit ? static_cast<int32_t>(limit) : priority;
}

// Stores the event's handle in the program's variable and in the data, before the data is copied.
void hand_out_event(Task& task, const TaskSpec& spec) {
  if (spec.event == nullptr) return;
  *spec.event = &task;
  *static_cast<void**>(spec.data) = &task;
}

[[gnu::always_inline]] inline void place_data(Task& task, const TaskSpec& spec) {
  if (data_lies_apart(spec)) [[unlikely]] {
    task.large_data = allocate_apart(spec);
    task.data = task.large_data;
  } else {
    task.data = reinterpret_cast<char*>(&task + 1) + data_offset(spec);
  }
  LIMPID_DCHECK(reinterpret_cast<uintptr_t>(task.data) % spec.data_align == 0);
  if (spec.copy != nullptr) {
    spec.copy(task.data, spec.data);
    task.constructed = true;
  } else if (spec.data_size != 0) {
    copy_bytes(task.data, spec.data, spec.data_size);
  }
}

// No task that the dependences could name is incomplete, so the task need not enter the graph or its table.
// With more than one thread the task itself may be incomplete when later tasks are created.
bool need_no_graph(Thread& self, const Task& parent, const TaskSpec& spec) {
  return self.team->size == 1 && !(spec.flags & kMayEndLater) && parent.family.children.left() == 0;
}

void leave_out_graph(TaskSpec& spec) {
  spec.met_count = spec.dependence_count;
  spec.dependence_count = 0;
}

// Emits the task's creation and the dependences that order nothing.
template <class A>
[[gnu::always_inline]] inline void emit_task(Thread& self, Task& parent, Task& task, const TaskSpec& spec) {
  if constexpr (!A::kEmits) return;
  events::emit<events::TaskCreate>(self, parent, task, (spec.dependence_count | spec.met_count) != 0,
                                   task.created_at);
  if (spec.met_count != 0) events::emit<events::Dependences>(self, task, spec.dependences, spec.met_count);
}

// How and when the task will run.
struct Plan {
  bool undeferred;    // the creator waits for its body: if(0), final, included
  bool at_once;       // its body runs before the creator goes on
  bool ends_at_once;  // it is complete before the creator goes on; false with kMayEndLater
  bool lends_data;    // the body gets the creator's data, which outlives it

  uint32_t shown_flag() const { return undeferred || ends_at_once ? uint32_t{kTaskUndeferred} : 0; }
};

[[gnu::always_inline]] inline Plan plan_for(Thread& self, const Task& parent, const TaskSpec& spec) {
  Plan plan;
  plan.undeferred = !spec.deferrable || parent.is(kTaskFinal);
  plan.at_once =
      plan.undeferred || self.team->size == 1 || (spec.priority == 0 && !self.member->tasks.ready.has_room());
  const bool runs_here = plan.undeferred || (plan.at_once && spec.dependence_count == 0);
  plan.ends_at_once = runs_here && !(spec.flags & kMayEndLater);
  plan.lends_data = runs_here && spec.copy == nullptr;
  return plan;
}

// Where edges of the graph lie.
struct EdgeRoom {
  Edge* edges;
  size_t count;
};

template <class A>
[[gnu::always_inline]] inline Task& make_task(Thread& self, Task& parent, const TaskSpec& spec,
                                              const Plan& plan) {
  const size_t data_behind = plan.lends_data || data_lies_apart(spec) ? 0 : spec.data_size;
  Task& task = *self.memory.allocate(data_offset(spec) + data_behind);
  LIMPID_DCHECK(TaskMemory::payload_of(task) >= data_offset(spec) + data_behind);
  uint32_t flags = spec.flags | (parent.flags & kTaskFinal);
  fill_header(self, parent, task, spec.body, spec.data_size, flags | plan.shown_flag(), spec.kind);
  if (spec.priority != 0) task.priority = usable_priority(spec.priority);
  if (spec.dependence_count != 0 || (flags & kTaskDetachable))
    task.graph.progress.store(0, std::memory_order_relaxed);
  if (flags & kTaskDetachable) [[unlikely]]
    hand_out_event(task, spec);
  emit_task<A>(self, parent, task, spec);
  if (plan.lends_data) {
    task.data = spec.data;
  } else {
    place_data(task, spec);
  }
  if (spec.variable != nullptr) {
    set_bounds(task.data, bounds_of(*spec.variable, *spec.chunk));
    if (spec.flags & kTaskChunk) [[unlikely]]
      note_chunk(task, *spec.chunk);
  }
  return task;
}

EdgeRoom room_before_data(Task& task, const TaskSpec& spec) {
  return {reinterpret_cast<Edge*>(&task + 1), edge_room(spec)};
}

// In a reserved block: the rest of its size class.
EdgeRoom room_behind_data(Task& task) {
  const size_t begin = task.large_data != nullptr ? 0 : round_up(task.data_bytes, alignof(Edge));
  LIMPID_DCHECK(begin <= TaskMemory::payload_of(task));
  char* payload = reinterpret_cast<char*>(&task + 1);
  return {reinterpret_cast<Edge*>(payload + begin), (TaskMemory::payload_of(task) - begin) / sizeof(Edge)};
}

// Runs only predecessors: other tasks would delay the creator.
struct ReadyGoal {
  Task& task;
  Task* constraint(Thread& self) const { return self.task; }
  Task* find_help(Thread& self, Task&) const { return find_predecessor(self, task); }
  Task* find_hidden_help(Thread&, Task&) const { return nullptr; }
  bool help_is_visible(Thread& self, Task&) const { return self.team->tasks.shared.has({nullptr, &task}); }
  bool reached() const { return task.graph.unmet.load(std::memory_order_acquire) == 0; }  // [graph.unmet]
  void begin_sleep() {}
  bool reached_in_sleep() const { return reached(); }
  void end_sleep() {}
};

[[gnu::noinline]] void await_predecessors(Thread& self, Task& task) {
  WaitScope wait(self, NoWaitEvents(State::wait_taskwait), 0);
  ReadyGoal goal{task};
  help_until(self, goal, wait);
}

// The creator waits for the task's predecessors. The thread that finishes the last of them wakes the creator,
// which then runs the task itself.
template <class A>
void enter_graph_and_wait(Thread& self, Task& task, const TaskSpec& spec, const EdgeRoom& room) {
  if (task.is(kTaskDetachable)) [[unlikely]]  // its event may be fulfilled already
    task.graph.progress.fetch_or(kCreatorWaits, std::memory_order_relaxed);
  else
    task.graph.progress.store(kCreatorWaits, std::memory_order_relaxed);
  if (!enter_graph<A>(self, task, spec, room.edges, room.count)) await_predecessors(self, task);
  LIMPID_DCHECK(task.graph.unmet.load(std::memory_order_relaxed) == 0);
}

// A task whose body ends before the creator goes on. The creator waits for the body only (5.1, 1.2.5,
// "undeferred task"): a task with an event may be complete later, and is counted like a deferred one.
template <class A>
void run_undeferred(Thread& self, Task& task, const TaskSpec& spec, const EdgeRoom& room) {
  if (task.is(kTaskDetachable)) [[unlikely]] {
    count_task(self, task);
    note_tasks_used(*self.team);
  }
  if (spec.dependence_count != 0) enter_graph_and_wait<A>(self, task, spec, room);
  run_task<A>(self, task, events::TaskSwitch::other);
}

// The creator of many tasks with dependences runs some before it creates more: the graph would grow without bound
// where tasks take longer than their creation, and with it the memory of the program. The end of a task's generation
// is a task scheduling point (5.1, 2.12.6). It never waits: if no child is ready, more children may make some ready.
[[gnu::noinline]] void work_off(Thread& self, Task& parent) {
  const int64_t most = int64_t{policy::kMostUnfinished} * self.team->size;
  while (parent.family.children.left() > most) {
    Task* task = find_descendant(self, parent);
    if (task == nullptr) break;
    run_task(self, *task, events::TaskSwitch::other);
  }
  report_completions(self);
}

// A function of its own, so that a task without dependences saves no registers for it.
[[gnu::noinline]] void keep_graph_small(Thread& self) {
  if (!policy::enabled(policy::work_off)) return;
  Task& parent = *self.task;
  if (parent.family.children.seen_above(int64_t{policy::kMostUnfinished} * self.team->size)) [[unlikely]]
    work_off(self, parent);
}

template <class A>
[[gnu::always_inline]] inline void start_deferred(Thread& self, Task& task, const TaskSpec& spec,
                                                  const Plan& plan, const EdgeRoom& room) {
  count_task(self, task);
  note_tasks_used(*self.team);
  const bool is_ready =
      spec.dependence_count == 0 || enter_graph<A>(self, task, spec, room.edges, room.count);
  if (is_ready && plan.at_once) {
    run_task<A>(self, task, events::TaskSwitch::other);
  } else if (is_ready) {
    push_ready(self, task);
  }
  if (spec.dependence_count != 0) keep_graph_small(self);
}

// In a cancelled region or taskgroup no task starts, so the data is not copied.
[[gnu::cold, gnu::noinline]] void discard_new_task(Thread& self, Task& parent, const TaskSpec& spec) {
  TaskSpec empty;
  empty.flags = spec.flags & ~kTaskDetachable;
  empty.kind = spec.kind;
  const Plan plan = plan_for(self, parent, spec);
  Task& task = make_task<events::Observed>(self, parent, empty, plan);
  if (spec.flags & kTaskDetachable) hand_out_event(task, spec);
  discard_task(self, task);
}

}  // namespace

template <class A>
void create_task(Thread& self, const TaskSpec& spec) {
  Task& parent = *self.task;
  if (spec.dependence_count != 0 && need_no_graph(self, parent, spec)) {
    TaskSpec free = spec;
    leave_out_graph(free);
    create_task<A>(self, free);
    return;
  }
  if (is_cancelled(parent)) [[unlikely]] {
    discard_new_task(self, parent, spec);
    return;
  }
  const Plan plan = plan_for(self, parent, spec);
  Task& task = make_task<A>(self, parent, spec, plan);
  const EdgeRoom room = room_before_data(task, spec);
  if (plan.undeferred || plan.ends_at_once) {
    run_undeferred<A>(self, task, spec, room);
  } else {
    start_deferred<A>(self, task, spec, plan, room);
  }
}

template <class A>
void emit_creation(Thread& self, Task& parent, Task& task, uint32_t flags, const TaskSpec& spec) {
  const bool constructed = task.constructed;
  fill_header(self, parent, task, task.body, task.data_bytes, flags, task.kind);
  task.constructed = constructed;
  emit_task<A>(self, parent, task, spec);
}

template <class A>
void submit_task(Thread& self, Task& task, TaskSpec& spec) {
  Task& parent = *self.task;
  spec.flags = task.flags | (parent.flags & kTaskFinal);
  if (spec.dependence_count != 0 && need_no_graph(self, parent, spec)) leave_out_graph(spec);
  Plan plan = plan_for(self, parent, spec);
  // Its work runs on a device: start it now, so that the device begins early.
  if ((spec.flags & kTaskLaunches) != 0 && spec.priority == 0) [[unlikely]]
    plan.at_once = true;
  const bool has_dependences = spec.dependence_count != 0;
  emit_creation<A>(self, parent, task, spec.flags | plan.shown_flag(), spec);
  if (is_cancelled(parent) && can_be_discarded(task)) [[unlikely]] {
    discard_task(self, task);
    return;
  }
  if (spec.priority != 0) task.priority = usable_priority(spec.priority);
  if (has_dependences && !(spec.flags & kTaskDetachable))
    task.graph.progress.store(0, std::memory_order_relaxed);
  const EdgeRoom room = has_dependences ? room_behind_data(task) : EdgeRoom{};
  if (plan.undeferred || plan.ends_at_once) {
    run_undeferred<A>(self, task, spec, room);
  } else {
    start_deferred<A>(self, task, spec, plan, room);
  }
}

// Tools observe the construct as a task that completes without being scheduled, and not as a synchronization
// region (5.1, 2.19.5: those events are for taskwait without depend).
template <class A>
void await_dependences(Thread& self, const events::Dependence* dependences, uint32_t count) {
  TaskSpec spec;
  spec.flags = kTaskTaskwait;
  spec.deferrable = false;
  spec.dependences = dependences;
  spec.dependence_count = count;
  if (self.task->family.children.left() == 0) leave_out_graph(spec);
  Task& task = make_task<A>(self, *self.task, spec, plan_for(self, *self.task, spec));
  if (spec.dependence_count != 0) enter_graph_and_wait<A>(self, task, spec, room_before_data(task, spec));
  events::emit_as<A, events::TaskSchedule>(self, task, events::TaskSwitch::taskwait_complete, nullptr);
  finish_task(self, task, Completion::slot);
}

template void create_task<events::Observed>(Thread&, const TaskSpec&);
template void create_task<events::Unobserved>(Thread&, const TaskSpec&);
template void emit_creation<events::Observed>(Thread&, Task&, Task&, uint32_t, const TaskSpec&);
template void emit_creation<events::Unobserved>(Thread&, Task&, Task&, uint32_t, const TaskSpec&);
template void submit_task<events::Observed>(Thread&, Task&, TaskSpec&);
template void submit_task<events::Unobserved>(Thread&, Task&, TaskSpec&);
template void await_dependences<events::Observed>(Thread&, const events::Dependence*, uint32_t);
template void await_dependences<events::Unobserved>(Thread&, const events::Dependence*, uint32_t);

}  // namespace limpid::core
