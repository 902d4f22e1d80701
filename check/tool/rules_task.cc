// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit tasks: creation, dependences, scheduling against a shadow stack per thread, cancellation.
#include <algorithm>

#include "names.h"
#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

constexpr int kKinds = ompt_task_explicit | ompt_task_target | ompt_task_taskwait;

bool names_one_kind(int flags) {
  // A taskwait or target task may carry the explicit bit as well.
  int kinds = __builtin_popcount(static_cast<unsigned>(flags & (ompt_task_target | ompt_task_taskwait)));
  return (flags & kKinds) != 0 && kinds <= 1 && (flags & (ompt_task_initial | ompt_task_implicit)) == 0;
}

// The taskloop that this task is a part of: its own construct, or that of the task that splits it further.
Id innermost_taskloop(const Task& creator) {
  for (size_t i = creator.open.size(); i-- > 0;) {
    const Open& open = creator.open[i];
    if (open.construct == Construct::work && open.kind == ompt_work_taskloop) return open.id;
  }
  return 0;
}

void announce(World& w, Task& task, Task* creator, bool has_dependences) {
  task.has_dependences = has_dependences;
  if (creator == nullptr) return;
  task.creator = creator->id;
  task.taskloop = innermost_taskloop(*creator);
  task.region = creator->region;
  task.group = !creator->groups.empty() ? creator->groups.back() : creator->group;
  ++creator->live_children;
  if (Region* region = w.find_region(task.region)) ++region->live_tasks;
  if (task.group != 0) ++w.groups[task.group];
  if (task.is(ompt_task_undeferred) && !task.is(ompt_task_taskwait)) creator->undeferred_child = task.id;
}

void count_create(World& w, int flags, bool depends) {
  const char* kind = flags & ompt_task_taskwait ? "taskwait"
                     : flags & ompt_task_target ? "target"
                                                : "explicit";
  w.count(std::string("create:") + kind);
  static const struct {
    int flag;
    const char* word;
  } kFlags[] = {{ompt_task_undeferred, "create:undeferred"},
                {ompt_task_untied, "create:untied"},
                {ompt_task_final, "create:final"},
                {ompt_task_mergeable, "create:mergeable"}};
  for (const auto& each : kFlags) {
    if (flags & each.flag) w.count(each.word);
  }
  if (depends) w.count("create:depend");
}

bool region_matches(World& w, const Thread& self, const Task& task) {
  for (size_t i = self.stack.size(); i-- > 0;) {
    const Task* below = w.find_task(self.stack[i]);
    if (below != nullptr && !below->is_explicit()) return below->region == task.region;
  }
  return false;
}

void check_first_run(World& w, const Thread& self, Task& task) {
  w.expect(region_matches(w, self, task), "task.team", "4.5.2.10",
           "task %llu runs on a thread of another team", static_cast<unsigned long long>(task.id));
  w.expect(!task.has_dependences || task.dependences_seen, "task.dependences", "4.5.2.8",
           "task %llu has dependences, but no dependences event came",
           static_cast<unsigned long long>(task.id));
  for (Id predecessor : task.predecessors) {
    w.expect(w.find_task(predecessor) == nullptr, "task.order", "4.5.2.9",
             "task %llu starts before task %llu, on which it depends, is complete",
             static_cast<unsigned long long>(task.id), static_cast<unsigned long long>(predecessor));
  }
}

// next becomes what the thread runs: the task below, a new one, or an untied one.
void resume(World& w, Thread& self, Task& next) {
  if (!self.stack.empty() && self.stack.back() == next.id) {
    next.phase = Task::Phase::running;
    return;
  }
  bool on_stack = std::find(self.stack.begin(), self.stack.end(), next.id) != self.stack.end();
  w.expect(!on_stack, "task.stack", "4.5.2.10",
           "task %llu is resumed although tasks above it are not complete",
           static_cast<unsigned long long>(next.id));
  if (on_stack) {
    while (self.stack.back() != next.id) self.stack.pop_back();
    return;
  }
  w.expect(next.is_explicit(), "task.next", "4.5.2.10",
           "implicit task %llu of another thread is resumed here", static_cast<unsigned long long>(next.id));
  bool to_complete = next.phase == Task::Phase::detached && next.fulfilled && next.thread == self.id;
  w.expect(next.phase == Task::Phase::created || to_complete ||
               (next.phase == Task::Phase::suspended && next.is(ompt_task_untied)),
           "task.next", "4.5.2.10",
           "task %llu is scheduled, but it is already running, detached, or tied to thread %llu",
           static_cast<unsigned long long>(next.id), static_cast<unsigned long long>(next.thread));
  if (next.phase == Task::Phase::created) check_first_run(w, self, next);
  next.phase = Task::Phase::running;
  next.thread = self.id;
  self.stack.push_back(next.id);
}

