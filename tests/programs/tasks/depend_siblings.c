// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dependences order siblings only: tasks of different parents on the same place are not ordered, and both
// finish.
#include <omp.h>

#include "check.h"

static int shared_place;

int main(void) {
  int count = 0;
#pragma omp parallel
  {
    int chain = 0;
    for (int i = 0; i < 50; i++) {
#pragma omp task depend(inout : shared_place) shared(count, chain) firstprivate(i)
      {
        CHECK_EQ(chain, i);  // siblings of this thread's implicit task are in order
        chain++;
#pragma omp task depend(inout : shared_place) shared(count)
        {
#pragma omp atomic
          count++;
        }
#pragma omp task depend(inout : shared_place) shared(count)
        {
#pragma omp atomic
          count++;
        }
      }
    }
#pragma omp taskwait
    CHECK_EQ(chain, 50);
  }
  CHECK_EQ(count, 100 * omp_get_max_threads());
  return 0;
}
