// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a member sleeps at its slot and is woken for news or for a task.
#pragma once

#include "base/check.h"
#include "core/task/scheduling.h"
#include "core/team/member.h"
#include "core/team/team.h"

namespace limpid::core {

// A member sleeps at its own mailbox until news() or a task comes; who brings news makes it visible and then
// notifies the member's parker. May return early.
//
// Orders   pushers of tasks see the member in idle and seeks_work, which are set before its second look (all
//          sequentially consistent).
template <class Condition>
void sleep_at_slot(Team& team, Member& slot, Condition condition) {
  LIMPID_DCHECK(!slot.seeks_work.load(std::memory_order_relaxed) && slot.team == &team);
  team.tasks.idle.begin();
  slot.seeks_work.store(true, std::memory_order_seq_cst);
  // Tasks first: a visitor, because of whom there was no news, may leave between the two looks.
  slot.mailbox.parker.sleep_unless([&] {
    return (team.tasks.used.load(std::memory_order_relaxed) && tasks_visible(team)) || condition();
  });
  slot.seeks_work.store(false, std::memory_order_relaxed);
  team.tasks.idle.end();
  slot.tasks.was_asleep = true;
}

}  // namespace limpid::core
