// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's affinity, by system calls.
#include "platform/affinity.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace limpid::platform {

bool affinity_of_this_thread(CpuSet& result) {
  result = CpuSet();
  // The system call, not the C library's wrapper: it is surely async-signal-safe and returns how much it
  // wrote.
  const long bytes = syscall(SYS_sched_getaffinity, 0, kMaxProcessors / 8, result.words());
  if (bytes > 0) return true;
  result = CpuSet();
  result.add(0);
  return false;
}

bool bind_this_thread(const CpuSet& processors) {
  return syscall(SYS_sched_setaffinity, 0, kMaxProcessors / 8, processors.words()) == 0;
}

}  // namespace limpid::platform
