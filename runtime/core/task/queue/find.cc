// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding ready tasks.
//
// Searches the shared queue for priorities, the member's own deque from its young end, the rest of the shared queue, and
// the other members' deques from their old end.

#include <algorithm>

#include "base/check.h"
#include "core/data/team.h"
#include "core/task/policy.h"
#include "core/task/queue/ready.h"
#include "core/task/queue/scheduling.h"
#include "core/task/queue/steal_session.h"
#include "core/task/run/ancestry.h"
#include "platform/clock.h"
#include "sync/give_way.h"

namespace limpid::core {
namespace {

uint32_t random_below(MemberTasks& tasks, uint32_t seed, uint32_t bound) {
  uint32_t x = tasks.randomness != 0 ? tasks.randomness : (seed + 1) * 2654435761u;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  LIMPID_DCHECK(x != 0);  // 0 would stay 0
  tasks.randomness = x;
  return static_cast<uint32_t>((uint64_t{x} * bound) >> 32);
}

constexpr auto kAny = [](const Task&) { return true; };

// Steals one task from the victim. If more are visible there, wakes the next sleeper.
template <class Wanted>
Task* steal_from(Thread& self, Team& team, uint32_t victim, Wanted wanted) {
  LIMPID_DCHECK(victim < team.capacity);
  auto& ready = team.members[victim].tasks.ready;
  // With more threads than processors the thief may be preempted while it holds the only task, for which the
  // owner is about to wait. So the thief yields first and takes the task only if the owner has left it.
  if (policy::enabled(policy::yield_before_theft) && gives_way(self) && ready.size() == 1) {
    sync::give_way();
    self.member->tasks.yielded_ns = platform::monotonic_ns();
  }
  Task* task = ready.steal(wanted);
  if (task != nullptr && team.tasks.idle.may_wake() && ready.visible()) [[unlikely]] {
    wake_for(team, nullptr);
  }
  return task;
}

// A thief that may run any task takes up to half of the victim's tasks, so that it steals less often: each
// theft costs the owner cache lines that it uses all the time. The thief puts the tasks that it does not run
// at once into its own deque, where other threads find them: the one task that it runs may take long. Not where tasks
// create tasks, so that the next one is no sibling of the first: what lies at the old end of the thief's deque hides
// what the first task creates from a thread that waits for it. One look decides, as each costs a cache line.
void steal_more(Thread& self, Team& team, uint32_t victim, const Task& first) {
  if (!policy::enabled(policy::steal_half)) return;
  LIMPID_DCHECK(victim < team.capacity && victim != self.index);
  auto& theirs = team.members[victim].tasks.ready;
  auto& mine = self.member->tasks.ready;
  uint64_t wanted = theirs.size() / 2;
  if (wanted == 0) return;
  const Task* const next = theirs.oldest();
  if (next == nullptr || next->family.parent.load(std::memory_order_relaxed) !=
                             first.family.parent.load(std::memory_order_relaxed))
    return;
  if (wanted > policy::kMostStolen) wanted = policy::kMostStolen;
  Task* stolen[policy::kMostStolen];
  uint64_t count = 0;
  for (; count < wanted; ++count) {
    stolen[count] = theirs.steal(kAny);
    if (stolen[count] == nullptr) break;
  }
  if (count == 0) return;
  // The last one first: the thief takes them from the young end, and so runs them in the order of their creation.
  while (count > 0 && mine.has_room()) mine.push(stolen[--count]);
  while (count > 0) push_shared(*stolen[--count]);
  if (team.tasks.idle.may_wake()) [[unlikely]]
    wake_for(team, nullptr);
}

// Tries the victim of the last successful theft, then each member once, from a random start.
template <class Wanted>
Task* steal(Thread& self, Team& team, Wanted wanted) {
  uint32_t size = team.size;
  if (size == 1) return nullptr;
  MemberTasks& mine = self.member->tasks;
  if (policy::enabled(policy::last_victim) && mine.victim < size && mine.victim != self.index) {
    if (Task* task = steal_from(self, team, mine.victim, wanted)) return task;
  }
  uint32_t victim = random_below(mine, self.index, size);
  for (uint32_t tries = 0; tries < size; ++tries, victim = victim + 1 == size ? 0 : victim + 1) {
    if (victim == self.index) continue;
    if (Task* task = steal_from(self, team, victim, wanted)) {
      mine.victim = victim;
      return task;
    }
  }
  return nullptr;
}

// A task left from the last theft, or pushed to this deque since.
Task* find_stolen(Thread& self) {
  return self.member->tasks.ready.pop();
}

Task* find_anywhere(Thread& self) {
  Team& team = *self.team;
  if (Task* task = team.tasks.shared.take({nullptr, nullptr})) return task;
  if (Task* task = self.member->tasks.ready.pop()) return task;
  Task* task = steal(self, team, kAny);
  if (task == nullptr) return nullptr;
  self.member->tasks.stole = true;
  steal_more(self, team, self.member->tasks.victim, *task);
  return task;
}

}  // namespace

Task* find_task(Thread& self) {
  Task* task = find_anywhere(self);
  LIMPID_DCHECK(task == nullptr || task->team == self.team);
  MemberTasks& mine = self.member->tasks;
  if (task == nullptr || !mine.was_asleep) [[likely]]
    return task;
  mine.was_asleep = false;
  mine.watches = 0;
  Team& team = *self.team;
  if (team.tasks.idle.may_wake() && tasks_visible(team)) wake_for(team, nullptr);
  return task;
}

// A tied task that a thread begins descends from each tied task that it has suspended, except in a barrier. So the
// last of them bounds what may begin: what descends from it descends from the others.
Task* scheduling_constraint(const Thread& self) {
  const MemberTasks& mine = self.member->tasks;
  if (!policy::enabled(policy::detours) || mine.detours >= policy::kMostDetours) return self.task;
  Task* task = self.task;
  for (int steps = 0; is_explicit(*task) && task->is(kTaskUntied); task = task->suspended)
    if (++steps > policy::kDeepestUntied) return self.task;
  return !is_explicit(*task) && mine.at_barrier ? nullptr : task;
}

Task* take_youngest(Thread& self, const Task& ancestor) {
  auto& mine = self.member->tasks.ready;
  const Task* const newest = mine.newest();
  if (newest == nullptr || !is_descendant(*newest, ancestor)) return nullptr;
  Task* const task = mine.pop();
  LIMPID_DCHECK(task == nullptr || task == newest);  // null: a thief was faster
  return task;
}

Task* find_descendant(Thread& self, const Task& ancestor) {
  Team& team = *self.team;
  if (!team.tasks.used.load(std::memory_order_relaxed)) return nullptr;
  const SharedQueue::Seen shared = team.tasks.shared.see();
  if (shared.has_priorities()) [[unlikely]] {
    if (Task* task = team.tasks.shared.take({&ancestor, nullptr})) return task;
  }
  // Tasks that this member pushed since ancestor started lie at the young end and descend from it. Below them
  // lie none of its descendants.
  if (Task* task = take_youngest(self, ancestor)) return task;
  // After the own tasks: a look walks through the queue under its lock, past tasks that no waiting thread may run.
  if (shared.any()) [[unlikely]] {
    if (Task* task = team.tasks.shared.take({&ancestor, nullptr})) return task;
  }
  return steal(self, team, [&ancestor](const Task& task) { return is_descendant(task, ancestor); });
}

Task* find_hidden_descendant(Thread& self, const Task& ancestor) {
  if (!policy::enabled(policy::uncover)) return nullptr;
  Team& team = *self.team;
  const auto descends = [&ancestor](const Task& task) { return is_descendant(task, ancestor); };
  for (uint32_t index = 0; index < team.size; ++index) {
    auto& ready = team.members[index].tasks.ready;
    if (index == self.index || !ready.has_near_top(policy::kMostUncovered, descends)) continue;
    for (uint32_t tries = 0; tries < policy::kMostUncovered; ++tries) {
      Task* const task = ready.steal(kAny);
      if (task == nullptr) break;
      if (descends(*task)) return task;
      push_shared(*task);
    }
  }
  return nullptr;
}

bool descendant_visible(Thread& self, const Task& ancestor) {
  Team& team = *self.team;
  if (team.tasks.shared.has({&ancestor, nullptr})) return true;
  const auto descends = [&ancestor](const Task& task) { return is_descendant(task, ancestor); };
  const uint64_t depth = policy::enabled(policy::uncover) ? policy::kMostUncovered : 1;
  for (uint32_t index = 0; index < team.size; ++index) {
    const auto& ready = team.members[index].tasks.ready;
    if (index != self.index) {
      if (ready.has_near_top(depth, descends)) return true;
    } else if (const Task* task = ready.newest(); task != nullptr && descends(*task)) {
      return true;
    }
  }
  return false;
}

bool tasks_visible(const Team& team) {
  // [visit.count]
  if (!team.tasks.shared.empty() || team.tasks.visitors.load(std::memory_order_seq_cst) != 0) return true;
  for (uint32_t index = 0; index < team.size; ++index) {
    if (team.members[index].tasks.ready.visible()) return true;
  }
  return false;
}

bool poll_for_tasks(Thread& self) {
  MemberTasks& mine = self.member->tasks;
  if (mine.rests_until_ns != 0 && rests(self)) return false;
  if (mine.polls_to_skip > 0) {
    LIMPID_DCHECK(mine.polls_to_skip <= policy::kMostSkippedPolls);
    --mine.polls_to_skip;
    return false;
  }
  if (tasks_visible(*self.team)) {
    mine.polls_failed = 0;
    return true;
  }
  // A member that will sleep soon checks every time.
  if (policy::enabled(policy::rare_task_polls) && self.team->spin_policy->spin_ns != 0 &&
      ++mine.polls_failed > policy::kMostSkippedPolls)
    mine.polls_to_skip = policy::kMostSkippedPolls;
  return false;
}

// All finished are read before all created. finished never exceeds created, both only grow, so equal sums
// mean that at the moment between the two readings every task was finished; and only unfinished tasks, or
// members that have not arrived, create tasks. The acquire loads of finished pair with [quiescence.finished]:
// the creations by a finished task are visible.
bool tasks_quiescent(const Team& team) {
  // Pairs with the fetch_add in finish_task(): the visitor's entry in visitors is visible, too.
  uint64_t finished = team.tasks.finished_by_visitors.load(std::memory_order_acquire);
  for (uint32_t index = 0; index < team.capacity; ++index) {
    finished += team.members[index].tasks.finished.load(std::memory_order_acquire);  // [quiescence.finished]
  }
  uint64_t created = 0;
  for (uint32_t index = 0; index < team.capacity; ++index) {
    created += team.members[index].tasks.created.load(std::memory_order_relaxed);
  }
  LIMPID_DCHECK(created >= finished);
  return created == finished && team.tasks.visitors.load(std::memory_order_acquire) == 0;  // [visit.count]
}

bool run_ready_tasks(Thread& self) {
  StealSession session(self);
  session.run_siblings();
  for (Task* task = find_task(self); task != nullptr; task = find_stolen(self)) {
    session.run(*task);
  }
  return session.any();
}

bool run_tasks_while_idle(Thread& self, uint16_t seen) {
  const sync::Parker& parker = self.member->mailbox.parker;
  StealSession session(self);
  session.run_siblings();
  for (Task* task = nullptr; parker.commands() == seen; session.run(*task)) {
    task = session.any() ? find_stolen(self) : find_task(self);
    if (task == nullptr) break;
    if (task->team->phase.tag() != self.member->region_tag) {
      // A task of the next region, which this member has not begun: its command may still be on the way,
      // behind the commands of members that already create tasks. The creator of the task saw the leader's
      // tag, and this thread sees what the creator saw.
      task->team->tasks.shared.push(*task);
      break;
    }
    LIMPID_DCHECK(task->team == self.team);
  }
  return session.any();
}

}  // namespace limpid::core
