// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit from inside of a region, on the primary thread and on others, while the rest waits, works or holds a
// lock.
//
// threads: 2 8
#include <omp.h>
#include <sys/wait.h>

#include "check.h"

static void leave(int thread, int what) {
  int inside = 0;
  omp_set_num_threads(4);
#pragma omp parallel
  {
    __atomic_add_fetch(&inside, 1, __ATOMIC_RELAXED);
    if (omp_get_thread_num() == thread) {
      while (__atomic_load_n(&inside, __ATOMIC_RELAXED) < omp_get_num_threads()) usleep(100);
      exit(40 + what);
    }
    switch (what) {
      case 0: {
#pragma omp barrier
        break;
      }
      case 1:
        for (;;) busy(1000);
        break;
      case 2:
#pragma omp critical
        for (;;) usleep(100);
        break;
      case 3:
#pragma omp task
        for (;;) usleep(100);
        break;
    }
  }
}

int main(void) {
  for (int what = 0; what < 4; what++)
    for (int thread = 0; thread < 3; thread++) {
      fflush(stderr);
      pid_t child = fork();
      if (child == 0) {
        alarm(100);
        leave(thread, what);
        _exit(1);
      }
      int status = 0;
      CHECK_EQ(waitpid(child, &status, 0), child);
      CHECK(WIFEXITED(status));
      CHECK_EQ(WEXITSTATUS(status), 40 + what);
    }
  return 0;
}
