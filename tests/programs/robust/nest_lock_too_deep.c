// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest lock has 262,143 levels. Setting or testing one more ends the program with a message: it would wait for itself, or
// count wrong.
#include <omp.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"

enum { kLevels = (1 << 18) - 1 };

static void go_deep(int by_testing, int levels) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  for (int i = 1; i <= levels; i++) {
    if (by_testing)
      CHECK_EQ(omp_test_nest_lock(&lock), i);
    else
      omp_set_nest_lock(&lock);
  }
  for (int i = 0; i < levels; i++) omp_unset_nest_lock(&lock);
  CHECK_EQ(omp_test_nest_lock(&lock), 1);
}

static void check_too_deep(int by_testing) {
  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    go_deep(by_testing, kLevels + 1);
    _exit(0);
  }
  close(ends[1]);
  char text[1000] = "";
  ssize_t got = 0;
  for (size_t size = 0; (got = read(ends[0], text + size, sizeof text - 1 - size)) > 0; size += (size_t)got)
    continue;
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFSIGNALED(status));
  CHECK_EQ(WTERMSIG(status), SIGABRT);
  CHECK(strstr(text, "owned_by_task") != NULL);
  close(ends[0]);
}

int main(void) {
  for (int by_testing = 0; by_testing < 2; by_testing++) {
    go_deep(by_testing, kLevels);
    check_too_deep(by_testing);
  }
  return 0;
}
