// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region inside each member of a region.
// expect: parallel_begin = 3
// expect: parallel_end = 3
// expect: implicit_begin = 6
// expect: implicit_end = 6
// expect: sync_begin:parallel = 6
#include "check.h"

int main(void) {
  int members = 0;
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : members)
#pragma omp parallel num_threads(2) reduction(+ : members)
  members += 1;
  check(members == 4, "four members");
  return 0;
}
