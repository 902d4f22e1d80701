// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives that only inform the compiler: nothing, declare variant, requires; the program
// means the same.
#include <omp.h>

#include "check.h"

#pragma omp requires atomic_default_mem_order(acq_rel)

static int in_parallel_variant(int value) {
  return value + 1000;
}
#pragma omp declare variant(in_parallel_variant) match(construct = {parallel})
static int base(int value) {
  return value;
}

int main(void) {
  int sum = 0, count = 0;
  CHECK_EQ(base(1), 1);
#pragma omp parallel reduction(+ : sum)
  sum += base(1);
  CHECK_EQ(sum, 1001 * omp_get_max_threads());
#pragma omp parallel
  {
#pragma omp atomic
    count++;
#pragma omp nothing
  }
  CHECK_EQ(count, omp_get_max_threads());
  return 0;
}
