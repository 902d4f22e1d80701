// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// loop with each bind, order(concurrent) on for and simd, and the combined parallel loop and teams loop.
#include <omp.h>

#include "coverage.h"

int main(void) {
  int sum = 0;
#pragma omp parallel loop
  for (int i = 0; i < 100; i++) mark(i);
#pragma omp parallel
  {
#pragma omp loop bind(parallel)
    for (int i = 0; i < 100; i++) mark(100 + i);
#pragma omp loop bind(thread)
    for (int i = 0; i < 10; i++) marks[5000] = 0;
#pragma omp for order(concurrent) schedule(dynamic)
    for (int i = 0; i < 100; i++) {
      int* slot = &marks[200 + i];
      (*slot)++;
    }
#pragma omp for order(reproducible : concurrent)
    for (int i = 0; i < 100; i++) marks[300 + i]++;
#pragma omp for order(unconstrained : concurrent)
    for (int i = 0; i < 100; i++) marks[400 + i]++;
  }
#pragma omp teams loop num_teams(2)
  for (int i = 0; i < 100; i++) marks[500 + i]++;
#pragma omp simd order(concurrent) reduction(+ : sum)
  for (int i = 0; i < 100; i++) {
    marks[600 + i]++;
    sum += i;
  }
  CHECK_EQ(sum, 4950);
  int last = 0;
#pragma omp parallel loop collapse(2) lastprivate(last) reduction(+ : sum)
  for (int i = 0; i < 5; i++)
    for (last = 0; last < 4; last++) sum++;
  CHECK_EQ(sum, 4970);
  CHECK_EQ(last, 4);
  check_marks(700);
  return 0;
}
