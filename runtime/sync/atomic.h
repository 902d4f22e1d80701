// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The seam between lock-free code and the machine: atomics, futexes, pauses.
//
// In sync/, events/ and core/, words shared between threads have this type, and threads sleep and wake
// through these functions. In the product they are the standard's atomics and Linux's futexes, at no cost.
// The model tests (tests/model) compile the same code against another header of this name, whose atomics may
// return any value that the memory model allows and whose threads run one at a time, in every order.
#pragma once

#include <sched.h>
#include <stdint.h>

#include <atomic>

#include "platform/cpu.h"
#include "platform/futex.h"
#include "platform/process_fence.h"

namespace limpid::sync {

template <class T>
using Atomic = std::atomic<T>;
// For a word that is also read and written plainly, while no other thread knows it.
template <class T>
using AtomicRef = std::atomic_ref<T>;

using platform::futex_requeue;
using platform::futex_wait;
using platform::futex_wait_for;
using platform::futex_wake;
using platform::kWakeAll;

using platform::has_process_fence;
using platform::process_fence;

// An access to plain data, named by an address in it, that a protocol of atomics hands from thread to thread.
// Nothing in the product. A model test fails when two accesses, one of them a write, are not ordered.
inline void reads_plain(const void*) {}
inline void writes_plain(const void*) {}

// Subtracts one from a word that no other thread changes now; others may read it. As a relaxed load and store, but GCC (12)
// makes three instructions of these, and the next load of the word then comes later: 5.3 ns instead of 5.0 for a level
// of a nestable lock. Hence the inline assembly. ThreadSanitizer must see both, and other processors use them.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
[[gnu::always_inline]] inline void decrement_unshared(Atomic<uint32_t>& word) {
  asm volatile("subl $1, %0" : "+m"(word) : : "cc");
}
#else
inline void decrement_unshared(Atomic<uint32_t>& word) {
  word.store(word.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
}
#endif

// A pause between two polls of a word that another thread is about to change.
using platform::relax;

// A longer pause: gives the processor to another thread first.
inline void yield() {
  sched_yield();
}

}  // namespace limpid::sync
