// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often the calling thread was preempted, and for how long it has run.
#pragma once

#include <stdint.h>
#include <sys/resource.h>

namespace limpid::platform {

// Of a thread, since it began. ran_ns is exact: the kernel splits it into user's and system's time by its ticks, but
// their sum is what its scheduler has counted. In steps of a microsecond.
struct ThreadUsage {
  int64_t preemptions = 0;  // involuntary context switches
  int64_t ran_ns = 0;
};

// What Linux counts of the calling thread (getrusage); zeros if it does not. A system call, for slow paths.
// Async-signal-safe.
inline ThreadUsage thread_usage() {
  rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) != 0) return {};
  const auto ns = [](const timeval& time) { return time.tv_sec * 1'000'000'000 + time.tv_usec * 1000; };
  return {usage.ru_nivcsw, ns(usage.ru_utime) + ns(usage.ru_stime)};
}

}  // namespace limpid::platform
