// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskloop: grainsize and num_tasks with and without strict, nogroup, collapse, steps, if, final, priority,
// untied.
#include <omp.h>

#include "check.h"

enum { kCount = 1000 };
static int ran[kCount];

static void check_ran(int count) {
  for (int i = 0; i < kCount; i++) {
    CHECK_EQ(ran[i], i < count);
    ran[i] = 0;
  }
}

static void forms(int n, int m) {
#pragma omp taskloop
  for (int i = 0; i < n; i++) ran[i]++;
  check_ran(n);
#pragma omp taskloop grainsize(m)
  for (int i = n - 1; i >= 0; i--) ran[i]++;
  check_ran(n);
#pragma omp taskloop num_tasks(m)
  for (long i = 0; i < 3 * n; i += 3) ran[i / 3]++;
  check_ran(n);
#pragma omp taskloop grainsize(strict : m)
  for (unsigned long long i = 1ull << 40; i < (1ull << 40) + (unsigned)n; i++) ran[i - (1ull << 40)]++;
  check_ran(n);
#pragma omp taskloop num_tasks(strict : m)
  for (unsigned long long i = (1ull << 40) + (unsigned)n; i > 1ull << 40; i--) ran[i - (1ull << 40) - 1]++;
  check_ran(n);
#pragma omp taskloop if (m > 3) final(m > 20) priority(m) untied mergeable
  for (int i = 0; i < n; i++) ran[i]++;
  check_ran(n);
#pragma omp taskloop collapse(2) grainsize(m)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) {
#pragma omp atomic
      ran[i] += j == 1;
    }
  check_ran(n);
#pragma omp taskloop nogroup num_tasks(m)
  for (int i = 0; i < n; i++) ran[i]++;
#pragma omp taskwait
  check_ran(n);
#pragma omp taskloop simd grainsize(m)
  for (int i = 0; i < n; i++) ran[i]++;
  check_ran(n);
}

int main(void) {
  int counts[] = {0, 1, 2, 37, kCount}, parts[] = {1, 2, 7, 64, 5000};
#pragma omp parallel
#pragma omp single
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    for (unsigned p = 0; p < sizeof parts / sizeof *parts; p++) forms(counts[c], parts[p]);
  forms(50, 5);  // outside of any region
#pragma omp parallel
#pragma omp master taskloop
  for (int i = 0; i < 100; i++) ran[i]++;
  check_ran(100);
  return 0;
}
