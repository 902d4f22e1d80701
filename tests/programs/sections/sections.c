// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sections and parallel sections: each section runs once, also when there are more or fewer sections than
// threads.
#include <omp.h>

#include "check.h"

static int ran[32];

static void once(int section) {
#pragma omp atomic
  ran[section]++;
}
static void check_ran(int count) {
  for (int i = 0; i < 32; i++) {
    CHECK_EQ(ran[i], i < count);
    ran[i] = 0;
  }
}

int main(void) {
  for (int round = 0; round < 30; round++) {
#pragma omp parallel
    {
#pragma omp sections
      {
        once(0);  // the first section needs no directive
#pragma omp section
        once(1);
#pragma omp section
        {
          busy(500);
          once(2);
        }
      }
      CHECK_EQ(ran[0] + ran[1] + ran[2], 3);  // the barrier at the end
#pragma omp sections nowait
      {
#pragma omp section
        once(3);
      }
#pragma omp sections nowait
      {
#pragma omp section
        once(4);
#pragma omp section
        once(5);
      }
    }
    check_ran(6);
#pragma omp parallel sections num_threads(3)
    {
#pragma omp section
      once(0);
#pragma omp section
      once(1);
#pragma omp section
      once(2);
#pragma omp section
      once(3);
#pragma omp section
      once(4);
#pragma omp section
      once(5);
#pragma omp section
      once(6);
#pragma omp section
      once(7);
#pragma omp section
      once(8);
    }
    check_ran(9);
#pragma omp parallel sections if (0)
    {
#pragma omp section
      once(0);
#pragma omp section
      once(1);
    }
    check_ran(2);
  }
  return 0;
}
