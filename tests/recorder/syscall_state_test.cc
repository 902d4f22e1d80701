// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/syscall_state.h"

#include <gtest/gtest.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sample/task_file.h"
#include "unwind/x86_64.h"

namespace limpid::recorder {
namespace {

TEST(SyscallState, OfThisThreadAndOfNobody) {
  int descriptor = 0;
  const SyscallState self = read_syscall_state(static_cast<pid_t>(syscall(SYS_gettid)), &descriptor);
  if (self.kind != SyscallState::kUnreadable) {
    EXPECT_EQ(self.kind, SyscallState::kBlocked);
    EXPECT_EQ(self.number, SYS_pread64) << "a thread that asks about itself is in the system call that asks";
    EXPECT_NE(self.sp, 0u);
  }
  close_task_file(&descriptor);
  EXPECT_EQ(descriptor, 0);
  EXPECT_EQ(read_syscall_state(1 << 30, &descriptor).kind, SyscallState::kGone);
}

TEST(SyscallState, SurvivesAClosedDescriptor) {
  const auto tid = static_cast<pid_t>(syscall(SYS_gettid));
  int descriptor = 0;
  if (read_syscall_state(tid, &descriptor).kind == SyscallState::kUnreadable) GTEST_SKIP();
  ASSERT_GT(descriptor, 2);
  close(descriptor);
  EXPECT_EQ(read_syscall_state(tid, &descriptor).kind, SyscallState::kUnreadable);
  EXPECT_EQ(read_syscall_state(tid, &descriptor).kind, SyscallState::kBlocked);
  close_task_file(&descriptor);
}

TEST(SyscallState, OnlyUntimedFutexWaitsHideSignals) {
  const uint64_t wait[6] = {0, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0};
  const uint64_t timed[6] = {0, FUTEX_WAIT_PRIVATE, 0, 1, 0, 0};
  const uint64_t wake[6] = {0, FUTEX_WAKE_PRIVATE, 0, 0, 0, 0};
  EXPECT_TRUE(unwind::hides_signals(SYS_futex, wait));
  EXPECT_FALSE(unwind::hides_signals(SYS_futex, timed));
  EXPECT_FALSE(unwind::hides_signals(SYS_futex, wake));
  EXPECT_FALSE(unwind::hides_signals(SYS_clock_nanosleep, wait));
  EXPECT_FALSE(unwind::hides_signals(SYS_poll, wait));
}

}  // namespace
}  // namespace limpid::recorder
