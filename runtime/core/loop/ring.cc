// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Claiming, filling and leaving the slots of the ring of worksharing constructs.
#include "core/loop/ring.h"

#include <string.h>

#include <memory>
#include <span>

#include "base/check.h"
#include "core/data/wait_scope.h"
#include "core/loop/policy.h"
#include "core/loop/region.h"
#include "core/loop/waiting.h"
#include "platform/memory.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// Between two looks at what another member is filling in: a matter of nanoseconds, unless that one was preempted.
void poll_set_up(int& polls) {
  if (++polls >= policy::kSetUpPolls) return sync::yield();
  const uint32_t pauses = policy::enabled(policy::set_up_pauses) ? policy::kSetUpPauses : 1;
  for (uint32_t pause = 0; pause < pauses; ++pause) sync::relax();
}

uint64_t finished_by_all(const Team& team) {
  uint64_t least = ~uint64_t{0};
  for (uint32_t index = 0; index < team.size; ++index) {
    uint64_t count =
        team.members[index].workshares.finished.load(std::memory_order_seq_cst);  // [ws.finished]
    if (count < least) least = count;
  }
  return least;
}

// As far as the leavers tell those that wait.
uint64_t told_by_all(uint64_t everyone_finished) {
  return everyone_finished - everyone_finished % slots_at_once();
}

// Waits until all members have finished the slot's previous construct, and those up to the next multiple of
// slots_at_once(). False: the region is cancelled, and a member that has left it will not finish that construct any more.
bool await_slot(Thread& self, uint64_t number) {
  WorkshareCursor& cursor = self.member->workshares;
  Team& team = *self.team;
  bool over = number < cursor.everyone_finished + run_ahead();
  if (over) return true;
  const FullWait waiting(self, NoWaitEvents(State::overhead), 0);
  const auto may_go_on = [&] {
    cursor.everyone_finished = finished_by_all(team);
    LIMPID_DCHECK(cursor.everyone_finished <= number);  // this member has not finished it
    over = number < told_by_all(cursor.everyone_finished) + run_ahead();
    // Pairs with the exchange in cancel_region(), which rings slot_bell.
    return over || team.cancelled.load(std::memory_order_seq_cst);
  };
  wait_at(self, team.workshares.slot_bell, may_go_on);
  return over;
}

// Calls f(segment, its number) for each later segment that the team has.
template <class F>
void for_each_later_segment(Team& team, F&& f) {
  for (uint32_t number = 1; number <= WorkshareRing::kLaterSegments; ++number) {
    Workshare* slots = team.workshares.later_segments[number - 1].load(std::memory_order_acquire);
    if (slots == nullptr) return;  // members add them in order
    f(WorkshareSegment(slots, number), number);
  }
}

void reset(sync::Atomic<uint64_t>* words, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) words[i].store(0, std::memory_order_relaxed);
}

void reset_ranges(Team& team, uint32_t from) {
  for (uint32_t index = from; index < team.size; ++index)
    reset(team.members[index].workshares.ranges.of_slot, policy::kSegmentSlots);
  for_each_later_segment(team, [&](WorkshareSegment segment, uint32_t) {
    for (uint32_t index = from; index < team.size; ++index)
      reset(segment.range_words(index), segment.slots().size());
  });
}

void release_blocks(std::span<Workshare> slots) {
  for (Workshare& workshare : slots) {
    if (workshare.block != nullptr) platform::unmap_pages(workshare.block, workshare.block_bytes);
    workshare.block = nullptr;
    workshare.block_bytes = 0;
  }
}

// Written at once, so the pages had better be there.
Workshare* make_segment(uint32_t number, uint32_t members) {
  const size_t bytes = WorkshareSegment::bytes_of(number, members);
  auto* slots = static_cast<Workshare*>(platform::map_ready_pages(bytes));
  if (slots == nullptr) base::fatal("out of memory: worksharing constructs need %zu bytes", bytes);
  WorkshareSegment segment(slots, number);
  const uint64_t count = segment.slots().size();
  std::uninitialized_value_construct_n(slots, count);
  std::uninitialized_value_construct_n(segment.range_words(0), members * count);
  sync::writes_plain(slots);
  return slots;
}

// After a cancelled region members are at different constructs, and slots may hold constructs that some
// members never reached.
uint64_t first_unused_number(const Team& team) {
  uint64_t last = 0;
  for (uint32_t index = 0; index < team.size; ++index) {
    uint64_t sequence = team.members[index].workshares.sequence;
    if (sequence > last) last = sequence;
  }
  return last + 1;
}

}  // namespace

