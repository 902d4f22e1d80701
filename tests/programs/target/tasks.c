// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target, update, enter and exit data as tasks: nowait, depend, in_reduction, ordered with host tasks.
//
// libgomp: hangs in the barrier at the end of the region with two threads and more.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 20; round++) {
    int x = 0, y = 0, sum = 0, array[4] = {0, 0, 0, 0};
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x) shared(x)
      {
        busy(500);
        x = 1;
      }
#pragma omp target map(tofrom : x) nowait depend(inout : x)
      {
        if (x == 1) x = 2;
      }
#pragma omp target map(tofrom : x, y) depend(in : x) depend(out : y)
      y = x + 1;
      CHECK_EQ(y, 3);
#pragma omp target enter data map(to : array) nowait depend(out : array)
#pragma omp target map(array) nowait depend(inout : array)
      array[1] = 5;
#pragma omp target update from(array) nowait depend(inout : array)
#pragma omp target exit data map(from : array) nowait depend(inout : array)
#pragma omp task depend(in : array) shared(array)
      CHECK_EQ(array[1], 5);
      for (int i = 0; i < 5; i++) {
#pragma omp target nowait map(tofrom : y) firstprivate(i)
        {
#pragma omp atomic
          y += i;
        }
      }
#pragma omp taskwait
      CHECK_EQ(y, 13);
#pragma omp taskgroup task_reduction(+ : sum)
      {
        for (int i = 0; i < 4; i++) {
#pragma omp target in_reduction(+ : sum)
          sum += 10;
        }
#pragma omp task in_reduction(+ : sum)
        sum += 2;
      }
      CHECK_EQ(sum, 42);
    }
#pragma omp target map(tofrom : x) nowait
    x++;
#pragma omp taskwait
    CHECK_EQ(x, 3);
  }
  return 0;
}
