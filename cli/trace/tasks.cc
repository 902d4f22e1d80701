// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks: how they come, run and end.
#include <omp-tools.h>

#include <algorithm>

#include "trace/builder.h"
#include "trace/dependences.h"

namespace limpid::cli::tracing {

using limpid::trace::kTaskUndeferred;

LiveTask* Builder::find_task(uint64_t id) {
  if (id == 0) return nullptr;
  const auto found = tasks_.find(id);
  return found == tasks_.end() ? nullptr : &found->second;
}

LiveTask& Builder::add_task(uint64_t id, TaskKind kind, uint16_t construct) {
  LiveTask& task = tasks_[id];
  task = {};
  task.id = id;
  task.index = static_cast<uint32_t>(section_.tasks.size());
  section_.tasks.emplace_back();
  section_.tasks.back().kind = kind;
  section_.tasks.back().construct = construct;
  section_.tasks.back().begin_ns = now_ns_;
  ids_.push_back(id);
  return task;
}

// A task that is there already is said again where events before were lost.
void Builder::begin_implicit(uint32_t thread, const Event& event) {
  LiveThread& self = threads_[thread];
  if (event.other != 0 && find_region(event.other) == nullptr) add_unseen_region(event);
  LiveRegion* const region = find_region(event.other);
  if (self.unknown && region != nullptr) region->broken = true;
  if (region != nullptr && self.open.kind == PieceKind::kIdle)
    self.open.construct = section_.regions[region->index].construct;
  const bool woken = region != nullptr && region->fork.known() && region->fork.thread != thread;
  close(thread, woken ? region->fork : Moment{});
  self.task = event.id;
  if (find_task(event.id) == nullptr) add_implicit(thread, event, region);
  self.unknown = false;
}

void Builder::add_implicit(uint32_t thread, const Event& event, LiveRegion* region) {
  const uint16_t construct = region == nullptr ? kNoConstruct : section_.regions[region->index].construct;
  LiveTask& task =
      add_task(event.id, region == nullptr ? TaskKind::kInitial : TaskKind::kImplicit, construct);
  Task& record = section_.tasks.back();
  record.thread = thread;
  task.started = true;
  task.ready = {now_ns_, thread};
  if (region == nullptr) {
    ++initial_tasks_;
    initial_end_ = {};
    return;
  }
  task.region = event.other;
  task.parent = region->parent;
  record.region = region->index;
  const LiveTask* const parent = find_task(region->parent);
  if (parent != nullptr) record.parent = parent->index;
  region->team = std::max(region->team, static_cast<uint32_t>(event.count));
  ++region->inside;
  section_.regions[region->index].members.push_back(task.index);
}

void Builder::end_implicit(uint32_t thread, const Event& event) {
  LiveThread& self = threads_[thread];
  LiveTask* const task = find_task(event.id);
  if (task == nullptr) {  // its region was over before: the thread only had to leave
    close(thread);
    if (self.task == event.id) self.task = 0;
    self.unknown = false;
    return;
  }
  if (self.task != event.id) resume(thread, event.id);
  bool unknown = false;
  Moment cause;
  if (!task->syncs.empty() && task->syncs.back().kind == PieceKind::kBarrier)
    cause = leave_barrier(*task, &unknown);
  close(thread, cause, unknown);
  const uint64_t region_id = task->region;
  const bool initial = section_.tasks[task->index].kind == TaskKind::kInitial;
  if (initial && initial_tasks_ > 0 && --initial_tasks_ == 0) initial_end_ = {now_ns_, thread};
  section_.tasks[task->index].unfinished = false;
  tasks_.erase(event.id);
  LiveRegion* const region = find_region(region_id);
  const bool forked_it = region != nullptr && region->fork.thread == thread;
  self.task = forked_it && !region->over ? region->parent : 0;
  if (region != nullptr && region->inside > 0 && --region->inside == 0 && region->over)
    forget_region(region_id);
}

void Builder::create_task(uint32_t thread, const Event& event) {
  resume(thread, event.other);
  close(thread);
  const uint16_t construct = constructs_.number(Sort::kTask, event.place);
  if (tasks_.contains(event.id)) complete(thread, event.id);  // no runtime gives one number to two tasks
  LiveTask& task = add_task(event.id, TaskKind::kExplicit, construct);
  Task& record = section_.tasks.back();
  record.undeferred = (event.detail & kTaskUndeferred) != 0;
  task.ready = {now_ns_, thread};
  task.parent = event.other;
  if (LiveTask* const creator = find_task(event.other)) {
    record.parent = creator->index;
    record.region = section_.tasks[creator->index].region;
    record.group = creator->groups.empty() ? section_.tasks[creator->index].group : creator->groups.back();
    task.region = creator->region;
    ++creator->children;
    creator->children_done = {};
    section_.add_step(creator->index, StepKind::kCreate, task.index, construct);
    if (record.undeferred) {
      creator->starting = event.id;
      creator->start_construct = construct;
    }
  }
  if (record.group != kNone) ++groups_[record.group].unfinished;
  if (LiveRegion* const region = find_region(task.region)) ++region->unfinished;
  ++measures_.tasks;
  count_in_flight(+1);
}

// They follow the creation on the same thread.
void Builder::list_dependence(uint32_t thread, const Event& event) {
  LiveThread& self = threads_[thread];
  if (self.depends != 0 && self.depends != event.id) settle_dependences(thread);
  LiveTask* const task = find_task(event.id);
  if (task == nullptr) return;
  self.depends = event.id;
  task->depends_on = thread;
  self.dependences.emplace_back(event.other, event.detail);
}

void Builder::settle_dependences(uint32_t thread) {
  LiveThread& self = threads_[thread];
  LiveTask* const task = find_task(self.depends);
  LiveTask* const parent = task == nullptr ? nullptr : find_task(task->parent);
  if (parent != nullptr) {
    if (parent->dependences == nullptr) parent->dependences = std::make_unique<DependenceTable>();
    task->unmet = order_task(section_, *parent->dependences, task->index, self.dependences);
    if (task->unmet != 0) task->ready = {};
  }
  if (task != nullptr) task->depends_on = kNone;
  self.depends = 0;
  self.dependences.clear();
}

void Builder::schedule(uint32_t thread, const Event& event) {
  LiveThread& self = threads_[thread];
  switch (event.detail) {
    case ompt_task_early_fulfill:
      return fulfil(thread, event.id, false);
    case ompt_task_late_fulfill:
      return fulfil(thread, event.id, true);
    case ompt_taskwait_complete: {
      stop_starting(thread, event.id);
      return complete(thread, event.id);
    }
    default:
      break;
  }
  const bool ends = event.detail == ompt_task_complete || event.detail == ompt_task_cancel;
  const bool discarded = event.detail == ompt_task_cancel && event.id != self.task;
  if (!discarded) resume(thread, event.id);
  if (discarded) stop_starting(thread, event.id);
  start_or_go_on(thread, discarded ? 0 : event.other);
  LiveTask* const before = find_task(event.id);
  if (before == nullptr) return;
  before->body_done |= ends || event.detail == ompt_task_detach;
  if (before->body_done) {
    const uint16_t construct = section_.tasks[before->index].construct;
    if (before->started && section_.tasks[before->index].kind == TaskKind::kExplicit)
      measures_.grains[{construct, Grain::kTask}].add(before->work_ns);
  }
  if (event.other == 0 && self.task == event.id && before->body_done) self.task = 0;
  if (ends) complete(thread, event.id);
}

// An undeferred task that never began is complete.
void Builder::stop_starting(uint32_t thread, uint64_t id) {
  const LiveTask* const task = find_task(id);
  LiveTask* const creator = current(thread);
  if (task == nullptr || creator == nullptr || creator->starting != id) return;
  close(thread, task->ready);
  creator->starting = 0;
}

// The thread turns to that task.
void Builder::start_or_go_on(uint32_t thread, uint64_t id) {
  LiveThread& self = threads_[thread];
  LiveTask* task = find_task(id);
  if (task != nullptr && task->depends_on != kNone) settle_dependences(task->depends_on);
  close(thread, task != nullptr && !task->started ? task->ready : Moment{});
  if (id == 0) return;
  if (task == nullptr) {
    const LiveTask* const before = current(thread);
    const uint64_t region = before == nullptr ? 0 : before->region;
    task = &add_task(id, TaskKind::kExplicit, constructs_.number(Sort::kTask, 0));
    task->region = region;
    section_.tasks.back().thread = thread;
    ++measures_.orphans;
  }
  task->started = true;
  if (LiveTask* const before = current(thread); before != nullptr && before->starting == id)
    before->starting = 0;
  self.task = id;
}

void Builder::fulfil(uint32_t thread, uint64_t id, bool late) {
  LiveTask* const task = find_task(id);
  if (task == nullptr) return;
  close(thread);
  const LiveTask* const by = current(thread);
  if (by != nullptr && !threads_[thread].unknown && by->id != id) {
    section_.add_step(by->index, StepKind::kFulfil, task->index, kNoConstruct);
    section_.tasks[task->index].detached = true;
  }
  if (late) complete(thread, id);
}

void Builder::leave_generations(uint32_t thread, const LiveTask& task) {
  for (uint32_t at = section_.tasks[task.index].items; at != kNone; at = section_.items[at].next_of_task) {
    Generation& generation = section_.generations[section_.items[at].generation];
    if (generation.unfinished == 0 || --generation.unfinished != 0 || generation.next == kNone) continue;
    const Generation& next = section_.generations[generation.next];
    for (uint32_t item = next.first_item; item != kNone; item = section_.items[item].next_of_generation) {
      LiveTask* const waiting = find_task(ids_[section_.items[item].task]);
      if (waiting != nullptr && waiting->unmet != 0 && --waiting->unmet == 0)
        waiting->ready = {now_ns_, thread};
    }
  }
}

void Builder::complete(uint32_t thread, uint64_t id) {
  LiveTask* const task = find_task(id);
  if (task == nullptr) return;
  Task& record = section_.tasks[task->index];
  if (record.kind != TaskKind::kExplicit) return;  // ends otherwise
  if (task->depends_on != kNone) settle_dependences(task->depends_on);
  record.unfinished = false;
  const Moment now{now_ns_, thread};
  LiveTask* const parent = find_task(task->parent);
  if (parent != nullptr && parent->children != 0 && --parent->children == 0) parent->children_done = now;
  if (record.group != kNone && groups_[record.group].unfinished != 0 &&
      --groups_[record.group].unfinished == 0)
    groups_[record.group].done = now;
  leave_generations(thread, *task);
  LiveRegion* const region = find_region(task->region);
  const bool seen = record.parent != kNone || task->parent != 0;
  if (region != nullptr && seen && region->unfinished != 0 && --region->unfinished == 0)
    release_barrier(thread, *region);
  if (seen) count_in_flight(-1);
  tasks_.erase(id);
}

void Builder::count_in_flight(int change) {
  measures_.in_flight_task_ns += in_flight_ * (now_ns_ - in_flight_since_ns_);
  in_flight_since_ns_ = now_ns_;
  if (change < 0 && in_flight_ == 0) return;
  in_flight_ += static_cast<uint64_t>(static_cast<int64_t>(change));
  measures_.most_in_flight = std::max(measures_.most_in_flight, in_flight_);
}

}  // namespace limpid::cli::tracing
