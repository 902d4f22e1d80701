// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often the calling thread was preempted.
#pragma once

#include <stdint.h>
#include <sys/resource.h>

namespace limpid::platform {

// Linux's count of the involuntary context switches of this thread since it began (getrusage). A system call,
// for slow paths. Async-signal-safe.
inline int64_t involuntary_switches() {
  rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

}  // namespace limpid::platform
