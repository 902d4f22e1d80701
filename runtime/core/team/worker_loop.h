// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders to the workers of a hot team, and how they wait for them.
#pragma once

#include "core/team/member.h"
#include "core/team/team.h"

namespace limpid::core {

// Between regions the workers of a hot team wait at their mailboxes ("idle") for the leader's next order.

// Sends an order to the branches below a member; each passes it on. The mailbox's other fields come from
// what.
void send_down(Team& team, uint32_t index, const Mailbox& what);

// Tells members [first, size) to leave and waits until their slots are empty.
void dismiss_members(Team& team, uint32_t first);

// The worker's side: serves at its slot until it is told to leave.
void run_worker_loop(Thread& self, Member& slot);

// Tasks of the region may have finished on another thread than those who wait at its end or at a barrier:
// wakes them.
void announce_quiescence(Team& team);

// The leader's first and last step in a region with Ending::stated. From the last one on the members state
// its end, and nobody names it any more.
void open_for_observers(Team& team);
void close_for_observers(Thread& self, Team& team);

}  // namespace limpid::core
