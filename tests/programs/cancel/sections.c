// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel sections: sections that have not begun do not begin; those running leave at their cancellation
// point.
//
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 30; round++) {
    int ran = 0, after = 0;
#pragma omp parallel
    {
#pragma omp sections
      {
#pragma omp section
          {
#pragma omp atomic
              ran++;
#pragma omp cancel sections
#pragma omp atomic
      after++;
    }
#pragma omp section
    {
#pragma omp cancellation point sections
#pragma omp atomic
      ran++;
    }
#pragma omp section
    {
#pragma omp atomic
      ran++;
    }
  }
#pragma omp sections
  {
#pragma omp section
    {
#pragma omp atomic
      after += 10;
    }
#pragma omp section
    {
#pragma omp atomic
      after += 10;
    }
  }
}
CHECK(ran >= 1 && ran <= 3);
if (omp_get_max_threads() == 1) CHECK_EQ(ran, 1);
CHECK_EQ(after, 20);
#pragma omp parallel
#pragma omp sections
{
#pragma omp section
  {
#pragma omp cancel sections if (round < 0)
    after++;
  }
}
CHECK_EQ(after, 21);
}
return 0;
}
