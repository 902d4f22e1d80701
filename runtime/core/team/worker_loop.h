// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker loop: commands to the workers of a hot team, and how the workers wait for them.
#pragma once

#include "core/data/member.h"
#include "core/data/team.h"

namespace limpid::core {

// Between regions the workers of a hot team are idle: they wait at their mailboxes for the leader's next
// command.

// Sends the command in `what` to the branches below a member; each passes it on.
void send_down(Team& team, uint32_t index, const Mailbox& what);

// Commands members [first, size) to leave and waits until their slots are empty.
void dismiss_members(Team& team, uint32_t first);

// The worker's side: executes the commands at its slot until one is Command::leave.
void run_worker_loop(Thread& self, Member& slot);

// The leader's first and last step in a region with JoinMode::emitted. After the last step the members emit
// the region's end, and no event names the region any more.
void open_for_observers(Team& team);
void close_for_observers(Thread& self, Team& team);

}  // namespace limpid::core
