// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs this program again with other environment variables and catches what it prints.
#pragma once

#include <fcntl.h>

#include "child.h"

// Runs this program as `again MODE` with each NAME=VALUE of the space-free list set; returns its exit status.
// printed is what it wrote, standard output and standard error together. The variables of the test's own run
// do not reach it.
static int run_again(const char* mode, const char* const* settings) {
  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    const char* clear[] = {"OMP_NUM_THREADS", "OMP_SCHEDULE", "OMP_PROC_BIND", "OMP_PLACES"};
    for (unsigned i = 0; i < sizeof clear / sizeof *clear; i++) unsetenv(clear[i]);
    for (; settings && *settings; settings++) putenv((char*)*settings);
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    close(ends[0]);
    execl("/proc/self/exe", "again", mode, (char*)NULL);
    _exit(127);
  }
  return read_child(child, ends);
}

static inline int run_with(const char* mode, const char* setting) {
  const char* settings[] = {setting, NULL};
  return run_again(mode, settings);
}

static inline void expect_text(const char* setting, const char* text) {
  if (strstr(printed, text)) return;
  fprintf(stderr, "with '%s' the output lacks '%s':\n%s\n", setting, text, printed);
  check_leave();
}
