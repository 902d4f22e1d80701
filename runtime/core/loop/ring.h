// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the members of a team meet at a worksharing construct.
//
// A region's constructs are numbered. Construct k uses slot k % kSlots of the team's ring, so fast members
// may run kSlots nowait constructs ahead of slow ones. The first member to arrive claims the slot and
// fills it in; the others find it ready.
//
// Orders   [ws.claim] CAS of the ticket to 2k+1 by one arriver, which has seen [ws.finished] of all
//          members for construct k - kSlots (seq_cst loads), or knows it from a barrier or the fork. That
//          orders its writes to the slot after all earlier uses of the slot; the CAS is relaxed.
//          [ws.ready] release store of 2k+2, pairs with the arrivers' acquire load [ws.enter].
//          [ws.finished] a member's count of finished constructs: release; seq_cst before it rings for
//          threads that wait for a slot.
#pragma once

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"

namespace limpid::core {

constexpr uint64_t ready_ticket(uint64_t number) {
  return 2 * number + 2;
}

inline Workshare& slot_for(Team& team, uint64_t number) {
  return team.workshares.slots[number % WorkshareRing::kSlots];
}

enum class Arrival : uint8_t { first, later, too_late };

// first: the caller must fill the slot in. later: it is ready. too_late: the region is cancelled, and the
// slot is still taken.
Arrival claim_slot(Thread& self, Workshare& workshare, uint64_t number);

// The calling member's next construct. set_up(Workshare&) is called on the first member to arrive.
template <class SetUp>
inline Workshare& enter_workshare(Thread& self, SetUp&& set_up) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.current == nullptr);  // constructs are not nested in one member
  Workshare* workshare = &slot_for(*self.team, cursor.sequence);
  uint64_t ready = ready_ticket(cursor.sequence);
  if (workshare->ticket.load(std::memory_order_acquire) != ready) {  // [ws.enter]
    Arrival arrival = claim_slot(self, *workshare, cursor.sequence);
    if (arrival == Arrival::first) {
      set_up(*workshare);
      LIMPID_DCHECK(workshare->ticket.load(std::memory_order_relaxed) == ready - 1);
      workshare->ticket.store(ready, std::memory_order_release);  // [ws.ready]
    } else if (arrival == Arrival::too_late) {
      workshare = &self.team->workshares.null_workshare;
    }
  }
  cursor.current = workshare;
  return *workshare;
}

// The calling member has left its construct. before_barrier: a barrier of the team follows at once, so no
// thread can wait for this.
void leave_workshare(Thread& self, bool before_barrier);

// After that barrier: all members have finished all constructs so far.
inline void all_have_left(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.everyone_finished <= cursor.sequence);
  cursor.everyone_finished = cursor.sequence;
}

// At least bytes of zero-filled memory, 64-byte aligned, valid until the slot is used again. Aborts if there
// is no memory.
void* reserve_block(Workshare& workshare, size_t bytes);

}  // namespace limpid::core
