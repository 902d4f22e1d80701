// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static loop in chunks of one: every chunk is dispatched.
// expect: work_begin:loop + work_begin:static = T
// expect: work_end:loop + work_end:static = T
// expect: dispatch:* = 20
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel for schedule(static, 1) reduction(+ : sum)
  for (int i = 0; i < 20; ++i) sum += i;
  check(sum == 190, "sum");
  return 0;
}
