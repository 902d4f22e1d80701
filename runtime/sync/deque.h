// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work-stealing deque: its owner pushes and pops at one end, thieves steal from the other.
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
// Owner    one thread calls push, pop, has_room and newest. Every thread may call steal and visible.
// Orders   [deque.pop] pop's store to bottom_ and its load of top_ pair with steal's load of bottom_ and its
//          CAS of top_. All four are seq_cst: either the thief sees the lower bottom_, or the owner sees the
//          thief's top_, so they never both take an item. steal loads top_ before bottom_ (acquire). For the
//          last item the CAS of top_ alone decides.
//          [deque.push] the store to bottom_ pairs with the thief's load of it: the thief sees the item's
//          content.
// Items    a thief may read an item that another thread has just taken (its `wanted` gets such items), so the
//          memory behind items must stay readable. It owns the item only when steal() returns it.
template <class T, uint32_t kCapacity>
class Deque {
  static_assert((kCapacity & (kCapacity - 1)) == 0, "a power of two");

 public:
  // For the owner. Remembers the last top_ that it read, so that the thieves' line is read once per kCapacity
  // pushes.
  bool has_room() {
    if (bottom_.load(std::memory_order_relaxed) - top_seen_ < kCapacity) [[likely]]
      return true;
    LIMPID_DCHECK(top_seen_ <= top_.load(std::memory_order_relaxed));  // top_ never falls
    // Acquire pairs with the thief's CAS of top_: the thief has read the slot before the owner overwrites it.
    top_seen_ = top_.load(std::memory_order_acquire);
    return bottom_.load(std::memory_order_relaxed) - top_seen_ < kCapacity;
  }

  // For the owner: false means that there are fewer items than `count`. Reads no line of the thieves.
  bool may_hold(uint64_t count) const { return bottom_.load(std::memory_order_relaxed) - top_seen_ >= count; }

  // For the owner, after has_room(). A full memory barrier: the owner's later loads are not older than the
  // push.
  void push(T* item) {
    uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    LIMPID_DCHECK(bottom - top_seen_ < kCapacity);  // has_room() returned true: no item is overwritten
    slots_[bottom % kCapacity].store(item, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_seq_cst);  // [deque.push]
  }

  // For the owner: the youngest item, which a thief may be taking at this moment; null if there is none.
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
    bottom_.store(--bottom, std::memory_order_seq_cst);   // [deque.pop]
    uint64_t top = top_.load(std::memory_order_seq_cst);  // [deque.pop]
    LIMPID_DCHECK(top <= bottom + 1);                     // top_ never passes the bottom before this pop
    if (top < bottom) [[likely]]
      return slots_[bottom % kCapacity].load(std::memory_order_relaxed);
    T* item = nullptr;
    if (top == bottom) {
      T* last = slots_[bottom % kCapacity].load(std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, top + 1, std::memory_order_relaxed)) item = last;
    }
    // The deque is empty. A thief that wanted this item may read this bottom: it must see the item's slot.
    bottom_.store(bottom + 1, std::memory_order_release);               // [deque.push]
    LIMPID_DCHECK(top_.load(std::memory_order_relaxed) == bottom + 1);  // empty: top_seen_ is not ahead
    top_seen_ = bottom + 1;
    return item;
  }

  // For thieves: the oldest item if wanted(item) is true. Null when there is none, when it is not wanted, or
  // when another thread took it first.
  template <class Wanted>
  T* steal(Wanted wanted) {
    // Acquire pairs with the CAS of top_ of another thief: a load of top_ never takes effect after that of
    // bottom_.
    uint64_t top = top_.load(std::memory_order_acquire);  // before bottom_
    // [deque.push] [deque.pop]
    if (top >= bottom_.load(std::memory_order_seq_cst)) return nullptr;
    T* item = slots_[top % kCapacity].load(std::memory_order_relaxed);
    if (!wanted(*item)) return nullptr;
    // [deque.pop]
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst) ? item : nullptr;
  }

  // The oldest item, for thieves that only read it; it may be taken already. top_ before bottom_, as in
  // steal().
  T* oldest() const {
    const uint64_t top = top_.load(std::memory_order_acquire);
    if (top >= bottom_.load(std::memory_order_seq_cst)) return nullptr;  // [deque.push] [deque.pop]
    return slots_[top % kCapacity].load(std::memory_order_relaxed);
  }

  // For any thread: whether one of the `most` oldest items seems to be wanted. Items may be taken meanwhile.
  template <class Wanted>
  bool has_near_top(uint64_t most, Wanted wanted) const {
    uint64_t at = top_.load(std::memory_order_acquire);
    const uint64_t bottom = bottom_.load(std::memory_order_seq_cst);  // [deque.push]
    for (; at < bottom && most > 0; ++at, --most) {
      if (wanted(*slots_[at % kCapacity].load(std::memory_order_relaxed))) return true;
    }
    return false;
  }

  // An estimate of the number of items.
  uint64_t size() const {
    uint64_t top = top_.load(std::memory_order_relaxed);
    uint64_t bottom = bottom_.load(std::memory_order_relaxed);
    return top < bottom ? bottom - top : 0;
  }

  // The number of items taken from the top; a last item that the owner took counts, too.
  uint64_t taken() const { return top_.load(std::memory_order_relaxed); }

  // Whether there seems to be an item. The load of bottom_ pairs with push() [deque.push].
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
