// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// depend in, out, inout: writers exclude all, readers run between the writers before and after them.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 30; round++) {
    int x = 0, readers = 0, y = 0, z = 0;
#pragma omp parallel
#pragma omp single
    {
      for (int step = 0; step < 20; step++) {
#pragma omp task depend(out : x) shared(x, readers)
        {
          CHECK_EQ(readers, 3 * step);
          CHECK_EQ(x, step);
          busy(200);
          x = step + 1;
        }
        for (int reader = 0; reader < 3; reader++) {
#pragma omp task depend(in : x) shared(x, readers) firstprivate(step)
          {
            CHECK_EQ(x, step + 1);
#pragma omp atomic
            readers++;
          }
        }
      }
#pragma omp task depend(inout : x) depend(out : y) shared(x, y)
      y = x;
#pragma omp task depend(inout : y, z) shared(y, z)
      z = y * 2;
#pragma omp task depend(in : x, y, z) shared(x, y, z)
      CHECK(x == 20 && y == 20 && z == 40);
    }
    CHECK_EQ(readers, 60);
  }
  return 0;
}
