// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What depends on the processor: cache lines, pauses, prefetches, frame addresses, fences.
#pragma once

#include <stddef.h>

namespace limpid::platform {

// Unit of false sharing. 128 and not 64: x86-64 prefetches lines in pairs, and several aarch64 cores have
// 128.
inline constexpr size_t kCacheLine = 128;

// Integer arguments of a call that are in registers; the others are on the caller's stack, from the callee's canonical frame
// address on.
#if defined(__aarch64__)
inline constexpr unsigned kRegisterArguments = 8;
#else
inline constexpr unsigned kRegisterArguments = 6;
#endif

// Tells the processor that this is a spin-wait.
inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

// Prefetches the line for a write: other processors' copies are invalidated, so that the write need not wait.
// Not the builtin, which for baseline x86-64 prefetches for a read.
inline void fetch_for_writing(const void* place) {
#if defined(__x86_64__)
  asm volatile("prefetchw %0" ::"m"(*static_cast<const char*>(place)));
#else
  __builtin_prefetch(place, 1);
#endif
}

// Canonical frame address of the function that this is inlined into: the stack pointer of its caller before
// the call.
[[gnu::always_inline]] inline void* current_cfa() {
#if defined(__clang__)
  return static_cast<char*>(__builtin_frame_address(0)) + 2 * sizeof(void*);
#else
  return __builtin_dwarf_cfa();
#endif
}

// Keeps the frame of the function that it is declared in on the stack during the calls behind it: the last of them does
// not become a jump. So backtraces show the name of an entry point that leaves its work to another function.
class KeepsFrame {
 public:
  [[gnu::always_inline]] KeepsFrame() {}
  [[gnu::always_inline]] ~KeepsFrame() { asm volatile(""); }
  KeepsFrame(const KeepsFrame&) = delete;
  KeepsFrame& operator=(const KeepsFrame&) = delete;
};

// Frame pointer of the function that this is inlined into, which therefore has one: the register's value on
// entry to the functions that it calls.
[[gnu::always_inline]] inline void* current_frame_pointer() {
  return __builtin_frame_address(0);
}

// All threads see what this thread wrote before the fence before its later reads and writes take effect. For
// programs that request it (flush). Not the standard's fence: GCC warns that ThreadSanitizer does not support
// it.
inline void full_fence() {
  __sync_synchronize();
}

}  // namespace limpid::platform
