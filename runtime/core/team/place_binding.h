// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding the threads of a team to OpenMP places.
#pragma once

#include "core/team/region.h"

namespace limpid::core {

// Assigns a place and a place partition to each member, by the region's proc_bind clause or bind-var
// (5.1, 2.6.2). One test if no places are in use. Members bind themselves when they start.
void assign_places(Thread& self, Team& team, const Region& region);

// The same for the initial thread of one team of a league. parent is the slot of the encountering task: the
// teams share its partition (5.1, 2.7).
void assign_place_of_team(ProcBind bind, const Member& parent, Member& slot, uint32_t number, uint32_t teams);

// Binds the calling thread to its slot's place, if it is not bound there already.
void move_to_place_slow(Thread& self, const Member& slot);
inline void bind_to_place(Thread& self, const Member& slot) {
  if (slot.place != self.bound_place) [[unlikely]]
    move_to_place_slow(self, slot);
}

// Lets the calling thread run on every processor of the process: for a thread that serves no single team.
void unbind(Thread& self);

// Binds an initial thread to the first place, with all places as its partition, if binding is enabled.
void bind_to_first_place(Thread& self, Member& slot);

}  // namespace limpid::core
