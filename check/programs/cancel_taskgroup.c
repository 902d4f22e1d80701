// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cancelled taskgroup: tasks that have not begun are discarded, and say so.
// env: OMP_CANCELLATION=true
// threads: 1
// expect: cancel:taskgroup:activated = 1
// expect: cancel:*:discarded >= 1
#include "check.h"

int main(void) {
  int ran = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task shared(ran)
    {
      ran += 1;
#pragma omp cancel taskgroup
    }
#pragma omp task shared(ran)
    ran += 1;
#pragma omp task shared(ran)
    ran += 1;
  }
  check(ran <= 3, "taskgroup");
  return 0;
}
