// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "sync/atomic.h"

namespace limpid::sync {

// A relaxed look at a word that seldom changes, on paths where each instruction counts: the processor can
// test a word in memory with one instruction, and GCC makes that of a plain load only; of an atomic load it
// makes an address, a load and a test.
//
// A plain load of a word that another thread may be writing is no C++. Here it is sound: the word is aligned
// and no larger than a register, so nothing tears it, and whoever glances may as well have looked a little
// earlier, which is all that a compiler can make of it. Not for loops that wait for a change.
template <class T>
[[gnu::always_inline]] inline T glance(const Atomic<T>& word) {
#if defined(__SANITIZE_THREAD__)  // would report a race, and rightly
  return word.load(std::memory_order_relaxed);
#else
  static_assert(sizeof(Atomic<T>) == sizeof(T) && sizeof(T) <= sizeof(void*));
  return *reinterpret_cast<const T*>(&word);
#endif
}

}  // namespace limpid::sync
