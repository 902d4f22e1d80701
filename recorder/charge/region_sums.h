// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "shared_word.h"

namespace limpid::recorder {

// How often the regions of one construct ran, and for how long. Nearly always one thread runs them all. It owns one half
// of the sums, and adds to it with plain loads and stores: a locked instruction would wait until the other threads of the
// team have all that this one has written at the region's end. Other threads add to the other half.
class RegionSums {
 public:
  struct Read {
    uint64_t count, ticks, capacity;
  };

  // `thread`: the calling thread's slot. A thread that has it later comes after this one's end (ThreadRegistry).
  void add(const void* thread, uint64_t ticks, uint64_t team_size) {
    if (owner_.load(std::memory_order_relaxed) == thread || becomes_owner(thread)) {
      own_.add_alone(ticks, ticks * team_size);
    } else {
      others_.add(ticks, ticks * team_size);
    }
  }

  // Any thread, at any time: each sum by itself is one that was.
  Read read() const {
    const Read own = own_.read(), others = others_.read();
    return {own.count + others.count, own.ticks + others.ticks, own.capacity + others.capacity};
  }

  // No thread adds meanwhile.
  void reset() {
    own_.reset();
    others_.reset();
  }

 private:
  struct Sums {
    Atomic<uint64_t> count{0}, ticks{0}, capacity{0};

    void add_alone(uint64_t more_ticks, uint64_t more_capacity) {
      grow(&count, 1);
      grow(&ticks, more_ticks);
      grow(&capacity, more_capacity);
    }
    void add(uint64_t more_ticks, uint64_t more_capacity) {
      count.fetch_add(1, std::memory_order_relaxed);
      ticks.fetch_add(more_ticks, std::memory_order_relaxed);
      capacity.fetch_add(more_capacity, std::memory_order_relaxed);
    }
    Read read() const {
      return {count.load(std::memory_order_relaxed), ticks.load(std::memory_order_relaxed),
              capacity.load(std::memory_order_relaxed)};
    }
    void reset() {
      for (Atomic<uint64_t>* sum : {&count, &ticks, &capacity}) sum->store(0, std::memory_order_relaxed);
    }
    static void grow(Atomic<uint64_t>* sum, uint64_t by) {
      sum->store(sum->load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
    }
  };

  // The first one that adds.
  bool becomes_owner(const void* thread) {
    const void* none = nullptr;
    return owner_.load(std::memory_order_relaxed) == nullptr &&
           owner_.compare_exchange_strong(none, thread, std::memory_order_relaxed);
  }

  Atomic<const void*> owner_{nullptr};
  Sums own_, others_;
};

}  // namespace limpid::recorder
