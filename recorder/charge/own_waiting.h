// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

namespace limpid::recorder {

// What a thread's own waiting has brought into the blame for one lock since that was last taken. Written by
// the thread's handler or the sampler, whichever [slot.phase] lets, and read when the thread releases a lock;
// a torn answer only blurs.
class OwnWaiting {
 public:
  // generation: of the lock's blame, how often it was taken.
  void add(uint64_t wait_id, uint64_t generation, uint64_t ns) {
    const uint64_t before = in(wait_id, generation);
    wait_id_.store(wait_id, std::memory_order_relaxed);
    generation_.store(generation, std::memory_order_relaxed);
    ns_.store(before + ns, std::memory_order_relaxed);
  }

  uint64_t in(uint64_t wait_id, uint64_t generation) const {
    const bool same = wait_id_.load(std::memory_order_relaxed) == wait_id &&
                      generation_.load(std::memory_order_relaxed) == generation;
    return same ? ns_.load(std::memory_order_relaxed) : 0;
  }

 private:
  std::atomic<uint64_t> wait_id_{0}, generation_{0}, ns_{0};
};

}  // namespace limpid::recorder
