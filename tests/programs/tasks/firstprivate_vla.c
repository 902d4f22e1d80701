// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: does not copy arrays of variable length into tasks
// An array whose length is only known at run time, as a task's own copy.
#include <omp.h>

#include "check.h"

int main(void) {
  int length = 37, sum = 0;
#pragma omp parallel
#pragma omp single
  {
    int vla[length];
    for (int i = 0; i < 200; i++) {
      vla[length - 1] = i;
#pragma omp task firstprivate(vla, i) shared(sum)
      {
        CHECK_EQ(vla[length - 1], i);
        vla[length - 1] = 0;
#pragma omp atomic
        sum += i;
      }
    }
  }
  CHECK_EQ(sum, 19900);
  return 0;
}
