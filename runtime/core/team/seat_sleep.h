// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/task/scheduling.h"
#include "core/team/member.h"
#include "core/team/team.h"

namespace limpid::core {

// A member sleeps at its own mailbox until news() or a task comes; who brings news makes it visible and then
// notifies the member's parker. May return early.
//
// Orders   the look between ticket() and announce() sees what came before the ticket; the one after
// announce() what
//          came before the notification that then finds the member asleep. Pushers of tasks see it in idle
//          and seeks_work, which are set before that second look (all sequentially consistent).
template <class News>
void sleep_at_seat(Team& team, Member& seat, News news) {
  sync::Parker& parker = seat.mailbox.parker;
  const uint32_t ticket = parker.ticket();
  if (news()) return;
  team.tasks.idle.begin();
  seat.seeks_work.store(true, std::memory_order_seq_cst);
  if (parker.announce(ticket)) {
    if (news() || (team.tasks.used.load(std::memory_order_relaxed) && tasks_visible(team))) {
      parker.retract();
    } else {
      parker.park(ticket);
    }
  }
  seat.seeks_work.store(false, std::memory_order_relaxed);
  team.tasks.idle.end();
  seat.tasks.was_asleep = true;
}

}  // namespace limpid::core
