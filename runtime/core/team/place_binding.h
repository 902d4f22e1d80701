// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding the threads of a team to places.
#pragma once

#include "core/team/region.h"

namespace limpid::core {

// Assigns a place and a place partition to each member, as the region's proc_bind clause or bind-var says
// (5.1, 2.6.2). Does nothing, at the price of one test, when no places are in use. Members move themselves
// when they start.
void assign_places(Thread& self, Team& team, const Region& region);

// The same for the initial thread of one team of a league, whose encountering task sits at parent: the teams
// share its partition (5.1, 2.7).
void assign_place_of_team(ProcBind bind, const Member& parent, Member& slot, uint32_t number, uint32_t teams);

// Moves the calling thread to its slot's place, if it is not there.
void move_to_place_slow(Thread& self, const Member& slot);
inline void move_to_place(Thread& self, const Member& slot) {
  if (slot.place != self.bound_place) [[unlikely]]
    move_to_place_slow(self, slot);
}

// Lets the calling thread run wherever the process may: it works for everybody.
void move_anywhere(Thread& self);

// An initial thread begins at the first place, with all places as its partition, when binding is on.
void settle_at_first_place(Thread& self, Member& slot);

}  // namespace limpid::core
