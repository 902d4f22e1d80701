// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The teams of a league share the places of the thread that met it: each lies in a part of them, in the order
// of team numbers, and the thread is back at its place afterwards.
//
// env: OMP_PLACES=threads
// env: OMP_PROC_BIND=close
#include <omp.h>

#include "check.h"

enum { kMost = 16 };
static int places[kMost], parts[kMost];

static void note_place(void) {
  const int count = omp_get_partition_num_places();
  CHECK(count >= 1);
  int part[count], inside = 0;
  omp_get_partition_place_nums(part);
  for (int i = 0; i < count; i++) inside += part[i] == omp_get_place_num();
  CHECK_EQ(inside, 1);
  places[omp_get_team_num()] = omp_get_place_num();
  parts[omp_get_team_num()] = count;
}

int main(void) {
  const int all = omp_get_num_places(), home = omp_get_place_num();
  if (all == 0) return 0;  // places are not to be had here
  CHECK_EQ(home, 0);
  for (int teams = 2; teams <= kMost; teams++) {
#pragma omp teams num_teams(teams)
    note_place();
    int sum = 0;
    for (int i = 0; i < teams; i++) {
      sum += parts[i];
      if (i > 0) CHECK(places[i] >= places[i - 1]);
    }
    CHECK_EQ(sum, teams > all ? teams : all);
    if (teams >= all) CHECK_EQ(places[teams - 1], all - 1);
    CHECK_EQ(omp_get_place_num(), home);
    CHECK_EQ(omp_get_partition_num_places(), all);
  }
  return 0;
}
