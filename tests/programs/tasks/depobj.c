// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependence objects: depobj depend, update, destroy; used alone, several at once and beside plain
// dependences.
#include <omp.h>

#include "check.h"

int main(void) {
  int x = 0, y = 0, seen = 0;
  for (int round = 0; round < 30; round++) {
    x = y = seen = 0;
#pragma omp parallel
#pragma omp single
    {
      omp_depend_t on_x, on_y, set;
#pragma omp depobj(on_x) depend(inout : x)
#pragma omp depobj(on_y) depend(out : y)
#pragma omp depobj(set) depend(mutexinoutset : y)
      for (int i = 0; i < 10; i++) {
#pragma omp task depend(depobj : on_x) shared(x)
        {
          CHECK_EQ(x, i);
          busy(100);
          x++;
        }
      }
#pragma omp task depend(depobj : on_y) depend(in : x) shared(x, y)
      y = x;
#pragma omp depobj(on_x) update(in)
#pragma omp task depend(depobj : on_x, on_y) shared(x, y)
      {
        CHECK_EQ(x, 10);
        y++;
      }
      for (int i = 0; i < 5; i++) {
#pragma omp task depend(depobj : set) shared(y)
        y++;
      }
#pragma omp depobj(on_y) update(inout)
#pragma omp task depend(depobj : on_y) depend(mutexinoutset : seen) shared(y, seen)
      seen = y;
#pragma omp taskwait depend(in : seen)
      CHECK_EQ(seen, 16);
#pragma omp depobj(on_x) destroy
#pragma omp depobj(on_y) destroy
#pragma omp depobj(set) destroy
    }
  }
  return 0;
}
