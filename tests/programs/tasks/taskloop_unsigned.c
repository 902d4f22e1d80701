// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: its code compares the iterations of a task as signed numbers
// taskloop over unsigned numbers beyond the signed ones.
#include <omp.h>

#include "check.h"

enum { kCount = 300 };
static int ran[kCount];

static void check_ran(int count) {
  for (int i = 0; i < kCount; i++) {
    CHECK_EQ(ran[i], i < count);
    ran[i] = 0;
  }
}

static void loops(int n, int m) {
#pragma omp taskloop grainsize(strict : m)
  for (unsigned long long i = 1ull << 63; i < (1ull << 63) + (unsigned)n; i++) ran[i - (1ull << 63)]++;
  check_ran(n);
#pragma omp taskloop num_tasks(strict : m)
  for (unsigned long long i = (1ull << 63) + (unsigned)n; i > 1ull << 63; i--) ran[i - (1ull << 63) - 1]++;
  check_ran(n);
}

int main(void) {
  int counts[] = {0, 1, 2, 37, kCount}, parts[] = {1, 2, 7, 64, 5000};
#pragma omp parallel
#pragma omp single
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    for (unsigned p = 0; p < sizeof parts / sizeof *parts; p++) loops(counts[c], parts[p]);
  return 0;
}
