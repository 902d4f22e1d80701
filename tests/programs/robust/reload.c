// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that uses OpenMP itself loads, uses and unloads a library that does too, also from inside of a
// region.
#include <omp.h>

#include "plugin.h"

int main(void) {
  omp_set_max_active_levels(2);
  for (int round = 0; round < 10; round++) {
    void* library = load_plugin();
    TeamSize* team_size = (TeamSize*)dlsym(library, "plugin_team_size");
    Sum* sum = (Sum*)dlsym(library, "plugin_sum");
    CHECK(team_size && sum);
    CHECK_EQ(team_size(3), 3);
    int inner = 0;
#pragma omp parallel num_threads(2) reduction(+ : inner)
    inner += team_size(2);
    CHECK_EQ(inner, 4);
#pragma omp parallel
#pragma omp single
    { CHECK(sum(10) == 55); }
    dlclose(library);
    int size = 0;
#pragma omp parallel reduction(+ : size)
    size++;
    CHECK_EQ(size, omp_get_max_threads());
  }
  return 0;
}
