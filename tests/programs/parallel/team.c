// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parallel: every thread of the team runs the region once, with its own number, and the region ends with a
// barrier.
#include <omp.h>

#include "check.h"

int main(void) {
  int wanted = omp_get_max_threads(), ran[64] = {0}, sizes[64] = {0};
  CHECK(!omp_in_parallel());
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_level(), 0);
  for (int round = 1; round <= 50; round++) {
#pragma omp parallel
    {
      int me = omp_get_thread_num();
      CHECK(me >= 0 && me < wanted);
      sizes[me] = omp_get_num_threads();
      CHECK_EQ(omp_get_level(), 1);
      CHECK_EQ(omp_get_active_level(), omp_get_num_threads() > 1);
      CHECK_EQ(omp_in_parallel(), omp_get_num_threads() > 1);
      CHECK_EQ(omp_get_ancestor_thread_num(1), me);
      CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
      CHECK_EQ(omp_get_team_size(1), sizes[me]);
      if (me == wanted - 1) busy(1000);
      ran[me]++;
    }
    for (int i = 0; i < wanted; i++) {
      CHECK_EQ(ran[i], round);
      CHECK_EQ(sizes[i], wanted);
    }
  }
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK(!omp_in_parallel());
  return 0;
}
