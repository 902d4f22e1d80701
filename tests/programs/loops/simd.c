// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// simd, for simd, parallel for simd, declare simd: linear, aligned, safelen, simdlen, nontemporal, if,
// reduction, ordered simd.
#include <omp.h>

#include "check.h"

enum { kCount = 259 };
static float a[kCount] __attribute__((aligned(64))), b[kCount], c[kCount];

#pragma omp declare simd uniform(scale) linear(i : 1) notinbranch
static float scaled(float scale, int i) {
  return scale * (float)i;
}

int main(void) {
  for (int i = 0; i < kCount; i++) a[i] = (float)i, b[i] = 1;
  int j = 5, last = 0;
  float sum = 0;
#pragma omp simd linear(j : 2) lastprivate(last) reduction(+ : sum) aligned(a : 64) simdlen(8)
  for (int i = 0; i < kCount; i++) {
    c[i] = a[i] + (float)j;
    sum += b[i];
    last = i;
    j += 2;
  }
  CHECK(sum == kCount && last == kCount - 1 && j == 5 + 2 * kCount);
  for (int i = 0; i < kCount; i++) CHECK(c[i] == (float)(i + 5 + 2 * i));
#pragma omp simd safelen(4)
  for (int i = 4; i < kCount; i++) c[i] = c[i - 4] + 1;
  for (int i = 4; i < kCount; i++) CHECK(c[i] == c[i - 4] + 1);
  int total = 0;
#pragma omp parallel
#pragma omp for simd schedule(dynamic, 16) reduction(+ : total) nontemporal(a)
  for (int i = 0; i < kCount; i++) {
    a[i] = scaled(2, i);
    total += i;
  }
  CHECK_EQ(total, kCount * (kCount - 1) / 2);
#pragma omp parallel for simd collapse(2) if (simd : total > 0) linear(last)
  for (int i = 0; i < 7; i++)
    for (int k = 0; k < 37; k++) c[i * 37 + k] = a[i * 37 + k];
  for (int i = 0; i < kCount; i++) CHECK(c[i] == (float)(2 * i));
  int next = 0;
#pragma omp simd
  for (int i = 0; i < kCount; i++) {
#pragma omp ordered simd
    next += i == next;
  }
  CHECK_EQ(next, kCount);
  return 0;
}
