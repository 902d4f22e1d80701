// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets up the ranges of a loop, and steals from the back of other members' ranges.
#include "core/loop/steal.h"

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/loop/ring.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// Takes the back half of a range, all of it if it is one unit.
bool take_back(sync::Atomic<uint64_t>& word, const Workshare& loop, uint64_t index, uint64_t threads,
               Units& taken) {
  platform::fetch_for_writing(&word);
  uint64_t seen = word.load(std::memory_order_relaxed);
  for (;;) {
    RangeWord range = read_range(seen, loop, index, threads);
    if (range.empty()) return false;
    const bool arrived = RangeWord::unpack(seen).epoch == loop.epoch;
    uint64_t middle = range.low + range.size() / (arrived ? 2 : 4);
    RangeWord rest{range.epoch, range.low, middle};
    if (word.compare_exchange_weak(seen, rest.pack(), std::memory_order_relaxed)) {
      LIMPID_DCHECK(middle < range.high && range.high <= unit_count(loop));
      taken = {middle, range.high};
      return true;
    }
  }
}

}  // namespace

void set_up_ranges(Workshare& loop) {
  loop.unit_shift = 0;
  while (unit_count(loop) > RangeWord::kMaxUnits) ++loop.unit_shift;
  loop.epoch = loop.epoch == 255 ? 1 : loop.epoch + 1;
  LIMPID_DCHECK(loop.epoch != 0);  // 0 is the epoch of words of zeroes
}

bool steal_units(Team& team, Workshare& loop, uint64_t index, Units& taken) {
  const uint64_t slot = slot_index(team.members[index].workshares);
  sync::Atomic<uint64_t>& own = range_word(team, index, slot);
  uint64_t threads = team.size;
  for (uint64_t step = 1; step < threads; ++step) {
    uint64_t victim = index + step < threads ? index + step : index + step - threads;
    Units stolen;
    if (!take_back(range_word(team, victim, slot), loop, victim, threads, stolen)) continue;
    taken = {stolen.begin, stolen.begin + 1};
    RangeWord kept{loop.epoch, taken.end, stolen.end};
    // Only its owner changes an empty word.
    LIMPID_DCHECK(read_range(own.load(std::memory_order_relaxed), loop, index, threads).empty());
    own.store(kept.pack(), std::memory_order_relaxed);
    return true;
  }
  return false;
}

}  // namespace limpid::core
