// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Derives state, tasks and teams of a thread from its current task and seat.
#include "core/view/view.h"

#include <stddef.h>

#include "core/task/task.h"
#include "core/team/member.h"
#include "core/team/team.h"
#include "core/team/thread.h"

namespace limpid::core::view {
namespace {

bool is_explicit(const Task& task) {
  return task.kind == TaskKind::explicit_ || task.kind == TaskKind::target;
}

// Implicit and initial tasks are part of a seat.
Member* seat_around(Task* implicit) {
  return reinterpret_cast<Member*>(reinterpret_cast<char*>(implicit) - offsetof(Member, implicit_task));
}

Task* below(const Task& task) {
  if (task.suspended != nullptr) return task.suspended;
  return task.parent.load(std::memory_order_relaxed);
}

Member* seat_under(Task* task) {
  while (task != nullptr && is_explicit(*task)) task = below(*task);
  return task != nullptr ? seat_around(task) : nullptr;
}

// The task itself, or the program's task under it.
Task* without_carriers(Task* task) {
  while (task != nullptr && task->is(kTaskCarrier)) task = below(*task);
  return task;
}

Task* next_level(Task* task) {
  if (is_explicit(*task)) return without_carriers(below(*task));
  const Team* team = seat_around(task)->team;
  return team != nullptr ? team->parent_task : nullptr;
}

// A worker that has not left its region yet, while the leader has: the team may be in the next one already.
bool is_over(const Member* seat) {
  if (seat == nullptr || seat->index == 0) return false;
  return !seat->team->running.load(std::memory_order_relaxed) || seat->region_tag != seat->team->region_tag;
}

// Without a listener a worker never leaves its region: it goes on waiting, now for the next one, and has
// stopped once its seat is the next one's. With a listener it waits until it sees that the region is over,
// and then says itself that it is idle.
State waiting_or_idle(const Thread& thread) {
  const Team* team = thread.team;
  if (team == nullptr || thread.index == 0) return State::wait_barrier_implicit_parallel;
  bool unheard = *const_cast<const volatile Ending*>(&team->ending) == Ending::unheard;
  bool begins_next = thread.member->region_id != thread.wait_id.load(std::memory_order_relaxed);
  bool over = unheard && (begins_next || !team->running.load(std::memory_order_relaxed));
  return over ? State::idle : State::wait_barrier_implicit_parallel;
}

[[gnu::always_inline]] inline State state_of(const Thread& thread) {
  State now = thread.state.load(std::memory_order_relaxed);
  return now != State::wait_barrier_implicit_parallel ? now : waiting_or_idle(thread);
}

Task* running_task(const Thread& thread) {
  return state_of(thread) == State::idle ? nullptr : const_cast<Task* volatile&>(thread.task);
}

// Where the team's construct was encountered. Who runs a team of a league may have come from anywhere: the
// head of the league knows.
const Member* seat_outside(const Team& team) {
  return team.head->leader_place;
}

const Member* climb_to_region(const Member* seat) {
  while (seat != nullptr && seat->team->level == 0) seat = seat_outside(*seat->team);
  return seat;
}

// The leader describes its next region while members are still leaving the last one.
uint64_t region_id(const Member& seat) {
  return seat.index == 0 ? seat.team->id : seat.region_id;
}

uint32_t region_size(const Thread& thread, const Member& seat) {
  const uint32_t size = seat.team->size;  // first: where it is the next region's, this one is over by now
  return is_over(&seat) ? thread.team_size : size;
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
  Task* task = is_explicit(running) ? without_carriers(&running) : &running;
  Member* seat = seat_under(task);
  place.over = is_over(seat);
  if (level > 0) {
    if (place.over) return false;
    for (; task != nullptr && level > 0; --level) task = next_level(task);
    seat = seat_under(task);
  }
  if (task == nullptr) return false;
  place.task = task;
  place.seat = seat;
  place.team = seat != nullptr ? seat->team : task->team;
  return place.team != nullptr;
}

Team* team_at(const Thread& thread, uint32_t level) {
  TaskPlace place;
  if (!task_at(thread, 0, place) || place.over) return nullptr;
  Team* team = place.team;
  for (; team != nullptr && level > 0; --level) team = team->parent;
  return team;
}

const Member* seat_of(const Thread& thread) {
  Task* task = thread.task;
  return task != nullptr ? seat_under(task) : nullptr;
}

bool region_at(const Thread& thread, uint32_t level, RegionPlace& region) {
  TaskPlace place;
  if (!task_at(thread, 0, place) || (place.over && level > 0)) return false;
  const Member* seat = climb_to_region(place.seat);
  for (uint32_t left = level; seat != nullptr && left > 0; --left)
    seat = climb_to_region(seat_outside(*seat->team));
  if (seat == nullptr) return false;
  region.id = region_id(*seat);
  region.size = region_size(thread, *seat);
  region.index = seat->index;
  return level == 0 || !is_over(place.seat);  // or the leader was in another region around it by then
}

uint64_t region_of(const TaskPlace& place) {
  const Member* seat = climb_to_region(place.seat);
  return seat != nullptr ? region_id(*seat) : 0;
}

}  // namespace limpid::core::view
