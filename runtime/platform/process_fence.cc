// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process-wide fence by membarrier.
#include "platform/process_fence.h"

#include <linux/membarrier.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/keeps_errno.h"

namespace limpid::platform {

constinit bool g_has_process_fence = false;

namespace {

// Registers when the library is loaded, because the system call takes a microsecond in a process of one
// thread and many milliseconds in others. A process that loads the library with several threads has no
// process fence.
[[gnu::constructor]] void prepare_process_fence() {
  if (!__libc_single_threaded) return;
  const KeepsErrno keeps_errno;
  g_has_process_fence = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

}  // namespace

void process_fence() {
  const KeepsErrno keeps_errno;
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

}  // namespace limpid::platform
