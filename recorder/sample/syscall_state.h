// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

// What the kernel says about a thread of this process (/proc/self/task/TID/syscall).
struct SyscallState {
  enum Kind { kRunning, kBlocked, kGone, kUnreadable };
  Kind kind = kUnreadable;
  long number = -1;  // of the system call; -1: blocked outside of one (a page fault)
  uint64_t argument[6] = {};
  uint64_t sp = 0, pc = 0;
};

// Reads it; descriptor: see read_task_file(). Not for handlers.
SyscallState read_syscall_state(pid_t tid, int* descriptor);

// Whether the thread blocks a signal, as the kernel says. Not for handlers.
bool thread_blocks(pid_t tid, int signal);

}  // namespace limpid::recorder
