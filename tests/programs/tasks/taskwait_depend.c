// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait depend waits for the tasks it names a dependence on, not for the others.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 40; round++) {
    int x = 0, y = 0, gate = 0;
#pragma omp parallel
#pragma omp single
    {
      int creator = omp_get_thread_num();
#pragma omp task depend(out : x) shared(x)
      {
        busy(500);
        x = 1;
      }
#pragma omp task depend(out : y) shared(y, gate)
      {
        // Held until the taskwait below is over, unless the waiting thread itself runs this task meanwhile.
        for (int open = omp_get_thread_num() == creator; !open;) {
#pragma omp atomic read
          open = gate;
          if (!open) usleep(10);
        }
        y = 1;
      }
#pragma omp taskwait depend(in : x)
      CHECK_EQ(x, 1);
#pragma omp atomic write
      gate = 1;
#pragma omp taskwait depend(inout : x, y)
      CHECK(x == 1 && y == 1);
#pragma omp taskwait depend(in : gate)
    }
  }
  return 0;
}
