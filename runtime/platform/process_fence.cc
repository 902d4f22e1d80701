// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/process_fence.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace limpid::platform {

constinit bool g_has_process_fence = false;

void prepare_process_fence() {
  int saved_errno = errno;
  g_has_process_fence = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  errno = saved_errno;
}

void process_fence() {
  int saved_errno = errno;
  syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  errno = saved_errno;
}

}  // namespace limpid::platform
