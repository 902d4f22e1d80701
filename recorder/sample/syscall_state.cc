// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/syscall_state.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sample/task_file.h"

namespace limpid::recorder {

namespace {

// "running", "NUMBER A0 A1 A2 A3 A4 A5 SP PC" or "-1 SP PC".
SyscallState parse(const char* text) {
  SyscallState state;
  if (std::strncmp(text, "running", 7) == 0) {
    state.kind = SyscallState::kRunning;
    return state;
  }
  char* end;
  state.number = std::strtol(text, &end, 10);
  if (end == text) return state;
  uint64_t words[8];
  int n = 0;
  for (const char* at = end; n < 8; ++n) {
    words[n] = std::strtoull(at, &end, 16);
    if (end == at) break;
    at = end;
  }
  if (n != 2 && n != 8) return state;
  if (n == 8) std::memcpy(state.argument, words, sizeof state.argument);
  state.sp = words[n - 2];
  state.pc = words[n - 1];
  state.kind = SyscallState::kBlocked;
  return state;
}

}  // namespace

SyscallState read_syscall_state(pid_t tid, int* descriptor) {
  SyscallState state;
  const bool fresh = *descriptor <= 0;
  char text[256];
  const ssize_t n = read_task_file(tid, "syscall", descriptor, text, sizeof text - 1);
  if (n > 0) {
    text[n] = '\0';
    state = parse(text);
    if (state.kind == SyscallState::kUnreadable) forget_task_file(descriptor);
  } else {
    const bool gone = n < 0 && (errno == ESRCH || (fresh && errno == ENOENT));
    state.kind = gone ? SyscallState::kGone : SyscallState::kUnreadable;
  }
  return state;
}

bool thread_blocks(pid_t tid, int signal) {
  int descriptor = 0;
  char text[4096];
  const ssize_t n = read_task_file(tid, "status", &descriptor, text, sizeof text - 1);
  close_task_file(&descriptor);
  if (n <= 0 || signal <= 0) return false;
  text[n] = '\0';
  const char* line = std::strstr(text, "\nSigBlk:");
  return line != nullptr && (std::strtoull(line + 8, nullptr, 16) >> (signal - 1) & 1) != 0;
}

}  // namespace limpid::recorder