void finish(World& w, Thread& self, Task& prior, ompt_task_status_t status) {
  w.expect(prior.is_explicit(), "task.complete", "4.5.2.10", "an implicit task is scheduled as complete");
  w.expect(prior.open.empty() || status == ompt_task_cancel, "nesting", "4.5.2.10",
           "task %llu completes with %zu constructs open", static_cast<unsigned long long>(prior.id),
           prior.open.size());
  w.expect_not_passed(prior, "task completion");
  auto at = std::find(self.stack.begin(), self.stack.end(), prior.id);
  if (at != self.stack.end()) self.stack.erase(at, self.stack.end());
  if (status == ompt_task_detach) {
    prior.phase = Task::Phase::detached;
    // The creator of an undeferred task goes on although the event is not fulfilled yet.
    if (Task* creator = w.find_task(prior.creator)) {
      if (creator->undeferred_child == prior.id) creator->undeferred_child = 0;
    }
    return;
  }
  w.finish_task(prior);
}

// Events that tell of a task without a switch: next is NULL.
void note_without_switch(World& w, ompt_data_t* data, ompt_task_status_t status) {
  Task* task = w.task_of(data, "task_schedule", "4.5.2.10");
  if (task == nullptr) return;
  if (status == ompt_taskwait_complete) {
    w.expect(task->is(ompt_task_taskwait), "task.taskwait", "4.5.2.10",
             "taskwait_complete for a task with flags %#x", static_cast<unsigned>(task->flags));
    w.finish_task(*task);
    return;
  }
  bool late = status == ompt_task_late_fulfill;
  w.expect(!late || task->phase == Task::Phase::detached, "task.fulfill", "4.5.2.10",
           "late_fulfill for task %llu, whose body has not completed",
           static_cast<unsigned long long>(task->id));
  w.expect(!task->fulfilled, "task.fulfill", "4.5.2.10", "task %llu is fulfilled twice",
           static_cast<unsigned long long>(task->id));
  task->fulfilled = true;
  // Early: the thread that runs the task completes it, if need be by scheduling it once more after it has
  // said detach.
  if (late && task->phase == Task::Phase::detached) w.finish_task(*task);
}

}  // namespace

void on_task_create(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                    int has_dependences, const void* code) {
  Event event("task_create", "flags %#x dependences %d code %p", static_cast<unsigned>(flags),
              has_dependences, code);
  World& w = world();
  w.expect_code(code, "task_create", "4.5.2.7");
  count_create(w, flags, has_dependences != 0);
  Task* creator = w.expect_current(encountering, "task_create", "4.5.2.7");
  if (creator != nullptr) {
    w.expect_not_passed(*creator, "task_create");
    w.expect_inquiry(*creator, "task_create");
  }
  w.expect(frame != nullptr && frame->enter_frame.ptr != nullptr, "frame.enter", "4.5.2.7",
           "the encountering task is in the runtime, but its enter_frame is NULL");
  w.expect(names_one_kind(flags), "task.flags", "4.5.2.7", "flags %#x name no kind of task, or more than one",
           static_cast<unsigned>(flags));
  Task* task = w.new_task(created, flags, "task_create", "4.5.2.7");
  if (task != nullptr) announce(w, *task, creator, has_dependences != 0);
}

void on_task_schedule(ompt_data_t* prior_data, ompt_task_status_t status, ompt_data_t* next_data) {
  Event event("task_schedule", "prior %llu status %d next %llu",
              static_cast<unsigned long long>(prior_data != nullptr ? prior_data->value : 0), status,
              static_cast<unsigned long long>(next_data != nullptr ? next_data->value : 0));
  World& w = world();
  Thread& self = w.thread();
  w.count("switch:" + status_name(status));
  bool no_switch = status == ompt_task_early_fulfill || status == ompt_task_late_fulfill ||
                   status == ompt_taskwait_complete;
  w.expect(!no_switch || next_data == nullptr, "task.next", "4.5.2.10",
           "next_task_data is not NULL for status %d", status);
  if (no_switch) {
    note_without_switch(w, prior_data, status);
    return;
  }
  Task* prior = w.expect_current(prior_data, "task_schedule (prior)", "4.5.2.10");
  Task* next = w.task_of(next_data, "task_schedule (next)", "4.5.2.10");
  if (prior == nullptr) return;
  bool waits = std::any_of(prior->open.begin(), prior->open.end(),
                           [](const Open& open) { return open.construct == Construct::wait; });
  w.expect_note(!waits, "wait.task", "4.5.2.13",
                "the thread leaves task %llu for another inside sync_region_wait",
                static_cast<unsigned long long>(prior->id));
  if (status == ompt_task_complete || status == ompt_task_cancel || status == ompt_task_detach) {
    finish(w, self, *prior, status);
    if (next == prior) {  // says that what has just ended goes on
      w.expect(false, "task.next", "4.5.2.10", "a task is followed by itself with status %d", status);
      next = nullptr;
    }
  } else {
    w.expect(status == ompt_task_yield || status == ompt_task_switch, "task.status", "4.5.2.10", "status %d",
             status);
    prior->phase = Task::Phase::suspended;
    bool back = self.stack.size() > 1 && next != nullptr && self.stack[self.stack.size() - 2] == next->id;
    if (back && prior->is(ompt_task_untied)) self.stack.pop_back();
  }
  if (next != nullptr) resume(w, self, *next);
}

