// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction over arrays, array sections and variable-length arrays.
#include <omp.h>

#include "check.h"

enum { kBins = 17, kItems = 2000 };

int main(void) {
  long histogram[kBins] = {0};
  int* section = calloc(kBins, sizeof(int));
  int length = kBins;
  double vla[length];
  for (int i = 0; i < length; i++) vla[i] = 1;
#pragma omp parallel for reduction(+ : histogram, section [2:kBins - 2], vla)
  for (int i = 0; i < kItems; i++) {
    histogram[i % kBins]++;
    if (i % kBins >= 2) section[i % kBins] += 2;
    vla[i % kBins] += 0.5;
  }
  for (int i = 0; i < kBins; i++) {
    int expected = kItems / kBins + (i < kItems % kBins);
    CHECK_EQ(histogram[i], expected);
    CHECK_EQ(section[i], i < 2 ? 0 : 2 * expected);
    CHECK(vla[i] == 1 + 0.5 * expected);
  }
  int grid[3][4] = {{0}};
#pragma omp parallel reduction(max : grid [1:2] [0:4])
  for (int i = 1; i < 3; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = i * 10 + j + omp_get_thread_num();
  int last = omp_get_max_threads() - 1;
  for (int j = 0; j < 4; j++) {
    CHECK_EQ(grid[0][j], 0);
    CHECK_EQ(grid[2][j], 20 + j + last);
  }
  free(section);
  return 0;
}
