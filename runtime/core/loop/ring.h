// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the members of a team meet at a worksharing construct.
//
// A region's constructs are numbered. Construct k uses slot (k - f) % kSlots of the team's ring, where f is the
// first construct after the fork or after the last barrier that ended a construct. So fast members may run kSlots nowait
// constructs ahead of slow ones, and a team whose constructs end with barriers needs the memory of one slot. The first
// member to arrive claims the slot and fills it in; the others find it ready.
//
// Orders   [ws.claim] CAS of the ticket to 2k+1 by one arriver, which has seen [ws.finished] of all
//          members for construct k - kSlots (seq_cst loads), or knows it from a barrier or the fork. That
//          orders its writes to the slot after all earlier uses of the slot; the CAS is relaxed.
//          [ws.ready] release store of 2k+2, pairs with the arrivers' acquire load [ws.enter].
//          [ws.segment] the CAS of the first member that needs a segment publishes its slots, which are as new:
//          release, pairs with the acquire loads of the others.
//          [ws.finished] a member's count of finished constructs: release. Before it rings for threads that wait for a
//          slot it needs a fence, which the sleeper executes for it (process_fence), or a seq_cst exchange.
#pragma once

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "platform/cpu.h"

namespace limpid::core {

constexpr uint64_t ready_ticket(uint64_t number) {
  return 2 * number + 2;
}

// The index of the slot, and of the members' range words, for the member's next construct.
inline uint64_t slot_index(const WorkshareCursor& cursor) {
  LIMPID_DCHECK(cursor.round_start <= cursor.sequence);
  return (cursor.sequence - cursor.round_start) % WorkshareRing::kSlots;
}

// A slot that is not in the first segment.
Workshare& later_slot(Team& team, uint64_t index);

inline Workshare& slot_at(Team& team, uint64_t index) {
  LIMPID_DCHECK(index < WorkshareRing::kSlots);
  if (index < policy::kSegmentSlots) [[likely]]
    return team.workshares.first_segment[index];
  return later_slot(team, index);
}

inline Workshare& next_slot(Team& team, const WorkshareCursor& cursor) {
  return slot_at(team, slot_index(cursor));
}

enum class Arrival : uint8_t { first, later, too_late };

// first: the caller must fill the slot in. later: it is ready. too_late: the region is cancelled, and the
// slot is still taken.
Arrival claim_slot(Thread& self, Workshare& workshare, uint64_t number);

// A member that comes first is often ahead of the others, and comes first to the next construct, too. The others have
// read that slot's lines in its last round: they travel while this construct is executed. Past the segment's end this
// fetches in vain.
inline void prefetch_next_slot(const Workshare* workshare) {
  if (!policy::enabled(policy::slot_prefetch)) return;
  platform::fetch_for_writing(&workshare[1].ticket);
  platform::fetch_for_writing(&workshare[1].next);
}

// The calling member's next construct. set_up(Workshare&) is called on the first member to arrive.
template <class SetUp>
inline Workshare& enter_workshare(Thread& self, SetUp&& set_up) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.current == nullptr);  // constructs are not nested in one member
  Workshare* workshare = &next_slot(*self.team, cursor);
  uint64_t ready = ready_ticket(cursor.sequence);
  if (workshare->ticket.load(std::memory_order_acquire) != ready) {  // [ws.enter]
    Arrival arrival = claim_slot(self, *workshare, cursor.sequence);
    if (arrival == Arrival::first) {
      prefetch_next_slot(workshare);
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

// After that barrier: all members have finished all constructs so far, and begin with the first slot again.
inline void all_have_left(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.everyone_finished <= cursor.sequence);
  cursor.everyone_finished = cursor.round_start = cursor.sequence;
}

// At least bytes of zero-filled memory, 64-byte aligned, valid until the slot is used again. Aborts if there
// is no memory.
void* reserve_block(Workshare& workshare, size_t bytes);

}  // namespace limpid::core
