// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a child process writes, and how it ends.
#pragma once

#include <string.h>
#include <sys/wait.h>

#include "check.h"

static char printed[65536];

// Fills printed with what the child writes into the pipe, waits for it, and returns its exit status; -1: it
// did not exit.
static int read_child(pid_t child, const int* ends) {
  close(ends[1]);
  size_t length = 0;
  for (ssize_t got; (got = read(ends[0], printed + length, sizeof printed - 1 - length)) > 0;)
    length += (size_t)got;
  printed[length] = 0;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
