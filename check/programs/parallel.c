// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A parallel region: a thread, an implicit task and a barrier for each member.
// expect: parallel_begin = 1
// expect: parallel_end = 1
// expect: implicit_begin = T
// expect: implicit_end = T
// expect: initial_begin = 1
// expect: initial_end = 1
// expect: thread_begin:initial = 1
// expect: thread_begin:worker >= T - 1
// expect: thread_end >= T
// expect: sync_begin:parallel = T
// expect: sync_end:parallel = T
#include "check.h"

int main(void) {
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members += 1;
  check(members == omp_get_max_threads(), "size of the team");
  return 0;
}
