// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The seam between the recorder's lock-free code and the machine, as runtime/sync/atomic.h is the runtime's: in the
// product the standard's atomics, in the model tests (tests/model) words that return what the memory model allows. Words
// that a model test executes have these types.
#pragma once

#include <atomic>

namespace limpid::recorder {

template <class T>
using Atomic = std::atomic<T>;
// For a word in memory that has a layout of its own.
template <class T>
using AtomicRef = std::atomic_ref<T>;

// Plain data, named by an address in it, changes hands: a model test sees whether the accesses are ordered.
inline void reads_plain(const void*) {}
inline void writes_plain(const void*) {}

}  // namespace limpid::recorder
