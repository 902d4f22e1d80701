// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futexes by system calls that keep errno.
#include "platform/futex.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "platform/sleeping_thread.h"

namespace limpid::platform {

void futex_wait(const std::atomic<uint32_t>& word, uint32_t expected) {
  int saved_errno = errno;  // The program's errno does not change because a thread waited at a barrier.
  const SleepingThread self;
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
  errno = saved_errno;
}

void futex_wait_for(const std::atomic<uint32_t>& word, uint32_t expected, int64_t nanoseconds) {
  constexpr int64_t kSecond = 1000000000;
  const timespec limit = {nanoseconds / kSecond, nanoseconds % kSecond};
  int saved_errno = errno;
  const SleepingThread self;
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, &limit, nullptr, 0);
  errno = saved_errno;
}

bool futex_wake(const std::atomic<uint32_t>& word, int count) {
  int saved_errno = errno;
  const bool woke = syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0) > 0;
  errno = saved_errno;
  return woke;
}

void futex_requeue(const std::atomic<uint32_t>& from, const std::atomic<uint32_t>& to) {
  constexpr long kNone = 0;
  constexpr long kAll = 0x7fffffff;  // passed instead of the time limit
  int saved_errno = errno;
  syscall(SYS_futex, &from, FUTEX_REQUEUE_PRIVATE, kNone, kAll, &to, 0);
  errno = saved_errno;
}

}  // namespace limpid::platform
