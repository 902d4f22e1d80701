// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams of a league may run side by side: each number once, each in an initial task of its own, on no
// more native threads than there are processors; and nothing of it is left afterwards.
#include <omp.h>
#include <string.h>
#include <sys/syscall.h>

#include "check.h"

enum { kMost = 64 };
static int ran[kMost];
static long threads[kMost];

static void check_place_in_league(int teams) {
  CHECK_EQ(omp_get_num_teams(), teams);
  CHECK(omp_get_team_num() >= 0 && omp_get_team_num() < teams);
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_active_level(), 0);
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQ(omp_get_team_size(0), 1);
  CHECK(!omp_in_parallel());
}

static int different(const long* values, int count) {
  int found = 0;
  for (int i = 0; i < count; i++) {
    int before = 0;
    while (values[before] != values[i]) before++;
    found += before == i;
  }
  return found;
}

static void run_league(int teams, int work) {
  memset(ran, 0, sizeof ran);
#pragma omp teams num_teams(teams)
  {
    check_place_in_league(teams);
    busy(work);
    ran[omp_get_team_num()]++;
    threads[omp_get_team_num()] = syscall(SYS_gettid);
    check_place_in_league(teams);
  }
  for (int i = 0; i < kMost; i++) CHECK_EQ(ran[i], i < teams);
  CHECK(different(threads, teams) <= omp_get_num_procs());
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
}

static void check_parallel(int size) {
  int members = 0;
#pragma omp parallel num_threads(size) reduction(+ : members)
  {
    CHECK_EQ(omp_get_num_threads(), size);
    CHECK_EQ(omp_get_num_teams(), 1);
    members++;
  }
  CHECK_EQ(members, size);
}

int main(void) {
  omp_set_dynamic(0);
  // The same threads serve regions and leagues, whichever are larger; short leagues and long ones take turns.
  for (int round = 0; round < 60; round++) {
    run_league(1 + round * 7 % kMost, round % 3 == 0 ? 20000 : 0);
    if (round % 4 == 0) check_parallel(1 + round % 5);
  }
  return 0;
}
