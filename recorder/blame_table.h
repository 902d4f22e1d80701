// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

namespace limpid::recorder {

// Waiting for locks that nobody has been charged with yet, by wait id. Whoever releases the lock takes the
// sum and charges its own context. So what is added must be added while the one to blame still holds the
// lock: as soon as a waiter is seen, with the planned distance to the next round. That is right in the mean,
// because the distance is drawn independently of what the round sees (RandomInterval); to wait for the next
// round would be exact in length, but by then somebody else holds the lock: holds are mostly shorter than
// distances. Two wait ids that share an entry share blame: rare, and it only blurs.
class BlameTable {
 public:
  // Async-signal-safe.
  void add(uint64_t wait_id, uint64_t ns) { entry(wait_id).fetch_add(ns, std::memory_order_relaxed); }

  // What has come together for this lock; the caller charges it. Mostly one load that finds zero.
  uint64_t take(uint64_t wait_id) {
    std::atomic<uint64_t>& e = entry(wait_id);
    return e.load(std::memory_order_relaxed) == 0 ? 0 : e.exchange(0, std::memory_order_relaxed);
  }

 private:
  static constexpr uint32_t kEntries = 4096;

  std::atomic<uint64_t>& entry(uint64_t wait_id) {
    return entries_[(wait_id * 0x9e3779b97f4a7c15ull >> 40) % kEntries];
  }

  std::atomic<uint64_t> entries_[kEntries] = {};
};

}  // namespace limpid::recorder
