// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deriving state, tasks and teams of a thread from its current task and slot.
#include "core/view/view.h"

#include <stddef.h>

#include "core/data/member.h"
#include "core/data/task.h"
#include "core/data/team.h"
#include "core/data/thread.h"

namespace limpid::core::view {
namespace {

bool is_explicit(const Task& task) {
  return task.kind == TaskKind::explicit_ || task.kind == TaskKind::target;
}

// An implicit or initial task is embedded in its slot.
Member* slot_around(Task* implicit) {
  return reinterpret_cast<Member*>(reinterpret_cast<char*>(implicit) - offsetof(Member, implicit_task));
}

Task* below(const Task& task) {
  if (task.suspended != nullptr) return task.suspended;
  return task.family.parent.load(std::memory_order_relaxed);
}

// An explicit task knows the slot of the thread that entered it, or of its creator until then. Tasks that wait for their
// children can lie hundreds deep on a thread: to go down to the implicit task would be a cache miss for each.
Member* slot_under(Task* task) {
  if (task == nullptr) return nullptr;
  return is_explicit(*task) ? task->member : slot_around(task);
}

// The task itself; for a range task, the program's task that it suspended.
Task* without_range_tasks(Task* task) {
  while (task != nullptr && task->is(kTaskRange)) task = below(*task);
  return task;
}

Task* next_level(Task* task) {
  if (is_explicit(*task)) return without_range_tasks(below(*task));
  const Team* team = slot_around(task)->team;
  return team != nullptr ? team->region.parent_task : nullptr;
}

// True for a worker that has not left its region yet although the leader has: the team may be in the next
// region.
bool is_over(const Member* slot) {
  if (slot == nullptr || slot->index == 0) return false;
  return !slot->team->phase.runs() || slot->region_tag != slot->team->phase.tag();
}

// Without an observer a worker does not leave its region: it keeps waiting, now for the next region, until
// its slot belongs to that one. With an observer it waits until it sees that the region is over, and then
// sets its state to idle itself.
State waiting_or_idle(const Thread& thread) {
  const Team* team = thread.team;
  if (team == nullptr || thread.index == 0) return State::wait_barrier_implicit_parallel;
  bool unobserved = *const_cast<const volatile JoinMode*>(&team->join_mode) == JoinMode::silent;
  bool begins_next = thread.member->region_id != thread.wait_id.load(std::memory_order_relaxed);
  bool over = unobserved && (begins_next || !team->phase.runs());
  return over ? State::idle : State::wait_barrier_implicit_parallel;
}

[[gnu::always_inline]] inline State state_of(const Thread& thread) {
  State now = thread.state.load(std::memory_order_relaxed);
  return now != State::wait_barrier_implicit_parallel ? now : waiting_or_idle(thread);
}

Task* running_task(const Thread& thread) {
  return state_of(thread) == State::idle ? nullptr : const_cast<Task* volatile&>(thread.task);
}

// The slot that encountered the team's construct. Any thread may run a team of a league, so the slot is
// stored in the league's first team.
const Member* slot_outside(const Team& team) {
  return team.head->nesting.leader_member;
}

const Member* climb_to_region(const Member* slot) {
  while (slot != nullptr && slot->team->nesting.level == 0) slot = slot_outside(*slot->team);
  return slot;
}

// A worker's own copy: the leader prepares its next region while members are still leaving the last one.
uint64_t region_id(const Member& slot) {
  return slot.index == 0 ? slot.team->region.id : slot.region_id;
}

uint32_t region_size(const Thread& thread, const Member& slot) {
  const uint32_t size = slot.team->size;  // read first: if it is the next region's, is_over() is true by now
  return is_over(&slot) ? thread.team_size : size;
}

}  // namespace

State state(const Thread& thread) {
  return state_of(thread);
}

bool is_wait(State state) {
  return state >= State::wait_barrier_explicit && state <= State::wait_target_update;
}

uint64_t wait_id(const Thread& thread) {
  return is_wait(state(thread)) ? thread.wait_id.load(std::memory_order_relaxed) : 0;
}

bool task_at(const Thread& thread, uint32_t level, TaskPlace& place) {
  Task* task = running_task(thread);
  return task != nullptr && task_at(*task, level, place);
}

bool task_at(Task& running, uint32_t level, TaskPlace& place) {
  Task* task = is_explicit(running) ? without_range_tasks(&running) : &running;
  Member* slot = slot_under(task);
  place.over = is_over(slot);
  if (level > 0) {
    if (place.over) return false;
    for (; task != nullptr && level > 0; --level) task = next_level(task);
    slot = slot_under(task);
  }
  if (task == nullptr) return false;
  place.task = task;
  place.slot = slot;
  place.team = slot != nullptr ? slot->team : task->team;
  return place.team != nullptr;
}

Team* team_at(const Thread& thread, uint32_t level) {
  TaskPlace place;
  if (!task_at(thread, 0, place) || place.over) return nullptr;
  Team* team = place.team;
  for (; team != nullptr && level > 0; --level) team = team->nesting.parent;
  return team;
}

const Member* slot_of(const Thread& thread) {
  Task* task = thread.task;
  return task != nullptr ? slot_under(task) : nullptr;
}

bool region_at(const Thread& thread, uint32_t level, RegionPlace& region) {
  TaskPlace place;
  if (!task_at(thread, 0, place) || (place.over && level > 0)) return false;
  const Member* slot = climb_to_region(place.slot);
  for (uint32_t left = level; slot != nullptr && left > 0; --left)
    slot = climb_to_region(slot_outside(*slot->team));
  if (slot == nullptr) return false;
  region.id = region_id(*slot);
  region.size = region_size(thread, *slot);
  region.index = slot->index;
  return level == 0 || !is_over(place.slot);  // if it is over, the leader may have been in another region
}

uint64_t region_of(const TaskPlace& place) {
  const Member* slot = climb_to_region(place.slot);
  return slot != nullptr ? region_id(*slot) : 0;
}

}  // namespace limpid::core::view
