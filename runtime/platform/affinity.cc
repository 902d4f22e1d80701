// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread's affinity, by system calls.
#include "platform/affinity.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace limpid::platform {

// The system calls, not the C library's wrappers: they are surely async-signal-safe, and the first one returns how
// much it wrote.
bool affinity_of_thread(std::uint64_t native_id, CpuSet& result) {
  CpuSet found;
  if (syscall(SYS_sched_getaffinity, native_id, kMaxProcessors / 8, found.words()) <= 0) return false;
  result = found;
  return true;
}

bool bind_thread(std::uint64_t native_id, const CpuSet& processors) {
  return syscall(SYS_sched_setaffinity, native_id, kMaxProcessors / 8, processors.words()) == 0;
}

bool affinity_of_this_thread(CpuSet& result) {
  if (affinity_of_thread(kThisThread, result)) return true;
  result = CpuSet();
  result.add(0);
  return false;
}

bool bind_this_thread(const CpuSet& processors) {
  return bind_thread(kThisThread, processors);
}

}  // namespace limpid::platform
