// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "charge/construct_totals.h"
#include "charge/own_waiting.h"

namespace limpid::recorder {

// Waiting for locks that nobody has been charged with yet, by wait id. Whoever releases the lock takes the
// sum and charges its own context. So what is added must be added while the one to blame still holds the
// lock: as soon as a waiter is seen, with the planned distance to the next round. That is right in the mean,
// because the distance is drawn independently of what the round sees (RandomInterval); to wait for the next
// round would be exact in length, but by then somebody else holds the lock: holds are mostly shorter than
// distances.
//
// A thread that releases is not to blame for its own waiting. It finds some when the lock was free already
// and it had yet to wake up, or when the one before it was put aside between giving the lock away and telling
// so. Who that was cannot be known any more; most likely the place that was blamed last.
//
// Two wait ids that share an entry share blame: rare, and it only blurs.
class BlameTable {
 public:
  struct Blame {
    uint64_t others_ns = 0;              // the releasing thread made others wait for so long
    uint64_t own_ns = 0;                 // and has waited itself
    ConstructTotals* earlier = nullptr;  // answers for own_ns; not null if that is not 0
  };

  // Async-signal-safe. waiter: the waiting thread's.
  void add(uint64_t wait_id, uint64_t ns, OwnWaiting* waiter) {
    const uint64_t before = entry(wait_id).word.fetch_add(ns, std::memory_order_relaxed);
    waiter->add(wait_id, before & ~kTime, ns);
  }

  // Mostly one load that finds nothing.
  bool any(uint64_t wait_id) { return (entry(wait_id).word.load(std::memory_order_relaxed) & kTime) != 0; }

  // What has come together for this lock; the caller charges it. As long as nobody was blamed before, what
  // the releasing thread waited itself stays for the next one.
  Blame take(uint64_t wait_id, const OwnWaiting& releasing) {
    Entry& e = entry(wait_id);
    ConstructTotals* const earlier = e.blamed.load(std::memory_order_relaxed);
    uint64_t seen = e.word.load(std::memory_order_relaxed);
    for (;;) {
      const uint64_t all = seen & kTime, generation = seen & ~kTime;
      const uint64_t mine = releasing.in(wait_id, generation);
      const uint64_t own = mine < all ? mine : all;
      const uint64_t left = earlier == nullptr ? own : 0;
      if (left == all) return {};
      if (e.word.compare_exchange_weak(seen, (generation + kTime + 1) | left, std::memory_order_relaxed))
        return {all - own, own - left, earlier};
    }
  }

  // For another recording: nobody has waited yet.
  void reset() {
    for (Entry& e : entries_) e.word.store(0, std::memory_order_relaxed);
  }

  // The totals of whoever has just been charged.
  void charged(uint64_t wait_id, ConstructTotals* totals) {
    entry(wait_id).blamed.store(totals, std::memory_order_relaxed);
  }

 private:
  static constexpr uint32_t kEntries = 4096;
  static constexpr uint64_t kTime = (1ull << 52) - 1;  // ns: 52 days

  struct Entry {
    std::atomic<uint64_t> word;  // time not yet charged; above it, its generation: how often it was taken
    std::atomic<ConstructTotals*> blamed;  // last
  };

  Entry& entry(uint64_t wait_id) { return entries_[(wait_id * 0x9e3779b97f4a7c15ull >> 40) % kEntries]; }

  Entry entries_[kEntries] = {};
};

}  // namespace limpid::recorder
