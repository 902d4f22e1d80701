// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often the calling thread lost its processor to another.
#pragma once

#include <stdint.h>
#include <sys/resource.h>

namespace limpid::platform {

// How often this thread had to give up its processor while it could have gone on, since it began: Linux
// counts it (getrusage). A system call, for slow paths. Async-signal-safe.
inline int64_t involuntary_switches() {
  rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

}  // namespace limpid::platform
