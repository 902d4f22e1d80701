// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What teams of one league share: reductions, critical sections, atomics, locks, tasks that each team waits
// for, and storage that belongs to threads.
#include <omp.h>

#include "check.h"

static int mine;
#pragma omp threadprivate(mine)

static void reductions(int teams) {
  long sum = 0, product = 1, most = -1, count = 0, ones = 0;
  double real = 0;
#pragma omp teams num_teams(teams) reduction(+ : sum, real, count, ones) reduction(max : most) reduction(* : product)
  {
    sum += omp_get_team_num();
    real += 0.5;
    count++;
    ones |= 1;
    product *= omp_get_team_num() < 3 ? 3 : 1;
    most = omp_get_team_num();
  }
  CHECK_EQ(sum, teams * (teams - 1) / 2);
  CHECK_EQ(real * 2, teams);
  CHECK_EQ(count, teams);
  CHECK_EQ(ones, teams);
  CHECK_EQ(product, teams == 1 ? 3 : teams == 2 ? 9 : 27);
  CHECK_EQ(most, teams - 1);
}

static void loops(int teams) {
  long sum = 0, inner = 0;
#pragma omp teams distribute num_teams(teams) reduction(+ : sum)
  for (int i = 0; i < 1000; i++) sum += i;
  CHECK_EQ(sum, 499500);
#pragma omp teams distribute parallel for num_teams(teams) thread_limit(3) reduction(+ : inner)
  for (int i = 0; i < 1000; i++) inner += i;
  CHECK_EQ(inner, 499500);
}

static long plain, under_lock, atomic, tasks;
static omp_lock_t lock;

// In a function of its own: directly inside teams only loops and regions may stand.
static void exclude(void) {
  for (int i = 0; i < 50; i++) {
#pragma omp critical
    plain++;
    omp_set_lock(&lock);
    under_lock++;
    omp_unset_lock(&lock);
#pragma omp atomic
    atomic++;
  }
}

static void exclusion(int teams) {
  plain = under_lock = atomic = tasks = 0;
  omp_init_lock(&lock);
#pragma omp teams num_teams(teams)
  {
    exclude();
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task
      {
#pragma omp atomic
        tasks++;
      }
    }
  }
  CHECK_EQ(plain, 50 * teams);
  CHECK_EQ(under_lock, 50 * teams);
  CHECK_EQ(atomic, 50 * teams);
  CHECK_EQ(tasks, 10 * teams);
  omp_destroy_lock(&lock);
}

static void copies(int teams) {
#pragma omp teams num_teams(teams) thread_limit(2)
  {
    mine = 100 + omp_get_team_num();
#pragma omp parallel num_threads(2) copyin(mine)
    {
      CHECK_EQ(mine, 100 + omp_get_team_num());
      mine += omp_get_thread_num();
#pragma omp barrier
      CHECK_EQ(mine, 100 + omp_get_team_num() + omp_get_thread_num());
    }
    CHECK_EQ(mine, 100 + omp_get_team_num());
  }
}

int main(void) {
  for (int round = 0; round < 30; round++) {
    const int teams = 1 + round % 9;
    reductions(teams);
    loops(teams);
    exclusion(teams);
    copies(teams);
  }
  return 0;
}
