// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every schedule with and without a chunk, int iterations: each iteration runs exactly once.
#include <omp.h>

#include "coverage.h"

enum { kCount = 1003 };

static void plain(int n, int chunk) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) mark(i);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) mark(n + i);
#pragma omp for schedule(static, chunk)
    for (int i = 0; i < n; i++) mark(2 * n + i);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < n; i++) mark(3 * n + i);
#pragma omp for schedule(dynamic, chunk)
    for (int i = 0; i < n; i++) mark(4 * n + i);
#pragma omp for schedule(guided)
    for (int i = 0; i < n; i++) mark(5 * n + i);
#pragma omp for schedule(guided, chunk)
    for (int i = 0; i < n; i++) mark(6 * n + i);
#pragma omp for schedule(auto)
    for (int i = 0; i < n; i++) mark(7 * n + i);
#pragma omp for schedule(runtime)
    for (int i = 0; i < n; i++) mark(8 * n + i);
  }
  check_marks(9l * n);
}

static void modified(int n, int chunk) {
#pragma omp parallel
  {
#pragma omp for schedule(monotonic : static, chunk)
    for (int i = 0; i < n; i++) mark(i);
#pragma omp for schedule(monotonic : dynamic, chunk)
    for (int i = 0; i < n; i++) mark(n + i);
#pragma omp for schedule(monotonic : guided, chunk)
    for (int i = 0; i < n; i++) mark(2 * n + i);
#pragma omp for schedule(monotonic : runtime)
    for (int i = 0; i < n; i++) mark(3 * n + i);
#pragma omp for schedule(nonmonotonic : dynamic, chunk)
    for (int i = 0; i < n; i++) mark(4 * n + i);
#pragma omp for schedule(nonmonotonic : guided, chunk)
    for (int i = 0; i < n; i++) mark(5 * n + i);
#pragma omp for schedule(nonmonotonic : runtime)
    for (int i = 0; i < n; i++) mark(6 * n + i);
#pragma omp for simd schedule(simd : dynamic, chunk)
    for (int i = 0; i < n; i++) mark(7 * n + i);
  }
  check_marks(8l * n);
}

int main(void) {
  int counts[] = {0, 1, 2, 7, 64, kCount}, chunks[] = {1, 2, 5, 64, 5000};
  for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++)
    for (unsigned k = 0; k < sizeof chunks / sizeof *chunks; k++) {
      plain(counts[c], chunks[k]);
      modified(counts[c], chunks[k]);
    }
  return 0;
}
