// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a member sleeps at its slot until a condition holds or a task is available.
#pragma once

#include "base/check.h"
#include "core/data/idle_sleep.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/task/queue/scheduling.h"

namespace limpid::core {

// A member sleeps at its own mailbox until condition() or a task is available. A notifier makes the condition
// visible and then notifies the member's parker. May return early.
//
// Orders   the member sets idle and seeks_work, then checks for tasks; a pusher of tasks pushes, then loads
//          both in wake_idle_member(). All seq_cst: one sees the other.
template <class Condition>
void sleep_at_slot(Team& team, Member& slot, Condition condition) {
  LIMPID_DCHECK(!slot.seeks_work.load(std::memory_order_relaxed) && slot.team == &team);
  IdleSleep idle(team.tasks, slot.tasks);
  slot.seeks_work.store(true, std::memory_order_seq_cst);  // pairs with the load in wake_idle_member()
  // Tasks first: a visitor (see TeamTasks) makes the condition false, and may leave between the two checks.
  idle.sleep_unless(slot.mailbox.parker, [&] {
    // [tasks.used]
    return (team.tasks.used.load(std::memory_order_seq_cst) && tasks_visible(team)) || condition();
  });
  slot.seeks_work.store(false, std::memory_order_relaxed);
}

}  // namespace limpid::core
