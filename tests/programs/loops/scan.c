// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction(inscan,…) with scan inclusive and exclusive, on for, parallel for and simd.
#include <omp.h>

#include "check.h"

enum { kCount = 501 };

int main(void) {
  int in[kCount], prefix[kCount], before[kCount], sum = 0, product_base = 0;
  long running = 0;
  for (int i = 0; i < kCount; i++) in[i] = i % 7 + 1;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < kCount; i++) {
    sum += in[i];
#pragma omp scan inclusive(sum)
    prefix[i] = sum;
  }
#pragma omp parallel for reduction(inscan, + : running, product_base)
  for (int i = 0; i < kCount; i++) {
    before[i] = (int)running + product_base;
#pragma omp scan exclusive(running, product_base)
    running += in[i];
    product_base += 2;
  }
  int expected = 0;
  for (int i = 0; i < kCount; i++) {
    CHECK_EQ(before[i], expected + 2 * i);
    expected += in[i];
    CHECK_EQ(prefix[i], expected);
  }
  CHECK_EQ(sum, expected);
  CHECK_EQ(running, expected);
  int largest = -1, seen[kCount];
#pragma omp parallel for simd reduction(inscan, max : largest)
  for (int i = 0; i < kCount; i++) {
    largest = in[i] * i % 91 > largest ? in[i] * i % 91 : largest;
#pragma omp scan inclusive(largest)
    seen[i] = largest;
  }
  for (int i = 0, most = -1; i < kCount; i++) {
    if (in[i] * i % 91 > most) most = in[i] * i % 91;
    CHECK_EQ(seen[i], most);
  }
  return 0;
}
