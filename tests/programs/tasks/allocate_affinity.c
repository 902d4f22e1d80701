// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocate and affinity clauses of task and taskloop, with iterators.
#include <omp.h>
#include <stdint.h>

#include "check.h"

int main(void) {
  int cells[16] = {0}, sum = 0, value = 4, n = 16;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < n; i++) {
#pragma omp task affinity(cells[i]) shared(cells)
      cells[i] = i;
    }
#pragma omp taskwait
#pragma omp task affinity(iterator(i = 0 : n) : cells[i]) shared(cells, sum)
    for (int i = 0; i < n; i++) sum += cells[i];
#pragma omp taskwait
#pragma omp task firstprivate(value) allocate(omp_default_mem_alloc : value)
    CHECK(value == 4);
#pragma omp taskloop private(value) allocate(omp_default_mem_alloc : value) shared(cells)
    for (int i = 0; i < n; i++) {
      value = i;
      cells[i] = value + 1;
    }
  }
  CHECK_EQ(sum, 120);
  for (int i = 0; i < n; i++) CHECK_EQ(cells[i], i + 1);
  return 0;
}
