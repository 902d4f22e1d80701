// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relaxed loads of words that seldom change, where each instruction counts.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::sync {

// The processor tests or compares a word in memory with one instruction. GCC (12) compiles a relaxed load and
// a test to two or three, in front of each event without an observer; `limpid-bench instructions` counts
// them. Hence the inline assembly. It means the same as the relaxed load: an aligned word of the machine's
// size is read whole. ThreadSanitizer must see the load, and other processors use it.
//
// Not for loops that wait for a change: the compiler may merge two of these loads into one.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)

// Whether the word has one of the bits.
[[gnu::always_inline]] inline bool has_any(const Atomic<uint64_t>& word, uint64_t bits) {
  bool any;
  asm("testq %[bits], %[word]" : "=@ccnz"(any) : [word] "m"(word), [bits] "er"(bits));
  return any;
}

[[gnu::always_inline]] inline bool has_any(const Atomic<uint8_t>& word, uint8_t bits) {
  bool any;
  asm("testb %[bits], %[word]" : "=@ccnz"(any) : [word] "m"(word), [bits] "iq"(bits));
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

[[gnu::always_inline]] inline bool has_any(const Atomic<uint8_t>& word, uint8_t bits) {
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
