// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/execution.h"

#include <algorithm>
#include <cmath>

namespace limpid::cli::tracing {

Execution::Execution(const Section& section, const Speeds& speeds, bool with_overhead)
    : section_(section),
      speeds_(speeds),
      with_overhead_(with_overhead),
      states_(section.tasks.size()),
      teams_(section.regions.size()),
      groups_(section.groups),
      generations_(section.generations.size()) {
  for (uint32_t i = 0; i < states_.size(); ++i) {
    const Task& task = section.tasks[i];
    states_[i].step = task.first;
    states_[i].unmet = 1;
    const bool has_region = task.kind == TaskKind::kImplicit && task.region != kNone;
    const bool started = has_region ? section.regions[task.region].parent != kNone : task.parent != kNone;
    if (!started) roots_.push_back(i);
  }
  for (const Item& item : section.items) {
    const Generation& generation = section.generations[item.generation];
    if (generation.previous != kNone) ++states_[item.task].unmet;
  }
  for (size_t i = 0; i < generations_.size(); ++i)
    generations_[i].unfinished = section.generations[i].members;
  for (size_t i = 0; i < teams_.size(); ++i)
    teams_[i].inside = static_cast<uint32_t>(section.regions[i].members.size());
}

uint64_t Execution::scaled(const Step& step) const {
  if (step.construct >= speeds_.size() || speeds_[step.construct] == 1.0) return step.value;
  return static_cast<uint64_t>(std::llround(static_cast<double>(step.value) * speeds_[step.construct]));
}

Execution::Pause Execution::run(uint32_t task, uint64_t* now_ns) {
  State& state = states_[task];
  state.wait = Wait::kNothing;
  while (state.step != kNone) {
    const Step& step = section_.steps[state.step];
    state.step = step.next;
    if (step.kind == StepKind::kWork) return {Stop::kWork, scaled(step)};
    if (step.kind == StepKind::kOverhead) {
      if (!with_overhead_) continue;
      return {Stop::kWork, step.value};
    }
    if (step.kind == StepKind::kAcquire) return {Stop::kAcquire, step.value};
    if (step.kind == StepKind::kRelease) return {Stop::kRelease, step.value};
    if (!take(task, step, now_ns)) return {Stop::kBlocked, 0};
  }
  end(task, *now_ns);
  return {Stop::kEnd, 0};
}

bool Execution::take(uint32_t task, const Step& step, uint64_t* now_ns) {
  State& state = states_[task];
  const auto object = static_cast<uint32_t>(step.value);
  switch (step.kind) {
    case StepKind::kCreate:
      return create(task, object, *now_ns);
    case StepKind::kFork:
      return fork(task, object, *now_ns);
    case StepKind::kTaskwait:
      state.children_ns = *now_ns = std::max(*now_ns, state.children_ns);
      if (state.children == 0) return true;
      state.wait = Wait::kTaskwait;
      return false;
    case StepKind::kGroupEnd: {
      Group& group = groups_[object];
      group.ns = *now_ns = std::max(*now_ns, group.ns);
      if (group.unfinished == 0) return true;
      group.waiter = task;
      state.wait = Wait::kGroup;
      return false;
    }
    case StepKind::kBarrier: {
      const uint32_t region = section_.tasks[task].region;
      if (region == kNone) return true;
      state.wait = Wait::kBarrier;
      ++teams_[region].arrived;
      teams_[region].ns = std::max(teams_[region].ns, *now_ns);
      release(region);
      return false;  // also the last: it is unblocked by then
    }
    case StepKind::kFulfil:
      fulfil(object, *now_ns);
      return true;
    default:
      return true;
  }
}

bool Execution::create(uint32_t task, uint32_t child, uint64_t now_ns) {
  const Task& record = section_.tasks[child];
  ++states_[task].children;
  if (record.region != kNone) ++teams_[record.region].unfinished;
  if (record.group != kNone) ++groups_[record.group].unfinished;
  if (record.undeferred) {
    states_[task].wait = Wait::kUndeferred;
    states_[task].awaited = child;
  }
  meet(child, now_ns);
  return !record.undeferred;
}

// One reason less for a task not to begin.
void Execution::meet(uint32_t task, uint64_t now_ns) {
  State& state = states_[task];
  state.begin_ns = std::max(state.begin_ns, now_ns);
  if (state.unmet != 0 && --state.unmet == 0) ready.push_back({task, state.begin_ns});
}

bool Execution::fork(uint32_t task, uint32_t region, uint64_t now_ns) {
  forked.push_back({region, now_ns});
  const std::vector<uint32_t>& members = section_.regions[region].members;
  for (const uint32_t member : members) ready.push_back({member, now_ns});
  if (members.empty()) joined.push_back({region, now_ns});
  if (members.empty()) return true;
  states_[task].wait = Wait::kJoin;
  return false;
}

void Execution::fulfil(uint32_t task, uint64_t now_ns) {
  State& state = states_[task];
  if (state.fulfilled) return;
  state.fulfilled = true;
  state.end_ns = std::max(state.end_ns, now_ns);
  if (state.body_done) complete(task, state.end_ns);
}

// Lets the team go on if all have come to a barrier and no task is left.
void Execution::release(uint32_t region) {
  Team& team = teams_[region];
  if (team.unfinished != 0 || team.arrived == 0 || team.arrived < team.inside) return;
  team.arrived = 0;
  for (const uint32_t member : section_.regions[region].members) {
    if (states_[member].wait == Wait::kBarrier) unblock(member, team.ns);
  }
}

void Execution::unblock(uint32_t task, uint64_t now_ns) {
  states_[task].wait = Wait::kNothing;
  unblocked.push_back({task, now_ns});
}

void Execution::end(uint32_t task, uint64_t now_ns) {
  const Task& record = section_.tasks[task];
  State& state = states_[task];
  state.body_done = true;
  state.end_ns = std::max(state.end_ns, now_ns);
  ++ended_;
  if (record.kind == TaskKind::kExplicit && (!record.detached || state.fulfilled))
    complete(task, state.end_ns);
  if (record.kind != TaskKind::kImplicit || record.region == kNone) return;
  Team& team = teams_[record.region];
  team.ns = std::max(team.ns, now_ns);
  if (--team.inside != 0) return release(record.region);
  joined.push_back({record.region, team.ns});
  const uint32_t parent = section_.regions[record.region].parent;
  if (parent != kNone) unblock(parent, team.ns);
}

void Execution::leave_generations(const Task& record, uint64_t now_ns) {
  for (uint32_t at = record.items; at != kNone; at = section_.items[at].next_of_task) {
    const uint32_t number = section_.items[at].generation;
    const uint32_t next = section_.generations[number].next;
    Members& members = generations_[number];
    members.ns = std::max(members.ns, now_ns);
    if (--members.unfinished != 0 || next == kNone) continue;
    for (uint32_t item = section_.generations[next].first_item; item != kNone;
         item = section_.items[item].next_of_generation)
      meet(section_.items[item].task, members.ns);
  }
}

void Execution::complete(uint32_t task, uint64_t now_ns) {
  if (states_[task].complete) return;
  states_[task].complete = true;
  completed.push_back({task, now_ns});
  const Task& record = section_.tasks[task];
  leave_generations(record, now_ns);
  if (record.parent == kNone) return;
  State& parent = states_[record.parent];
  --parent.children;
  parent.children_ns = std::max(parent.children_ns, now_ns);
  if (parent.wait == Wait::kTaskwait && parent.children == 0) unblock(record.parent, parent.children_ns);
  if (parent.wait == Wait::kUndeferred && parent.awaited == task) unblock(record.parent, now_ns);
  if (record.group != kNone) {
    Group& group = groups_[record.group];
    group.ns = std::max(group.ns, now_ns);
    if (--group.unfinished == 0 && group.waiter != kNone && states_[group.waiter].wait == Wait::kGroup)
      unblock(group.waiter, group.ns);
  }
  if (record.region == kNone) return;
  Team& team = teams_[record.region];
  team.ns = std::max(team.ns, now_ns);
  if (--team.unfinished == 0) release(record.region);
}

}  // namespace limpid::cli::tracing
