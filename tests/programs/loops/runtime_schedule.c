// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(runtime) follows omp_set_schedule of the task that meets the loop; chunk sizes show in who runs
// what.
#include <omp.h>

#include "coverage.h"

int main(void) {
  int owner[64], size = omp_get_max_threads();
  omp_set_schedule(omp_sched_static, 4);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 64; i++) owner[i] = omp_get_thread_num();
  for (int i = 0; i < 64; i++) CHECK_EQ(owner[i], i / 4 % size);
  omp_set_schedule(omp_sched_static, 0);  // less than one: the default, blocks
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 64; i++) owner[i] = omp_get_thread_num();
  for (int i = 1; i < 64; i++) CHECK(owner[i] >= owner[i - 1]);
  omp_sched_t kinds[] = {omp_sched_dynamic, omp_sched_guided, omp_sched_auto, omp_sched_static};
  for (int k = 0; k < 4; k++) {
    omp_set_schedule(kinds[k], 8);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 64; i++) {
      owner[i] = omp_get_thread_num();
      mark(i);
    }
    if (kinds[k] == omp_sched_dynamic)
      for (int i = 0; i < 64; i++) CHECK_EQ(owner[i], owner[i / 8 * 8]);
    check_marks(64);
  }
  omp_sched_t kind;
  int chunk;
  omp_set_schedule((omp_sched_t)(omp_sched_dynamic | omp_sched_monotonic), 5);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ((unsigned)kind, (unsigned)(omp_sched_dynamic | omp_sched_monotonic));
  CHECK_EQ(chunk, 5);
  return 0;
}
