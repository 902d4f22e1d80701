// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The monotonic clock.
#pragma once

#include <stdint.h>
#include <time.h>

namespace limpid::platform {

// Nanoseconds of CLOCK_MONOTONIC. Async-signal-safe.
inline int64_t monotonic_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

}  // namespace limpid::platform
