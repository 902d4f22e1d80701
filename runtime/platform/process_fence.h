// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A memory barrier that one thread executes for all threads of the process.
#pragma once

namespace limpid::platform {

// process_fence() is an asymmetric fence (membarrier). It makes the frequent side of a store-then-load
// protocol (Dekker) free: the frequent side needs only its program order, the rare side calls process_fence()
// between its own store and its own load. It costs the caller a system call and the others a short interrupt:
// for threads about to sleep.

[[gnu::visibility("hidden")]] extern bool g_has_process_fence;

// False: this process has none, and both sides must use sequentially consistent read-modify-writes. Constant
// once the library is loaded.
inline bool has_process_fence() {
  return g_has_process_fence;
}

// Only if has_process_fence().
void process_fence();

}  // namespace limpid::platform
