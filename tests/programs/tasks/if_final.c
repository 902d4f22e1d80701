// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// if(false) runs the task at once on its thread; final makes it and all descendants included.
#include <omp.h>

#include "check.h"

static int depth_of_final(int n) {
  CHECK(omp_in_final());
  int me = omp_get_thread_num(), below = 0;
  if (n == 0) return 0;
#pragma omp task shared(below)
  {
    CHECK(omp_in_final());
    CHECK_EQ(omp_get_thread_num(), me);
    below = depth_of_final(n - 1);
  }
  CHECK_EQ(below, n - 1);  // included: finished already
  return below + 1;
}

int main(void) {
  CHECK(!omp_in_final());
#pragma omp parallel
  {
    int me = omp_get_thread_num(), ran = 0;
    CHECK(!omp_in_final());
#pragma omp task if (0) shared(ran)
    {
      CHECK_EQ(omp_get_thread_num(), me);
      CHECK(!omp_in_final());
      int inner = 0;
#pragma omp task shared(inner) if (task : me > 1000)
      inner = 1;
      CHECK_EQ(inner, 1);
      ran = 1;
    }
    CHECK_EQ(ran, 1);
#pragma omp task final(1) shared(ran)
    ran = depth_of_final(6);
#pragma omp taskwait
    CHECK_EQ(ran, 6);
#pragma omp task final(0)
    CHECK(!omp_in_final());
#pragma omp task final(me >= 0) mergeable
    CHECK(omp_in_final());
  }
  return 0;
}
