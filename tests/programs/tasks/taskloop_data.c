// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskloop with firstprivate, lastprivate, private, shared, reduction and in_reduction.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 30; round++) {
    int last = -1, first = 5, scratch = 9, sum = 1, group = 0, i;
    long product = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop firstprivate(first) lastprivate(last) private(scratch) num_tasks(7)
      for (int k = 0; k < 50; k++) {
        scratch = first + k;
        last = scratch;
      }
      CHECK_EQ(last, 54);
      CHECK_EQ(scratch, 9);
#pragma omp taskloop reduction(+ : sum) reduction(* : product) grainsize(4)
      for (int k = 1; k <= 20; k++) {
        sum += k;
        product *= k % 10 == 0 ? 3 : 1;
      }
      CHECK_EQ(sum, 211);
      CHECK_EQ(product, 9);
#pragma omp taskgroup task_reduction(+ : group)
      {
#pragma omp taskloop in_reduction(+ : group) num_tasks(5)
        for (int k = 0; k < 40; k++) group += k;
#pragma omp taskloop in_reduction(+ : group) nogroup
        for (int k = 0; k < 10; k++) group += 100;
#pragma omp task in_reduction(+ : group)
        group += 5;
      }
      CHECK_EQ(group, 780 + 1000 + 5);
#pragma omp taskloop lastprivate(i) num_tasks(3)
      for (i = 0; i < 10; i += 3) continue;
      CHECK_EQ(i, 12);
    }
    unsigned long long wide = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : wide)
    for (unsigned long long k = 1ull << 62; k < (1ull << 62) + 10; k++) wide += k - (1ull << 62);
    CHECK_EQ(wide, 45);
  }
  return 0;
}
