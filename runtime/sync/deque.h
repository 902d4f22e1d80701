// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queue at one end of which its owner works, while others steal from the other.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "base/layout_access.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::sync {

// The deque of Chase and Lev with a fixed capacity: its owner pushes and pops at the bottom, thieves take
// from the top.
//
// Owner    one thread calls push, pop, has_room and newest. Everybody may call steal and visible.
// Orders   pop's store to bottom_ and its load of top_, and steal's load of bottom_ and its CAS of top_, are
//          sequentially consistent: a thief that has not seen the owner come down took the item before, and
//          the owner sees how far thieves have come, so that not both take an item. steal loads top_ before
//          bottom_ (acquire). Both CAS of top_ decide about the last item by themselves.
//          [deque.push] store of bottom_, pairs with the thief's load: the item's content is seen.
// Items    a thief may look at an item that somebody else has just taken (that is what its `wanted` gets), so
//          the memory behind items must stay readable; it has the item only when steal() returns it.
template <class T, uint32_t kCapacity>
class Deque {
  static_assert((kCapacity & (kCapacity - 1)) == 0, "a power of two");

 public:
  // For the owner. Remembers how far thieves had come, so that their line is read once per kCapacity pushes.
  bool has_room() {
    if (bottom_.load(std::memory_order_relaxed) - top_seen_ < kCapacity) [[likely]]
      return true;
    LIMPID_DCHECK(top_seen_ <= top_.load(std::memory_order_relaxed));  // thieves only go on
    top_seen_ = top_.load(std::memory_order_acquire);
    return bottom_.load(std::memory_order_relaxed) - top_seen_ < kCapacity;
  }

  // For the owner, after has_room(). A full memory barrier: what the owner loads afterwards is not older than
  // the push.
  void push(T* item) {
    uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    LIMPID_DCHECK(bottom - top_seen_ < kCapacity);  // has_room() said so: no item is overwritten
    slots_[bottom % kCapacity].store(item, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_seq_cst);  // [deque.push]
  }

  // For the owner: the youngest item, which may just be being stolen; null if there is none.
  T* newest() const {
    uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    LIMPID_DCHECK(top_.load(std::memory_order_relaxed) <= bottom);  // the owner is not inside pop()
    if (top_.load(std::memory_order_relaxed) >= bottom) return nullptr;
    return slots_[(bottom - 1) % kCapacity].load(std::memory_order_relaxed);
  }

  // For the owner: takes the youngest item.
  T* pop() {
    uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    if (bottom == top_seen_) return nullptr;
    bottom_.store(--bottom, std::memory_order_seq_cst);
    uint64_t top = top_.load(std::memory_order_seq_cst);
    LIMPID_DCHECK(top <= bottom + 1);  // thieves never pass what was the bottom
    if (top < bottom) [[likely]]
      return slots_[bottom % kCapacity].load(std::memory_order_relaxed);
    T* item = nullptr;
    if (top == bottom) {
      T* last = slots_[bottom % kCapacity].load(std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, top + 1, std::memory_order_relaxed)) item = last;
    }
    // Nothing lies below. A thief that came for the item may read this bottom: it must see the item's slot.
    bottom_.store(bottom + 1, std::memory_order_release);               // [deque.push]
    LIMPID_DCHECK(top_.load(std::memory_order_relaxed) == bottom + 1);  // empty: top_seen_ is not ahead
    top_seen_ = bottom + 1;
    return item;
  }

  // For thieves: the oldest item if wanted(item) agrees. Null when there is none, when it is not wanted, or
  // when somebody else was faster.
  template <class Wanted>
  T* steal(Wanted wanted) {
    uint64_t top = top_.load(std::memory_order_acquire);  // before bottom_
    if (top >= bottom_.load(std::memory_order_seq_cst)) return nullptr;
    T* item = slots_[top % kCapacity].load(std::memory_order_relaxed);
    if (!wanted(*item)) return nullptr;
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst) ? item : nullptr;
  }

  // The oldest item, for thieves that only look; it may be gone already.
  T* oldest() const {
    uint64_t top = top_.load(std::memory_order_seq_cst);
    if (top >= bottom_.load(std::memory_order_seq_cst)) return nullptr;
    return slots_[top % kCapacity].load(std::memory_order_relaxed);
  }

  // About how many items there are.
  uint64_t size() const {
    uint64_t top = top_.load(std::memory_order_relaxed);
    uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    return top < bottom ? bottom - top : 0;
  }

  // How many items have been taken from the top, or were the last when the owner took them.
  uint64_t taken() const { return top_.load(std::memory_order_relaxed); }

  bool visible() const {
    return top_.load(std::memory_order_relaxed) < bottom_.load(std::memory_order_seq_cst);
  }

 private:
  friend LayoutAccess;

  alignas(platform::kCacheLine) Atomic<uint64_t> top_{0};
  alignas(platform::kCacheLine) Atomic<uint64_t> bottom_{0};
  uint64_t top_seen_ = 0;  // the owner's; never ahead of top_
  Atomic<T*> slots_[kCapacity] = {};
};

}  // namespace limpid::sync
