// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a thread of this process has fallen asleep in the runtime, asked from outside: a handshake with a
// thread that cannot give a sign any more.
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The calling thread's kernel id.
inline long this_thread_id() {
  return syscall(SYS_gettid);
}

// The runtime sleeps in futexes.
inline bool sleeps_in_futex(long thread_id) {
  char path[64], text[32] = "";
  snprintf(path, sizeof path, "/proc/self/task/%ld/syscall", thread_id);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const ssize_t n = read(file, text, sizeof text - 1);
  close(file);
  char* end = text;
  return n > 0 && strtol(text, &end, 10) == SYS_futex && end != text && *end == ' ';
}
