// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A variable that one thread writes and others may read, without an order.
#pragma once

#include "sync/atomic.h"

namespace limpid::sync {

// A word that one thread writes while others may load it, where an old value does no harm and the load orders
// nothing. Costs what a plain variable costs.
template <class T>
class Relaxed {
 public:
  constexpr Relaxed(T value) : value_(value) {}
  operator T() const { return value_.load(std::memory_order_relaxed); }
  T operator->() const { return *this; }  // of pointers
  T operator=(T value) {
    value_.store(value, std::memory_order_relaxed);
    return value;
  }
  Relaxed(const Relaxed&) = delete;
  Relaxed& operator=(const Relaxed&) = delete;

 private:
  Atomic<T> value_;
};

}  // namespace limpid::sync