// One member makes it, and the others wait for it: the memory of a segment takes longer to get than to fill in.
[[gnu::cold]] Workshare* add_segment(Team& team, uint32_t number) {
  WorkshareRing& ring = team.workshares;
  sync::Atomic<Workshare*>& place = ring.later_segments[number - 1];
  const uint32_t bit = uint32_t{1} << (number - 1);
  if ((ring.segments_begun.fetch_or(bit, std::memory_order_relaxed) & bit) == 0)
    place.store(make_segment(number, team.capacity), std::memory_order_release);  // [ws.segment]
  Workshare* slots = place.load(std::memory_order_acquire);                       // [ws.segment]
  for (int polls = 0; slots == nullptr; slots = place.load(std::memory_order_acquire)) poll_set_up(polls);
  return slots;
}

Arrival claim_slot(Thread& self, Workshare& workshare, uint64_t number) {
  int polls = 0;
  for (;;) {
    uint64_t ticket = workshare.ticket.load(std::memory_order_acquire);  // [ws.enter]
    if (ticket == ready_ticket(number)) return Arrival::later;
    LIMPID_DCHECK(ticket < ready_ticket(number));  // no member is a round ahead of this one
    if (ticket == ready_ticket(number) - 1) {
      poll_set_up(polls);
      continue;
    }
    if (!await_slot(self, number)) return Arrival::too_late;
    if (workshare.ticket.compare_exchange_strong(ticket, ready_ticket(number) - 1,
                                                 std::memory_order_relaxed)) {  // [ws.claim]
      return Arrival::first;
    }
  }
}

void* reserve_block(Workshare& workshare, size_t bytes) {
  if (workshare.block_bytes < bytes) {
    if (workshare.block != nullptr) platform::unmap_pages(workshare.block, workshare.block_bytes);
    size_t rounded = (bytes + policy::kBlockGrain - 1) / policy::kBlockGrain * policy::kBlockGrain;
    workshare.block = platform::map_pages(rounded);
    workshare.block_bytes = rounded;
    if (workshare.block == nullptr)
      base::fatal("out of memory: a worksharing construct needs %zu bytes", bytes);
  } else if (bytes > 0) {
    memset(workshare.block, 0, bytes);
  }
  LIMPID_DCHECK(workshare.block_bytes >= bytes);
  return workshare.block;
}

void begin_region_workshares(Team& team) {
  WorkshareRing& ring = team.workshares;
  uint64_t base = team.members[0].workshares.sequence;
  if (ring.desynchronised.load(std::memory_order_relaxed)) [[unlikely]] {
    base = first_unused_number(team);
    reset_ranges(team, 0);
    ring.inlined_cancelled.store(0, std::memory_order_relaxed);
    ring.desynchronised.store(false, std::memory_order_relaxed);
  } else if (team.size > ring.last_size) [[unlikely]] {
    reset_ranges(team, ring.last_size);
  }
  // Every member reads these when it starts: a region without worksharing does not write to their line.
  uint64_t singles = ring.singles.load(std::memory_order_relaxed);
  LIMPID_DCHECK(ring.base <= base && ring.single_base <= singles);  // numbers never decrease
  if (ring.base != base) ring.base = base;
  uint64_t copies = ring.copies.load(std::memory_order_relaxed);
  if (ring.single_base != singles) ring.single_base = singles;
  if (ring.copy_base != copies) ring.copy_base = copies;
  if (ring.last_size != team.size) ring.last_size = team.size;
}

void begin_member_workshares(Member& member) {
  const WorkshareRing& ring = member.team->workshares;
  WorkshareCursor& cursor = member.workshares;
  LIMPID_DCHECK(cursor.sequence <= ring.base && !cursor.inlined.open);
  LIMPID_DCHECK(cursor.finished.load(std::memory_order_relaxed) <= ring.base);
  cursor.current = nullptr;
  cursor.sequence = cursor.everyone_finished = cursor.round_start = ring.base;
  cursor.singles = cursor.singles_gone = ring.single_base;
  cursor.copies = ring.copy_base;
  cursor.barriers = 0;
  cursor.inlined.after = 0;
  cursor.inlined.open = false;
  // finished is never more than ring.base. No thread waits for this store: a member that is a whole ring
  // ahead waits until this one leaves a construct of the region.
  if (cursor.finished.load(std::memory_order_relaxed) != ring.base) [[unlikely]]
    cursor.finished.store(ring.base, std::memory_order_relaxed);
}

void release_workshares(Team& team) {
  WorkshareRing& ring = team.workshares;
  release_blocks(ring.first_segment);
  for_each_later_segment(team, [&](WorkshareSegment segment, uint32_t number) {
    release_blocks(segment.slots());
    platform::unmap_pages(segment.slots().data(), WorkshareSegment::bytes_of(number, team.capacity));
    ring.later_segments[number - 1].store(nullptr, std::memory_order_relaxed);
  });
  ring.segments_begun.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::core
