// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// depend with iterators, array sections and array elements as places.
#include <omp.h>

#include "check.h"

enum { kCount = 40 };

int main(void) {
  int cells[kCount], total = 0, order[3] = {0}, n = kCount;
  for (int round = 0; round < 20; round++) {
    total = 0;
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < n; i++) {
#pragma omp task depend(out : cells[i]) shared(cells)
        {
          busy(i % 3 * 50);
          cells[i] = i;
        }
      }
#pragma omp task depend(iterator(int i = 0 : n), in : cells[i]) shared(cells, total)
      for (int i = 0; i < n; i++) total += cells[i];
#pragma omp task depend(iterator(i = 0 : n : 2, j = 0 : 2), inout : cells[i + j]) shared(cells)
      for (int i = 0; i < n; i++) cells[i] = -1;
#pragma omp task depend(iterator(long i = n - 1 : -1 : -1), in : cells[i]) shared(cells)
      for (int i = 0; i < n; i++) CHECK_EQ(cells[i], -1);
#pragma omp task depend(out : order [0:2]) shared(order)
      order[0] = order[1] = 5;
#pragma omp task depend(inout : order [0:3]) shared(order)
      order[0]++;
#pragma omp task depend(in : order[0]) shared(order)
      CHECK_EQ(order[0], 6);
    }
    CHECK_EQ(total, kCount * (kCount - 1) / 2);
  }
  return 0;
}
