// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether a thread of this process has fallen asleep in the runtime, or is gone, asked from outside: a
// handshake with a thread that cannot give a sign any more. For C and C++.
#pragma once

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The calling thread's kernel id.
static inline long this_thread_id() {
  return syscall(SYS_gettid);
}

// What the kernel tells of a thread, cut off at the size; empty if there is no such thread.
static inline void read_thread_file(long thread_id, const char* name, char* text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%ld/%s", thread_id, name);
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t n = file < 0 ? 0 : read(file, text, size - 1);
  if (file >= 0) close(file);
  text[n < 0 ? 0 : n] = '\0';
}

// The runtime sleeps in futexes.
static inline bool sleeps_in_futex(long thread_id) {
  char text[32];
  read_thread_file(thread_id, "syscall", text, sizeof text);
  char* end = text;
  return strtol(text, &end, 10) == SYS_futex && end != text && *end == ' ';
}

// Of the initial thread a zombie stays until the others are gone.
static inline bool is_gone(long thread_id) {
  char text[64];  // ID (NAME) STATE; a name has at most 15 characters
  read_thread_file(thread_id, "stat", text, sizeof text);
  const char* name_end = strrchr(text, ')');
  return name_end == NULL || name_end[2] == 'Z' || name_end[2] == 'X';
}
