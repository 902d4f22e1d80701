// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Undeferred tasks with dependences wait for them first, and later siblings wait for the undeferred ones.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 50; round++) {
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
      {
        busy(2000);
        x = 1;
      }
#pragma omp task if (0) depend(in : x) depend(out : y) shared(x, y)
      {
        CHECK_EQ(x, 1);
        y = 5;
      }
      CHECK_EQ(y, 5);
#pragma omp task depend(inout : y) shared(y)
      y++;
#pragma omp task final(1) depend(inout : y) shared(y)
      {
        CHECK_EQ(y, 6);
        int inner = 0;
#pragma omp task depend(out : inner) shared(inner)
        inner = 1;
#pragma omp task depend(in : inner) shared(inner)
        CHECK_EQ(inner, 1);
      }
#pragma omp taskwait depend(in : y)
      CHECK_EQ(y, 6);
    }
    int serial = 0;
#pragma omp task depend(out : serial) shared(serial)
    serial = 1;
#pragma omp task depend(in : serial) shared(serial)
    CHECK_EQ(serial, 1);
#pragma omp taskwait
  }
  return 0;
}
