// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections in a function, without their barrier, and combined with parallel.
// expect: work_begin:sections = 2 * T
// expect: work_end:sections = 2 * T
// expect: dispatch:section = 5
#include "check.h"

static void orphaned(int* done) {
#pragma omp sections nowait
  {
#pragma omp section
    {
#pragma omp atomic
      *done += 1;
    }
#pragma omp section
    {
#pragma omp atomic
      *done += 10;
    }
#pragma omp section
    {
#pragma omp atomic
      *done += 100;
    }
  }
}

int main(void) {
  int done = 0;
#pragma omp parallel
  orphaned(&done);
#pragma omp parallel sections reduction(+ : done)
  {
#pragma omp section
    done += 1000;
#pragma omp section
    done += 10000;
  }
  check(done == 11111, "sections");
  return 0;
}
