// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "shared_word.h"
#include "system.h"

namespace limpid::recorder {

// Blocks that are free. One thread puts them in; any thread takes one, in the order in which they were put,
// without waiting for anybody. What was taken stays readable for who puts, in order, so that it finds the
// oldest ones.
class BlockQueue {
 public:
  static constexpr uint32_t kNone = 0;  // no block's number

  // Room for so many blocks, each of them in the queue once. Again after a fork: then it is empty.
  bool create(uint32_t blocks) {
    uint64_t capacity = 16;
    while (capacity < blocks) capacity *= 2;
    if (entries_ == nullptr || capacity != mask_ + 1)
      entries_ = static_cast<Atomic<uint32_t>*>(map_pages(capacity * sizeof *entries_));
    mask_ = capacity - 1;
    clear();
    return entries_ != nullptr;
  }

  // While nobody else uses it.
  void clear() {
    head_.store(0, std::memory_order_relaxed);
    tail_.store(0, std::memory_order_relaxed);
  }

  // For one thread at a time. What it wrote into the block is seen by who takes it.
  void put(uint32_t block) {
    const uint64_t tail = tail_.load(std::memory_order_relaxed);
    entries_[tail & mask_].store(block, std::memory_order_relaxed);
    tail_.store(tail + 1, std::memory_order_release);  // [block_queue.put]
  }

  // A free block, now the caller's; kNone if there is none.
  uint32_t take() {
    uint64_t head = head_.load(std::memory_order_relaxed);
    for (;;) {
      if (head >= tail_.load(std::memory_order_acquire)) return kNone;  // [block_queue.put]
      // Another one may have taken it, and the place may have been used again: then the exchange fails.
      const uint32_t block = entries_[head & mask_].load(std::memory_order_relaxed);
      if (head_.compare_exchange_weak(head, head + 1, std::memory_order_relaxed)) return block;
    }
  }

  // From now on nobody gets one. How many were taken.
  uint64_t close() { return head_.fetch_or(kClosed, std::memory_order_relaxed) & ~kClosed; }

  // For who puts. Places count from the beginning; taken() only grows.
  uint64_t taken() const { return head_.load(std::memory_order_relaxed) & ~kClosed; }
  uint64_t put_so_far() const { return tail_.load(std::memory_order_relaxed); }
  uint64_t stock() const { return put_so_far() - taken(); }
  uint32_t at(uint64_t place) const { return entries_[place & mask_].load(std::memory_order_relaxed); }

 private:
  static constexpr uint64_t kClosed = uint64_t{1} << 63;  // above every tail

  Atomic<uint32_t>* entries_ = nullptr;
  uint64_t mask_ = 0;
  // Takers write one, the supplier the other.
  alignas(64) Atomic<uint64_t> head_{0};
  alignas(64) Atomic<uint64_t> tail_{0};
};

}  // namespace limpid::recorder
