// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/priority.h"

#include <cstdint>

#include <sched.h>

#include "system.h"

namespace limpid::recorder {

namespace {

// As the kernel defines it; the C library here has no name for it.
struct SchedulingAttributes {
  uint32_t size = sizeof(SchedulingAttributes);
  uint32_t policy = SCHED_OTHER;
  uint64_t flags = 0;
  int32_t nice = 0;
  uint32_t priority = 0;
  uint64_t runtime = 0;
  uint64_t deadline = 0;
  uint64_t period = 0;
};

constexpr uint64_t kShortestSlice = 100'000;  // ns; the kernel's own lower limit

bool set(const SchedulingAttributes& attributes) {
  return syscall(SYS_sched_setattr, 0, &attributes, 0) == 0;
}

}  // namespace

const char* run_promptly() {
  const ErrnoGuard keep;
  SchedulingAttributes a;
  a.policy = SCHED_FIFO;
  a.priority = 1;
  if (set(a)) return "real-time";
  a = {};
  a.runtime = kShortestSlice;
  SchedulingAttributes now{};
  if (syscall(SYS_sched_getattr, 0, &now, sizeof now, 0) == 0) a.nice = now.nice;
  return set(a) ? "short time slice" : "ordinary";
}

}  // namespace limpid::recorder
