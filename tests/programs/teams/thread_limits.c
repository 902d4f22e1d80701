// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads a team of a league may have: what a clause or the ICV says, in each team by itself,
// because each begins a contention group; without either the teams share the processors. As on the program's
// own runtime that is a limit for LLVM's programs, and for GCC's only what a region gets that asks for
// nothing.
#include <omp.h>

#include "check.h"

#ifdef __clang__
enum { limited = 1 };
#else
enum { limited = 0 };
#endif

// The answers of the region in each team.
enum { kMost = 16 };
static int limits[kMost], sizes[kMost];

static void note_region(void) {
  limits[omp_get_team_num()] = omp_get_thread_limit();
#pragma omp parallel num_threads(4)
#pragma omp single
  sizes[omp_get_team_num()] = omp_get_num_threads();
}

static void check_all(int teams, int limit, int size) {
  for (int i = 0; i < teams; i++) {
    CHECK_EQ(limits[i], limit);
    CHECK_EQ(sizes[i], size);
  }
}

static void check_inside(void) {
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_num_teams(), 4);
}

static int at_most(int limit, int value) {
  return value < limit ? value : limit;
}

int main(void) {
  omp_set_dynamic(0);
  const int unlimited = omp_get_thread_limit();
#pragma omp teams num_teams(5) thread_limit(3)
  note_region();
  check_all(5, 3, 3);
#pragma omp target thread_limit(2)
#pragma omp teams num_teams(4)
  note_region();
  check_all(4, 2, 2);
#pragma omp target teams num_teams(3) thread_limit(6)
  note_region();
  check_all(3, 6, 4);
  CHECK_EQ(omp_get_thread_limit(), unlimited);

#pragma omp teams num_teams(1)
  note_region();
  check_all(1, unlimited, 4);
  for (int teams = 2; teams <= kMost; teams++) {
#pragma omp teams num_teams(teams)
    note_region();
    const int share = omp_get_num_procs() / teams > 1 ? omp_get_num_procs() / teams : 1;
    const int limit = limited ? share : unlimited;
    check_all(teams, limit, at_most(limit, 4));
  }

  omp_set_teams_thread_limit(2);
#pragma omp teams num_teams(7)
  note_region();
  check_all(7, 2, 2);

  // Leagues of several threads at a time.
#pragma omp parallel num_threads(3)
  {
    int count = 0;
#pragma omp target teams num_teams(4) reduction(+ : count)
    {
      check_inside();
      count++;
    }
    CHECK_EQ(count, 4);
    CHECK_EQ(omp_get_level(), 1);
  }
  return 0;
}
