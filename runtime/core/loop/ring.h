// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the members of a team meet at a worksharing construct.
//
// A region's constructs are numbered. Construct k uses slot (k - f) % kSlots of the team's ring, where f is the
// first construct after the fork or after the last barrier that ended a construct. So fast members may run kSlots nowait
// constructs ahead of slow ones (slots_at_once() fewer, once they have waited), and a team whose constructs end with
// barriers needs the memory of one slot. The first member to arrive claims the slot and fills it in; the others find it
// ready.
//
// Orders   [ws.claim] CAS of the ticket to 2k+1 by one arriver, which has seen [ws.finished] of all
//          members for construct k - kSlots (seq_cst loads), or knows it from a barrier or the fork. That
//          orders its writes to the slot after all earlier uses of the slot; the CAS is relaxed.
//          [ws.ready] release store of 2k+2, pairs with the arrivers' acquire load [ws.enter].
//          [ws.segment] the first member that needs a segment (by its bit of segments_begun) makes it and publishes its slots,
//          which are as new: release, pairs with the acquire loads of the others.
//          [ws.finished] a member's count of finished constructs: release. Before it rings for threads that wait for a
//          slot a seq_cst exchange: either it sees that one sleeps, or that one's last check sees the count.
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

// Adds the later segment of that number, or waits until another member has.
Workshare* add_segment(Team& team, uint32_t number);

// The segment of a slot that is not in the first one.
inline WorkshareSegment later_segment(Team& team, uint64_t slot_index) {
  const uint32_t number = WorkshareSegment::number_of(slot_index);
  LIMPID_DCHECK(number - 1 < WorkshareRing::kLaterSegments);
  Workshare* slots =
      team.workshares.later_segments[number - 1].load(std::memory_order_acquire);  // [ws.segment]
  if (slots == nullptr) [[unlikely]]
    slots = add_segment(team, number);
  sync::reads_plain(slots);
  return {slots, number};
}

// A later segment begins with the slot whose index is the number of its slots.
inline Workshare& slot_at(Team& team, uint64_t index) {
  LIMPID_DCHECK(index < WorkshareRing::kSlots);
  if (index < policy::kSegmentSlots) [[likely]]
    return team.workshares.first_segment[index];
  const std::span<Workshare> slots = later_segment(team, index).slots();
  return slots[index - slots.size()];
}

// The member's range word for that slot.
inline sync::Atomic<uint64_t>& range_word(Team& team, uint64_t member, uint64_t index) {
  LIMPID_DCHECK(member < team.size && index < WorkshareRing::kSlots);
  if (index < policy::kSegmentSlots) [[likely]]
    return team.members[member].workshares.ranges.of_slot[index];
  WorkshareSegment segment = later_segment(team, index);
  return segment.range_words(member)[index - segment.slots().size()];
}

inline Workshare& next_slot(Team& team, const WorkshareCursor& cursor) {
  return slot_at(team, slot_index(cursor));
}

// How many constructs a member may be ahead of the slowest one.
inline uint64_t run_ahead() {
  return policy::enabled(policy::run_ahead) ? WorkshareRing::kSlots : policy::kLeastRunAhead;
}

// A member that waits for a slot goes on when all have finished a multiple of so many constructs, and is woken only then:
// if it went on with each slot that comes free, a slow member would have to wake it for each construct.
inline uint64_t slots_at_once() {
  static_assert(policy::kLeastRunAhead >= policy::kRoomShare);  // never none
  return run_ahead() / policy::kRoomShare;
}

// The calling member is the first, and knows that all have finished the slot's last construct. False: claim_slot() has
// to look.
inline bool claim_at_once(const WorkshareCursor& cursor, Workshare& workshare, uint64_t ticket) {
  const uint64_t ready = ready_ticket(cursor.sequence);
  LIMPID_DCHECK(ticket < ready);  // no member is a round ahead of this one
  if (ticket == ready - 1 || cursor.sequence >= cursor.everyone_finished + run_ahead()) return false;
  return workshare.ticket.compare_exchange_strong(ticket, ready - 1,
                                                  std::memory_order_relaxed);  // [ws.claim]
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
  const uint64_t ticket = workshare->ticket.load(std::memory_order_acquire);  // [ws.enter]
  if (ticket != ready) {
    Arrival arrival = claim_at_once(cursor, *workshare, ticket)
                          ? Arrival::first
                          : claim_slot(self, *workshare, cursor.sequence);
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
// thread can wait for this. Threads wait for multiples of slots_at_once().
inline void leave_workshare(Thread& self, bool before_barrier) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.current != nullptr);
  LIMPID_DCHECK(cursor.finished.load(std::memory_order_relaxed) == cursor.sequence);
  cursor.current = nullptr;
  cursor.chunk.begin = cursor.chunk.end = 0;
  const uint64_t count = ++cursor.sequence;
  if (before_barrier || self.team_size == 1 || count % slots_at_once() != 0) {
    cursor.finished.store(count, std::memory_order_release);  // [ws.finished]
    return;
  }
  cursor.finished.exchange(count, std::memory_order_seq_cst);  // [ws.finished]
  self.team->workshares.slot_bell.ring();
}

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
