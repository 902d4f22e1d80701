// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/task_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>

namespace limpid::recorder {

namespace {

int g_open = 0;  // descriptors kept; only the sampler counts

// Program's descriptors come from the lower end of the numbers: ours from the middle, and never more than a
// quarter of what is allowed.
int open_file(pid_t tid, const char* name, bool* keep) {
  char path[64];
  std::snprintf(path, sizeof path, "/proc/self/task/%d/%s", tid, name);
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

}  // namespace

ssize_t read_task_file(pid_t tid, const char* name, int* descriptor, char* text, size_t bytes) {
  bool keep = true;
  int fd = *descriptor;
  if (fd <= 0) {
    fd = open_file(tid, name, &keep);
    if (fd < 0) return -1;
    if (keep) *descriptor = fd;
  }
  const ssize_t n = pread(fd, text, bytes, 0);
  const int why = errno;
  if (!keep) close(fd);
  if (keep && n < 0 && why != ESRCH) forget_task_file(descriptor);
  errno = why;
  return n;
}

void close_task_file(int* descriptor) {
  if (*descriptor <= 0) return;
  close(*descriptor);
  forget_task_file(descriptor);
}

void forget_task_file(int* descriptor) {
  if (*descriptor <= 0) return;
  *descriptor = 0;
  --g_open;
}

}  // namespace limpid::recorder
