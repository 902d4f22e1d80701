// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collapsed loops: count is the product.
// expect: work_begin:loop + work_begin:dynamic = T
// expect: dispatch_iterations:* = 42
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel for collapse(2) schedule(dynamic, 4) reduction(+ : sum)
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 7; ++j) sum += 1;
  check(sum == 42, "sum");
  return 0;
}
