// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mutexinoutset: never two at once, ordered against in and out on the same place.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 20; round++) {
    int a = 0, b = 0, inside_a = 0, inside_b = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a) shared(a)
      a = 1;
#pragma omp task depend(out : b) shared(b)
      b = 1;
      for (int i = 0; i < 12; i++) {
#pragma omp task depend(mutexinoutset : a) shared(a, inside_a)
        {
          CHECK(a >= 1);
          CHECK_EQ(inside_a++, 0);
          busy(100);
          a++;
          inside_a--;
        }
#pragma omp task depend(mutexinoutset : a, b) shared(a, b, inside_a, inside_b)
        {
          CHECK_EQ(inside_a++, 0);
          CHECK_EQ(inside_b++, 0);
          busy(100);
          a++;
          b++;
          inside_a--;
          inside_b--;
        }
      }
#pragma omp task depend(in : a, b) shared(a, b)
      CHECK(a == 25 && b == 13);
#pragma omp task depend(mutexinoutset : a) depend(in : b) shared(a, b)
      a += b;
#pragma omp task depend(inout : a) shared(a)
      CHECK_EQ(a, 38);
    }
    CHECK_EQ(a, 38);
  }
  return 0;
}
