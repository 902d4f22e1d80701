// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four sections: four dispatches, whatever the size of the team.
// expect: work_begin:sections = T
// expect: work_end:sections = T
// expect: dispatch:section = 4
// expect: dispatch:chunk + dispatch:iteration = 0
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
  {
#pragma omp sections reduction(+ : done)
    {
#pragma omp section
      done += 1;
#pragma omp section
      done += 10;
#pragma omp section
      done += 100;
#pragma omp section
      done += 1000;
    }
    sink = 1;
  }
  check(done == 1111, "sections");
  return 0;
}
