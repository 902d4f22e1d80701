// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// distribute and teams distribute, with dist_schedule, collapse, private, firstprivate and lastprivate.
#include <omp.h>

#include "check.h"

static int ran[1000];
static void check_ran(int count) {
  for (int i = 0; i < 1000; i++) {
    CHECK_EQ(ran[i], i < count);
    ran[i] = 0;
  }
}
static void mark(int i) {
#pragma omp atomic
  ran[i]++;
}

int main(void) {
  int last = -1, i, first = 3;
#pragma omp teams num_teams(3)
  {
#pragma omp distribute
    for (int k = 0; k < 100; k++) mark(k);
#pragma omp distribute dist_schedule(static, 7) firstprivate(first)
    for (int k = 99; k >= 0; k--) mark(97 + k + first);
  }
  check_ran(200);
#pragma omp teams distribute lastprivate(last) private(i) dist_schedule(static)
  for (int k = 0; k < 300; k++) {
    i = k;
    mark(i);
    last = k;
  }
  CHECK_EQ(last, 299);
  check_ran(300);
#pragma omp teams distribute collapse(2) num_teams(2)
  for (int a = 0; a < 20; a++)
    for (int b = 0; b < 30; b++) mark(a * 30 + b);
  check_ran(600);
#pragma omp teams distribute simd num_teams(2)
  for (int k = 0; k < 500; k++) ran[k]++;
  check_ran(500);
#pragma omp distribute  // outside of teams: one team, all iterations
  for (int k = 0; k < 50; k++) mark(k);
  check_ran(50);
  return 0;
}
