// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With little address space left the workers' stacks cannot be mapped: a smaller team or a message, no crash.
// threads: 64
// grammar: no the checker itself is without memory then
#include <omp.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "check.h"

static int region(void) {
  int size = 0, ran = 0;
#pragma omp parallel reduction(+ : ran)
  {
    ran++;
#pragma omp master
    size = omp_get_num_threads();
  }
  return ran == size && size >= 1 ? 0 : 99;
}

int main(void) {
  for (int megabytes = 60; megabytes <= 400; megabytes += 85) {
    pid_t child = fork();
    if (child == 0) {
      alarm(100);
      struct rlimit limit = {(rlim_t)megabytes << 20, (rlim_t)megabytes << 20};
      CHECK_EQ(setrlimit(RLIMIT_AS, &limit), 0);
      close(2);
      _exit(region());
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) != 99);
  }
  return 0;
}
