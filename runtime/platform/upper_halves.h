// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The upper halves of the vector registers, which a thread should not find in use without need.
#pragma once

#include <atomic>

namespace limpid::platform {

// Whether the processor has them, and the system saves them: AVX of x86-64. False until find_upper_halves() was called.
inline constinit std::atomic<bool> g_has_upper_halves{false};

void find_upper_halves();

// Clears the upper halves (bits 128 and up) of the vector registers, which marks them as not in use.
//
// Where a thread has slept and its processor had nothing else to do, so that it halted, the thread may find its upper halves in
// use when it comes back, though they are 0: so it is on a virtual AMD EPYC (family 26). From then on code of SSE, and thus
// of plain x86-64, has to keep the upper half of each target, and waits for what was there before. Loops that compute take up to
// a quarter longer until the halves are cleared, which such a program never does (docs/performance/launches.md).
//
// To be called where the runtime gives a thread back to the program: after its own sleeps, and at the begin and the end of what
// members do together, as the program has slept, too (for a file, a lock, a message). No function preserves the upper halves for
// its caller (System V ABI for AMD64, section 3.2.1). Takes less than a nanosecond. Async-signal-safe.
inline void clear_upper_halves() {
#if defined(__x86_64__)
  // The clobbers are for code that is built with AVX: it may keep values there.
  if (g_has_upper_halves.load(std::memory_order_relaxed)) {
    asm volatile("vzeroupper"
                 :
                 :
                 : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10",
                   "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  }
#endif
}

}  // namespace limpid::platform
