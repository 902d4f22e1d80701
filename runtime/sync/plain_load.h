// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relaxed looks at words that seldom change, where each instruction counts.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::sync {

// The processor tests or compares a word in memory with one instruction. Of a relaxed load and a test GCC
// (12) makes two or three, in front of each event that nobody observes; `limpid-bench instructions` counts
// them. So the instruction is said here. It means what the relaxed load means: an aligned word of the
// machine's size is read whole. ThreadSanitizer must see the load, and other processors have it.
//
// Not for loops that wait for a change: two looks may become one.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)

// Whether the word has one of the bits.
[[gnu::always_inline]] inline bool has_any(const Atomic<uint64_t>& word, uint64_t bits) {
  bool any;
  asm("testq %[bits], %[word]" : "=@ccnz"(any) : [word] "m"(word), [bits] "er"(bits));
  return any;
}

[[gnu::always_inline]] inline bool is_set(const Atomic<bool>& word) {
  bool set;
  asm("cmpb $0, %[word]" : "=@ccne"(set) : [word] "m"(word));
  return set;
}

// Whether the value is greater than the word.
[[gnu::always_inline]] inline bool exceeds(uint32_t value, const Atomic<uint32_t>& word) {
  bool greater;
  asm("cmpl %[word], %[value]" : "=@cca"(greater) : [word] "m"(word), [value] "r"(value));
  return greater;
}

#else

[[gnu::always_inline]] inline bool has_any(const Atomic<uint64_t>& word, uint64_t bits) {
  return (word.load(std::memory_order_relaxed) & bits) != 0;
}

[[gnu::always_inline]] inline bool is_set(const Atomic<bool>& word) {
  return word.load(std::memory_order_relaxed);
}

[[gnu::always_inline]] inline bool exceeds(uint32_t value, const Atomic<uint32_t>& word) {
  return value > word.load(std::memory_order_relaxed);
}

#endif

}  // namespace limpid::sync
