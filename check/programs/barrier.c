// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers of the program's own.
// expect: sync_begin:barrier = 3 * T
// expect: sync_end:barrier = 3 * T
// expect: sync_begin:parallel = T
#include "check.h"

int main(void) {
  int before = 0;
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp atomic
    before += 1;
#pragma omp barrier
    wrong += before != omp_get_num_threads();
#pragma omp barrier
    sink = 1;
#pragma omp barrier
    sink = 2;
  }
  check(wrong == 0, "barrier");
  return 0;
}
