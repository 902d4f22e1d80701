// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork from inside a region, by any of its threads: the child has one thread, may open new regions and
// leaves; the parent's region goes on.
#include <omp.h>
#include <sys/wait.h>

#include "check.h"

static int new_region(void) {
  int size = 0;
#pragma omp parallel num_threads(3) reduction(+ : size)
  size++;
  return size;
}

int main(void) {
  omp_set_max_active_levels(4);
  int size = omp_get_max_threads();
  for (int round = 0; round < 6; round++) {
    int after = 0;
#pragma omp parallel
    {
      if (omp_get_thread_num() == round % size) {
        pid_t child = fork();
        if (child == 0) {
          alarm(100);
          // Whether the child is still "inside" is its runtime's choice; a region of its own must work.
          int got = new_region();
          _exit(got == 3 || got == 1 ? 9 : 1);
        }
        int status = 0;
        CHECK_EQ(waitpid(child, &status, 0), child);
        CHECK(WIFEXITED(status));
        CHECK_EQ(WEXITSTATUS(status), 9);
      }
#pragma omp barrier
#pragma omp atomic
      after++;
#pragma omp task shared(after)
      {
#pragma omp atomic
        after++;
      }
    }
    CHECK_EQ(after, 2 * size);
  }
  return 0;
}
