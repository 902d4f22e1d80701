// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futexes by system calls that keep errno.
#include "platform/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "platform/keeps_errno.h"
#include "platform/sleeping_thread.h"
#include "platform/upper_halves.h"

namespace limpid::platform {

void futex_wait(const std::atomic<uint32_t>& word, uint32_t expected) {
  const KeepsErrno keeps_errno;
  const SleepingThread self;
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, nullptr, nullptr, 0);
  clear_upper_halves();
}

void futex_wait_for(const std::atomic<uint32_t>& word, uint32_t expected, int64_t nanoseconds) {
  constexpr int64_t kSecond = 1000000000;
  const timespec limit = {nanoseconds / kSecond, nanoseconds % kSecond};
  const KeepsErrno keeps_errno;
  const SleepingThread self;
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, &limit, nullptr, 0);
  clear_upper_halves();
}

bool futex_wake(const std::atomic<uint32_t>& word, int count) {
  const KeepsErrno keeps_errno;
  return syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0) > 0;
}

void futex_requeue(const std::atomic<uint32_t>& from, const std::atomic<uint32_t>& to) {
  constexpr long kNone = 0;
  constexpr long kAll = 0x7fffffff;  // passed instead of the time limit
  const KeepsErrno keeps_errno;
  syscall(SYS_futex, &from, FUTEX_REQUEUE_PRIVATE, kNone, kAll, &to, 0);
}

}  // namespace limpid::platform
