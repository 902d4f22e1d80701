// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data-environment ICVs are copied to each implicit task: setting one inside a region does not change it
// outside.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_num_threads(3);
  omp_set_dynamic(0);
  omp_set_max_active_levels(5);
  omp_set_schedule(omp_sched_guided, 7);
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    omp_sched_t kind;
    int chunk;
    CHECK_EQ(omp_get_max_threads(), 3);
    omp_get_schedule(&kind, &chunk);
    CHECK(kind == omp_sched_guided && chunk == 7);
    omp_set_num_threads(me + 1);
    omp_set_schedule(omp_sched_dynamic, me + 10);
    omp_set_dynamic(me & 1);
#pragma omp barrier
    CHECK_EQ(omp_get_max_threads(), me + 1);
    CHECK_EQ(omp_get_dynamic(), me & 1);
    omp_set_dynamic(0);
#pragma omp parallel
    {
      CHECK_EQ(omp_get_num_threads(), me + 1);
      CHECK_EQ(omp_get_max_threads(), me + 1);
      omp_sched_t inner;
      int inner_chunk;
      omp_get_schedule(&inner, &inner_chunk);
      CHECK(inner == omp_sched_dynamic && inner_chunk == me + 10);
      omp_set_num_threads(1);
    }
    CHECK_EQ(omp_get_max_threads(), me + 1);
#pragma omp task firstprivate(me)
    {
      omp_set_num_threads(9);
      CHECK_EQ(omp_get_max_threads(), 9);
    }
#pragma omp taskwait
    CHECK_EQ(omp_get_max_threads(), me + 1);
  }
  CHECK_EQ(omp_get_max_threads(), 3);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK(kind == omp_sched_guided && chunk == 7);
  return 0;
}
