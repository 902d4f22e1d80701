// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit tasks.
#include "faults.h"

namespace selftest {
namespace {

constexpr int kExplicit = ompt_task_explicit;

void run(Stream& s, ompt_data_t* task) {
  s.schedule(&s.implicit_, ompt_task_switch, task);
  s.schedule(task, ompt_task_complete, &s.implicit_);
}

void dependences(ompt_data_t* task, int type) {
  ompt_dependence_t one = {{0x10}, static_cast<ompt_dependence_type_t>(type)};
  call<ompt_callback_dependences_t>(ompt_callback_dependences, task, &one, 1);
}

// A task that is made, told about by `more`, and runs.
template <class Body>
void with_task(Stream& s, int flags, int has_dependences, Body more) {
  ompt_data_t task = ompt_data_none;
  s.create(&task, flags, has_dependences);
  more(&task);
  run(s, &task);
}

void group_ends_early(Stream& s) {
  ompt_data_t task = ompt_data_none;
  s.sync_of(&s.implicit_, ompt_sync_region_taskgroup, ompt_scope_begin);
  s.create(&task, kExplicit, 0);
  s.sync_of(&s.implicit_, ompt_sync_region_taskgroup, ompt_scope_end);
  run(s, &task);
}

void half_a_taskloop(Stream& s) {
  ompt_data_t task = ompt_data_none;
  ompt_dispatch_chunk_t chunk = {0, 5};
  ompt_data_t instance;
  instance.ptr = &chunk;
  s.work(ompt_work_taskloop, ompt_scope_begin, 10);
  s.create(&task, kExplicit, 0);
  s.work(ompt_work_taskloop, ompt_scope_end, 10);
  s.schedule(&s.implicit_, ompt_task_switch, &task);
  call<ompt_callback_dispatch_t>(ompt_callback_dispatch, &s.region_, &task, ompt_dispatch_taskloop_chunk,
                                 instance);
  s.schedule(&task, ompt_task_complete, &s.implicit_);
}

const Fault kFaults[] = {
    {"work in a task",
     "work.task",
     {"inquiry.task", "inquiry.task.flags"},
     Point::task,
     [](Stream& s) {
       for (auto endpoint : {ompt_scope_begin, ompt_scope_end}) {
         call<ompt_callback_work_t>(ompt_callback_work, ompt_work_loop_static, endpoint, &s.region_, s.now_,
                                    uint64_t{1}, user_code());
       }
     }},
    {"a barrier in a task",
     "sync.task",
     {"inquiry.task", "inquiry.task.flags"},
     Point::task,
     [](Stream& s) {
       s.sync_of(s.now_, ompt_sync_region_barrier_explicit, ompt_scope_begin);
       s.sync_of(s.now_, ompt_sync_region_barrier_explicit, ompt_scope_end);
     }},
    {"a taskgroup ends early", "taskgroup.tasks", {}, Point::region, group_ends_early},
    {"half a taskloop", "dispatch.taskloop", {}, Point::region, half_a_taskloop},
    {"a task of no kind",
     "task.flags",
     {},
     Point::region,
     [](Stream& s) { with_task(s, 0, 0, [](ompt_data_t*) {}); }},
    {"dependences of a task without",
     "task.dependences",
     {},
     Point::region,
     [](Stream& s) {
       with_task(s, kExplicit, 0, [](ompt_data_t* task) { dependences(task, ompt_dependence_type_in); });
     }},
    {"dependences without a list",
     "dependences.list",
     {},
     Point::region,
     [](Stream& s) {
       with_task(s, kExplicit, 1, [](ompt_data_t* task) {
         call<ompt_callback_dependences_t>(ompt_callback_dependences, task,
                                           static_cast<ompt_dependence_t*>(nullptr), 0);
         dependences(task, ompt_dependence_type_in);
       });
     }},
    {"a dependence of no type",
     "dependences.type",
     {},
     Point::region,
     [](Stream& s) { with_task(s, kExplicit, 1, [](ompt_data_t* task) { dependences(task, 99); }); }},
    {"another task's ordered",
     "dependences.ordered",
     {},
     Point::region,
     [](Stream& s) { dependences(&s.initial_, ompt_dependence_type_source); }},
    {"left with a task above",
     "task.stack",
     {"*"},
     Point::task,
     [](Stream& s) {
       ompt_data_t inner = ompt_data_none;
       call<ompt_callback_task_create_t>(ompt_callback_task_create, s.now_, &s.frame_, &inner, kExplicit, 0,
                                         user_code());
       s.schedule(s.now_, ompt_task_switch, &inner);
       s.schedule(&inner, ompt_task_switch, &s.implicit_);
     }},
    {"a next task without a switch",
     "task.next",
     {},
     Point::task,
     [](Stream& s) { s.schedule(s.now_, ompt_task_early_fulfill, &s.implicit_); }},
    {"an implicit task completes",
     "task.complete",
     {"*"},
     Point::region,
     [](Stream& s) {
       ompt_data_t task = ompt_data_none;
       s.create(&task, kExplicit, 0);
       s.schedule(&s.implicit_, ompt_task_complete, &task);
     }},
    {"taskwait_complete of a task",
     "task.taskwait",
     {},
     Point::region,
     [](Stream& s) {
       ompt_data_t task = ompt_data_none;
       s.create(&task, kExplicit, 0);
       s.schedule(&task, ompt_taskwait_complete, nullptr);
     }},
    {"late while it runs",
     "task.fulfill",
     {},
     Point::task,
     [](Stream& s) { s.schedule(s.now_, ompt_task_late_fulfill, nullptr); }},
    {"a status of no kind",
     "task.status",
     {},
     Point::region,
     [](Stream& s) {
       ompt_data_t task = ompt_data_none;
       s.create(&task, kExplicit, 0);
       s.schedule(&s.implicit_, static_cast<ompt_task_status_t>(77), &task);
       s.schedule(&task, ompt_task_complete, &s.implicit_);
     }},
};

}  // namespace

std::vector<Fault> task_faults() {
  return {std::begin(kFaults), std::end(kFaults)};
}

}  // namespace selftest
