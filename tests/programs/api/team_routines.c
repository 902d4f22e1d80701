// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routines about teams, threads and levels outside and inside of regions, also with arguments out of range.
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_in_parallel(), 0);
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_active_level(), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQ(omp_get_ancestor_thread_num(-1), -1);
  CHECK_EQ(omp_get_team_size(0), 1);
  CHECK_EQ(omp_get_team_size(1), -1);
  CHECK_EQ(omp_get_team_size(-5), -1);
  CHECK_EQ(omp_in_final(), 0);
  CHECK(omp_get_num_procs() >= 1);
  CHECK(omp_get_thread_limit() >= omp_get_max_threads());
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
  CHECK_EQ(omp_get_max_task_priority(), 0);
  CHECK_EQ(omp_get_cancellation(), 0);
  CHECK(omp_get_supported_active_levels() > 0);

  omp_set_num_threads(6);
  CHECK_EQ(omp_get_max_threads(), 6);
  omp_set_dynamic(1);
  CHECK_EQ(omp_get_dynamic(), 1);
  omp_set_dynamic(0);
  CHECK_EQ(omp_get_dynamic(), 0);
  omp_set_max_active_levels(3);
  CHECK_EQ(omp_get_max_active_levels(), 3);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  omp_set_nested(0);
  CHECK_EQ(omp_get_nested(), 0);
  CHECK_EQ(omp_get_max_active_levels(), 1);
  omp_set_nested(1);
  CHECK_EQ(omp_get_nested(), 1);
  CHECK(omp_get_max_active_levels() > 1);
#pragma GCC diagnostic pop
  omp_set_default_device(3);
  CHECK_EQ(omp_get_default_device(), 3);
  omp_set_default_device(0);
  CHECK_EQ(omp_get_default_device(), 0);
  CHECK_EQ(omp_get_max_teams(), 0);
  omp_set_num_teams(4);
  CHECK_EQ(omp_get_max_teams(), 4);
  CHECK_EQ(omp_get_teams_thread_limit(), 0);
  omp_set_teams_thread_limit(5);
  CHECK_EQ(omp_get_teams_thread_limit(), 5);

  omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int i = 0; i < 4; i++) {
    omp_sched_t kind;
    int chunk = -1;
    omp_set_schedule(kinds[i], 10 + i);
    omp_get_schedule(&kind, &chunk);
    CHECK_EQ(kind, kinds[i]);
    CHECK_EQ(chunk, kinds[i] == omp_sched_auto ? 1 : 10 + i);
  }
  return 0;
}
