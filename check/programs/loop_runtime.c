// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// schedule(runtime) is what OMP_SCHEDULE says.
// env: OMP_SCHEDULE=dynamic,5
// expect: work_begin:* = T
// expect: work_end:* = T
// expect: dispatch_iterations:* = 50
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
  for (int i = 0; i < 50; ++i) sum += 1;
  check(sum == 50, "sum");
  return 0;
}
