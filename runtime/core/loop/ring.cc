// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Claiming, filling and leaving the slots of the ring of worksharing constructs.
#include "core/loop/ring.h"

#include <string.h>

#include <new>

#include "base/check.h"
#include "core/data/wait_scope.h"
#include "core/loop/policy.h"
#include "core/loop/region.h"
#include "core/loop/waiting.h"
#include "platform/memory.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

uint32_t set_up_pauses() {
  return policy::enabled(policy::set_up_pauses) ? policy::kSetUpPauses : 1;
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

void reset(RangeWords& words) {
  for (auto& word : words.of_slot) word.store(0, std::memory_order_relaxed);
}

void reset_ranges(Team& team, uint32_t from) {
  for (uint32_t index = from; index < team.size; ++index) reset(team.members[index].workshares.ranges);
  for (auto& place : team.workshares.later_segments) {
    WorkshareSegment* segment = place.load(std::memory_order_acquire);
    if (segment == nullptr) break;  // members add them in order
    for (uint32_t index = from; index < team.size; ++index) reset(segment->range_words()[index]);
  }
}

size_t segment_bytes(const Team& team) {
  static_assert(sizeof(WorkshareSegment) % alignof(RangeWords) == 0);
  return sizeof(WorkshareSegment) + team.capacity * sizeof(RangeWords);
}

void release_blocks(Workshare (&slots)[policy::kSegmentSlots]) {
  for (Workshare& workshare : slots) {
    if (workshare.block != nullptr) platform::unmap_pages(workshare.block, workshare.block_bytes);
    workshare.block = nullptr;
    workshare.block_bytes = 0;
  }
}

WorkshareSegment* make_segment(const Team& team) {
  const size_t bytes = segment_bytes(team);
  void* memory = platform::map_pages(bytes);
  if (memory == nullptr) base::fatal("out of memory: worksharing constructs need %zu bytes", bytes);
  auto* segment = ::new (memory) WorkshareSegment;
  for (uint32_t index = 0; index < team.capacity; ++index) ::new (&segment->range_words()[index]) RangeWords;
  sync::writes_plain(segment);
  return segment;
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

// Returns the segment that came first.
[[gnu::cold]] WorkshareSegment* add_segment(Team& team, sync::Atomic<WorkshareSegment*>& place) {
  WorkshareSegment* fresh = make_segment(team);
  WorkshareSegment* there = nullptr;
  if (place.compare_exchange_strong(there, fresh, std::memory_order_release, std::memory_order_acquire))
    return fresh;  // [ws.segment]
  platform::unmap_pages(fresh, segment_bytes(team));
  return there;
}

Arrival claim_slot(Thread& self, Workshare& workshare, uint64_t number) {
  int polls = 0;
  for (;;) {
    uint64_t ticket = workshare.ticket.load(std::memory_order_acquire);  // [ws.enter]
    if (ticket == ready_ticket(number)) return Arrival::later;
    LIMPID_DCHECK(ticket < ready_ticket(number));  // no member is a round ahead of this one
    // Being filled in: a matter of nanoseconds, unless the thread that fills it in was preempted.
    if (ticket == ready_ticket(number) - 1) {
      if (++polls < policy::kSetUpPolls) {
        for (uint32_t pause = 0; pause < set_up_pauses(); ++pause) sync::relax();
      } else {
        sync::yield();
      }
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
  release_blocks(team.workshares.first_segment);
  for (auto& place : team.workshares.later_segments) {
    WorkshareSegment* segment = place.load(std::memory_order_acquire);
    if (segment == nullptr) break;  // members add them in order
    release_blocks(segment->slots);
    platform::unmap_pages(segment, segment_bytes(team));
    place.store(nullptr, std::memory_order_relaxed);
  }
}

}  // namespace limpid::core
