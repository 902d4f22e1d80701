// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool ends itself in the middle of the program: what is outstanding is told, and then nothing more.
// expect: thread_end >= T
// expect: implicit_end = T
// expect: initial_end = 1
// expect: parallel_begin = 1
#include "../tool/told.h"
#include "check.h"

int main(void) {
  int members = 0;
#pragma omp parallel reduction(+ : members)
  members += 1;
  if (!omp_control_tool) return 0;
  tell(told_finalize, 0);
#pragma omp parallel reduction(+ : members)
  members += 1;
  check(members == 2 * omp_get_max_threads(), "size of the teams");
  return 0;
}