void on_dependences(ompt_data_t* data, const ompt_dependence_t* list, int count) {
  Event event("dependences", "count %d", count);
  World& w = world();
  w.expect(list != nullptr && count > 0, "dependences.list", "4.5.2.8", "%d dependences at %p", count,
           static_cast<const void*>(list));
  Task* task = w.task_of(data, "dependences", "4.5.2.8");
  if (task == nullptr || list == nullptr || count <= 0) return;
  bool doacross = list[0].dependence_type == ompt_dependence_type_source ||
                  list[0].dependence_type == ompt_dependence_type_sink;
  w.expect(doacross || task->has_dependences, "task.dependences", "4.5.2.8",
           "task %llu was created without dependences", static_cast<unsigned long long>(task->id));
  w.expect(!doacross || task == w.current(), "dependences.ordered", "4.5.2.8",
           "the dependences of an ordered construct are not those of the running task");
  task->dependences_seen = true;
  for (int i = 0; i < count; ++i) {
    int type = list[i].dependence_type;
    w.count("dependences:" + dependence_name(type));
    bool known = (type >= ompt_dependence_type_in && type <= ompt_dependence_type_inoutset) ||
                 type == ompt_dependence_type_out_all_memory || type == ompt_dependence_type_inout_all_memory;
    w.expect(known, "dependences.type", "4.5.2.8", "dependence of type %d", type);
  }
}

void on_task_dependence(ompt_data_t* source, ompt_data_t* sink) {
  Event event("task_dependence", "%s", "");
  World& w = world();
  w.count("dependence");
  // The source may just have stated its completion on another thread.
  bool ended = source != nullptr && source->value < w.next_id && w.find_task(source->value) == nullptr;
  Task* first = ended ? nullptr : w.task_of(source, "task_dependence (source)", "4.5.2.9");
  Task* second = w.task_of(sink, "task_dependence (sink)", "4.5.2.9");
  if (first == nullptr || second == nullptr) return;
  w.expect(second->phase == Task::Phase::created, "task.order", "4.5.2.9",
           "task %llu waits for another but has begun", static_cast<unsigned long long>(second->id));
  w.expect(first->creator == second->creator, "task.order", "2.19.11",
           "a dependence between tasks that are no siblings");
  second->predecessors.push_back(first->id);
}

void on_cancel(ompt_data_t* data, int flags, const void* code) {
  Event event("cancel", "flags %#x code %p", static_cast<unsigned>(flags), code);
  World& w = world();
  w.count("cancel:" + cancel_name(flags));
  int constructs = ompt_cancel_parallel | ompt_cancel_sections | ompt_cancel_loop | ompt_cancel_taskgroup;
  int stages = ompt_cancel_activated | ompt_cancel_detected | ompt_cancel_discarded_task;
  w.expect((flags & constructs) != 0, "cancel.flags", "4.5.2.18", "flags %#x name no construct",
           static_cast<unsigned>(flags));
  w.expect(__builtin_popcount(static_cast<unsigned>(flags & stages)) == 1, "cancel.flags", "4.5.2.18",
           "flags %#x name none or several of activated, detected and discarded",
           static_cast<unsigned>(flags));
  Task* task = w.task_of(data, "cancel", "4.5.2.18");
  if (task == nullptr) return;
  if (Region* region = w.find_region(task->region)) region->cancelled = true;
  if ((flags & ompt_cancel_discarded_task) == 0) {
    w.expect_code(code, "cancel", "4.5.2.18");
    w.expect(task == w.current(), "task.current", "4.5.2.18", "cancel in a task that does not run");
    return;
  }
  if (task->phase == Task::Phase::created) w.finish_task(*task);
}

}  // namespace limpid::check
