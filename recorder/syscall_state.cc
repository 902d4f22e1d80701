// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syscall_state.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace limpid::recorder {

namespace {

int g_open = 0;  // descriptors kept; only the sampler counts

// Program's descriptors come from the lower end of the numbers: ours from the middle, and never more than a
// quarter of what is allowed.
int open_file(pid_t tid, bool* keep) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/syscall", tid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  *keep = false;
  rlimit limit;
  if (fd < 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return fd;
  const int allowed = limit.rlim_cur > 4096 ? 1024 : static_cast<int>(limit.rlim_cur / 4);
  if (g_open >= allowed) return fd;
  const int moved =
      fcntl(fd, F_DUPFD_CLOEXEC, static_cast<int>(limit.rlim_cur > 1024 ? 512 : limit.rlim_cur / 2));
  if (moved < 0) return fd;
  close(fd);
  ++g_open;
  *keep = true;
  return moved;
}

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
  bool keep = true;
  int fd = *descriptor;
  if (fd <= 0) {
    fd = open_file(tid, &keep);
    if (fd < 0) {
      state.kind = errno == ENOENT || errno == ESRCH ? SyscallState::kGone : SyscallState::kUnreadable;
      return state;
    }
    if (keep) *descriptor = fd;
  }
  char text[256];
  const ssize_t n = pread(fd, text, sizeof text - 1, 0);
  const int why = errno;
  if (!keep) close(fd);
  if (n > 0) {
    text[n] = '\0';
    state = parse(text);
  } else {
    state.kind = n < 0 && why == ESRCH ? SyscallState::kGone : SyscallState::kUnreadable;
  }
  // The program may have closed the descriptor, or put a file of its own there: never close that, only forget
  // the number.
  if (keep && state.kind == SyscallState::kUnreadable) {
    *descriptor = 0;
    --g_open;
  }
  return state;
}

void close_syscall_file(int* descriptor) {
  if (*descriptor <= 0) return;
  close(*descriptor);
  *descriptor = 0;
  --g_open;
}

bool thread_blocks(pid_t tid, int signal) {
  char path[64];
  char text[4096];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/status", tid);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || signal <= 0) return false;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n < 0 ? 0 : n] = '\0';
  const char* line = std::strstr(text, "\nSigBlk:");
  return line != nullptr && (std::strtoull(line + 8, nullptr, 16) >> (signal - 1) & 1) != 0;
}

}  // namespace limpid::recorder
