// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules in which every member owns a range of the loop's chunks and others steal from its back, so that
// members do not contend for one counter.
//
// States   a member's word for a slot (RangeWord) belongs to the loop whose epoch it carries. A word of
//          another epoch means the whole initial share: its owner has not arrived and no member has
//          stolen from it. Each owner moves its word to the loop's epoch when it arrives, so a word is
//          never more than one loop of its slot behind; words of members that may have missed a loop are
//          zeroed at fork (region.h), and no loop has epoch 0.
// Writers  owner: low up by CAS; empty -> what it has stolen, by a store. thieves: high down by CAS.
// Orders   relaxed: the word is the only shared data. A thief's late CAS succeeds only if the word has the
//          same value again, and then the range is the same. Only its owner changes an empty word.
// Last     After the loop, GCC's code decides by the last chunk that a thread was given whether the thread
//          executed the last iteration (lastprivate). So the last chunk is kept back until a member
//          finds all words empty, and is the last one that this member takes: loop.next has no kLastTaken until then
//          (relaxed RMW).
// Ends     a member that finds all words empty is done; a thief executes the units that it has taken but
//          not yet stored in its word.
#pragma once

#include "base/check.h"
#include "core/data/workshare.h"
#include "core/loop/range_word.h"
#include "sync/atomic.h"

namespace limpid::core {

struct Team;

// Consecutive units of a ranged loop: [begin, end).
struct Units {
  uint64_t begin;
  uint64_t end;
};

// Flags in Workshare::next of a ranged loop.
enum RangedFlags : uint64_t {
  kLastTaken = 1,     // a member has found all words empty, and taken the last chunk
  kLeaderHasAll = 2,  // the leader's initial share is the whole loop; constant
};

// The last chunk is not in the ranges: see Last above.
inline uint64_t ranged_chunks(const Workshare& loop) {
  return loop.chunks == 0 ? 0 : loop.chunks - 1;
}

inline uint64_t unit_count(const Workshare& loop) {
  uint64_t chunks = ranged_chunks(loop), rest = chunks & ((uint64_t{1} << loop.unit_shift) - 1);
  return (chunks >> loop.unit_shift) + (rest != 0 ? 1 : 0);
}

// Chooses units so that a range word can count them, and begins a new epoch of the slot.
void set_up_ranges(Workshare& loop);

// The leader of a combined construct begins while its worker is on the way, and is through with a short loop before that
// one comes. So it need not take a share from the worker's word just when the worker needs it. Before the loop is ready.
inline void give_all_to_leader(Workshare& loop) {
  LIMPID_DCHECK(loop.schedule != Schedule::ranged_dynamic || loop.next.load(std::memory_order_relaxed) == 0);
  if (loop.schedule == Schedule::ranged_dynamic) loop.next.store(kLeaderHasAll, std::memory_order_relaxed);
}

// The range that the word holds for this loop: the member's initial share if the word is of another epoch.
inline RangeWord read_range(uint64_t word, const Workshare& loop, uint64_t index, uint64_t threads) {
  RangeWord range = RangeWord::unpack(word);
  if (range.epoch == loop.epoch) [[likely]]
    return range;
  LIMPID_DCHECK(index < threads);
  uint64_t units = unit_count(loop);
  if ((loop.next.load(std::memory_order_relaxed) & kLeaderHasAll) != 0)
    return {loop.epoch, index == 0 ? 0 : units, units};
  return {loop.epoch, units * index / threads, units * (index + 1) / threads};
}

// The owner takes the next unit of its own range. False: the range is empty.
inline bool take_own(sync::Atomic<uint64_t>& word, const Workshare& loop, uint64_t index, uint64_t threads,
                     Units& taken) {
  uint64_t seen = word.load(std::memory_order_relaxed);
  for (;;) {
    RangeWord range = read_range(seen, loop, index, threads);
    LIMPID_DCHECK(range.high <= unit_count(loop));
    uint64_t count = range.empty() ? 0 : 1;
    RangeWord rest{range.epoch, range.low + count, range.high};
    if (rest.pack() == seen) return false;  // empty, and marked with this loop's epoch
    if (word.compare_exchange_weak(seen, rest.pack(), std::memory_order_relaxed)) {
      taken = {range.low, range.low + count};
      return count != 0;
    }
  }
}

// The same where the word is marked with the loop's epoch already, and nobody steals from it at this moment. False: not so,
// or the range is empty.
[[gnu::always_inline]] inline bool take_own_at_once(sync::Atomic<uint64_t>& word, const Workshare& loop,
                                                    uint64_t& unit) {
  uint64_t seen = word.load(std::memory_order_relaxed);
  const RangeWord range = RangeWord::unpack(seen);
  if (range.epoch != loop.epoch || range.empty()) return false;
  LIMPID_DCHECK(range.high <= unit_count(loop));
  unit = range.low;
  return word.compare_exchange_strong(seen, RangeWord::without_first(seen), std::memory_order_relaxed);
}

// Looking at the others' words costs a transfer for each, and would find only what a thief took before and has stored
// since.
inline bool is_exhausted(const Workshare& loop) {
  return (loop.next.load(std::memory_order_relaxed) & kLastTaken) != 0;
}

// The chunk that was kept back, for the first member that asks.
inline bool take_last(Workshare& loop) {
  return loop.chunks != 0 && !is_exhausted(loop) &&
         (loop.next.fetch_or(kLastTaken, std::memory_order_relaxed) & kLastTaken) == 0;
}

// Takes half of what another member has left. The first unit is returned in taken, the rest goes into the
// calling member's own, empty word.
bool steal_units(Team& team, Workshare& loop, uint64_t index, Units& taken);

}  // namespace limpid::core
