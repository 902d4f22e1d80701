// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deep nesting: forty levels, most of them with one thread, some with two; levels and ancestors stay right.
//
// threads: 2 4
#include <omp.h>

#include "check.h"

static int deepest;

static void nest(int level) {
  CHECK_EQ(omp_get_level(), level);
  if (level == 40) {
#pragma omp atomic
    deepest++;
    for (int i = 0; i <= level; i++) CHECK(omp_get_team_size(i) >= 1);
    CHECK_EQ(omp_get_ancestor_thread_num(level), omp_get_thread_num());
    return;
  }
  int wide = level == 0 || level == 20 || level == 39;
#pragma omp parallel num_threads(wide ? 2 : 1)
  {
    CHECK_EQ(omp_get_num_threads(), wide ? 2 : 1);
    nest(level + 1);
  }
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(10);
  for (int round = 0; round < 3; round++) {
    deepest = 0;
    nest(0);
    CHECK_EQ(deepest, 8);
  }
  return 0;
}
