// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queueing ready tasks, and waking a member that may run them.
#include "core/task/queue/ready.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "core/task/run/ancestry.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

// A member that sleeps, or is about to, between regions or in a wait that any task may interrupt; null if there is none.
Member* parked_member(Team& team) {
  for (uint32_t index = 0; index < team.size; ++index) {
    Member& member = team.members[index];
    // Pairs with the store in sleep_at_slot().
    if (member.seeks_work.load(std::memory_order_seq_cst) && member.mailbox.parker.parked()) return &member;
  }
  return nullptr;
}

// With more threads than processors many members are counted as idle that have been woken, for the next region for
// example, and have no processor yet. If none is parked now, those that are about to sleep still have their last check
// before them, and see what the caller pushed.
bool any_parked(Team& team) {
  return team.barrier.gate.has_sleepers() || parked_member(team) != nullptr;
}

// Members at barriers and between regions take any task. A member that is only about to sleep checks for
// tasks once more. False: no member slept.
bool wake_idle_member(Team& team) {
  if (team.barrier.gate.has_sleepers() && team.barrier.gate.wake_one()) return true;
  Member* const member = parked_member(team);
  if (member == nullptr) return false;
  member->mailbox.parker.notify();
  return true;
}

// A search of this round has visited the task and goes on, or went on, to its ancestors. Marks it as visited. A mark
// that the block's last task left does not count: rounds and the numbers of a block's tasks only grow, and so their sum.
bool was_searched(Task& task, uint32_t round) {
  const uint32_t mark = round + static_cast<uint32_t>(task.id);
  if (task.searched.load(std::memory_order_relaxed) == mark) return true;
  task.searched.store(mark, std::memory_order_relaxed);
  return false;
}

// A member that sleeps inside a task takes only descendants of that task. The thread that clears wants_work
// wakes the member; the exchange decides between this thread and the member itself. The load pairs with the store in
// sleep_for_descendants(): where the flag is seen the member is counted. That it is seen is due to the round, see
// TaskSleepers.
void wake_waiting_ancestor(Team& team, Task* parent, uint32_t round) {
  for (Task* up = parent; up != nullptr; up = up->family.parent.load(std::memory_order_relaxed)) {
    if (is_explicit(*up) && was_searched(*up, round)) return;
    if (up->wants_work.load(std::memory_order_acquire) &&
        up->wants_work.exchange(false, std::memory_order_relaxed)) {
      team.tasks.sleepers.discount_woken();
      up->member->mailbox.parker.notify();
      return;
    }
    if (!is_explicit(*up)) return;
  }
}

// Whether self most likely runs the task that it has pushed, because it has no other one. If it does not, the member that
// keeps the watch will. Members that sleep inside tasks keep none.
bool may_be_left(const MemberTasks& mine, const Team& team) {
  return policy::enabled(policy::lone_tasks) && mine.ready.size() == 1 && team.tasks.idle.is_watched() &&
         !team.tasks.sleepers.see().any();
}

// After a push to self's deque. Where the last such task came so recently that a member could hardly have woken up for it,
// nobody is woken for this one.
void wake_for_own(Thread& self, Team& team, Task* parent) {
  MemberTasks& mine = self.member->tasks;
  if (!may_be_left(mine, team)) {
    wake_for(team, parent);
    return;
  }
  LIMPID_DCHECK(mine.wake_ns <= policy::kLongestWakeNs);
  const int64_t before = std::exchange(mine.lone_push_ns, platform::monotonic_ns());
  if (mine.lone_push_ns - before < policy::kSoonWakes * mine.wake_ns) return;
  const int64_t begin = mine.lone_push_ns;
  if (!wake_for(team, parent)) return;
  mine.lone_push_ns = platform::monotonic_ns();
  mine.wake_ns = std::min(mine.lone_push_ns - begin, policy::kLongestWakeNs);
}

}  // namespace

bool wake_for(Team& team, Task* parent) {
  if (team.tasks.idle.may_wake() && any_parked(team) && team.tasks.idle.claim()) {
    if (wake_idle_member(team)) return true;
    team.tasks.idle.unclaim();
    // Another pusher may have relied on the claim, and a member have begun to sleep before that one pushed.
    if (wake_idle_member(team)) return true;  // [idle.unclaim]
  }
  const TaskSleepers::Seen sleepers = team.tasks.sleepers.see();
  if (!team.tasks.idle.one_is_waking() && sleepers.any())
    wake_waiting_ancestor(team, parent, sleepers.round());
  return false;
}

void push_shared(Task& task) {
  LIMPID_DCHECK(task.graph.unmet.load(std::memory_order_relaxed) == 0);
  LIMPID_DCHECK(task.thread.load(std::memory_order_relaxed) == nullptr);
  Team& team = *task.team;
  Task* parent = task.family.parent.load(std::memory_order_relaxed);
  team.tasks.shared.push(task);
  announce_ready(team, parent);
}

void push_ready(Thread& self, Task& task) {
  LIMPID_DCHECK(task.team == self.team && task.graph.unmet.load(std::memory_order_relaxed) == 0);
  LIMPID_DCHECK(task.thread.load(std::memory_order_relaxed) == nullptr);
  auto& mine = self.member->tasks.ready;
  if (task.priority > 0 || !mine.has_room()) [[unlikely]] {
    push_shared(task);
    return;
  }
  Team& team = *task.team;
  Task* parent = task.family.parent.load(std::memory_order_relaxed);
  mine.push(&task);
  if (any_sleeps(team)) [[unlikely]]
    wake_for_own(self, team, parent);
}

}  // namespace limpid::core
