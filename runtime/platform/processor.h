// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which processor runs the calling thread.
#pragma once

#include <sched.h>
#include <stdint.h>

namespace limpid::platform {

// The number of the processor at the moment of the call; 0 where the kernel cannot tell. With the C library's
// restartable sequences (glibc 2.35) a load, else a call into the vDSO. Async-signal-safe.
inline uint32_t current_processor() {
  const int processor = sched_getcpu();
  return processor < 0 ? 0 : static_cast<uint32_t>(processor);
}

}  // namespace limpid::platform
