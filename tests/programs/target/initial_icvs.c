// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: its code stays in the encountering task when the host is the device
// A target region has the ICVs of its device, which start as the environment has them: what the encountering
// task has set does not count, and what the region sets does not reach that.
#include <omp.h>

#include "check.h"

typedef struct {
  int dynamic, levels, threads, limit, chunk;
  omp_sched_t kind;
} Icvs;

static Icvs current(void) {
  Icvs icvs = {
      omp_get_dynamic(), omp_get_max_active_levels(), omp_get_max_threads(), omp_get_thread_limit(), 0, 0};
  omp_get_schedule(&icvs.kind, &icvs.chunk);
  return icvs;
}

static void check_same(const Icvs* icvs, const Icvs* expected) {
  CHECK_EQ(icvs->dynamic, expected->dynamic);
  CHECK_EQ(icvs->levels, expected->levels);
  CHECK_EQ(icvs->threads, expected->threads);
  CHECK_EQ(icvs->limit, expected->limit);
  CHECK_EQ(icvs->chunk, expected->chunk);
  CHECK_EQ(icvs->kind, expected->kind);
}

static void set_others(int more) {
  omp_set_dynamic(1);
  omp_set_max_active_levels(5);
  omp_set_num_threads(omp_get_max_threads() + more);
  omp_set_schedule(omp_sched_static, 20 + more);
}

int main(void) {
  const Icvs initial = current();
  set_others(1);
  const Icvs set = current();
  Icvs inside = set, teams = set;
#pragma omp target if (0) map(tofrom : inside)
  {
    inside = current();
    set_others(3);
  }
  check_same(&inside, &initial);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target map(tofrom : inside)
    inside = current();
  }
  check_same(&inside, &initial);
#pragma omp target teams num_teams(1) thread_limit(6) map(tofrom : teams)
  teams = current();
  CHECK_EQ(teams.limit, 6);
  CHECK_EQ(teams.chunk, initial.chunk);
  const Icvs after = current();
  check_same(&after, &set);
  return 0;
}
