// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds near the ends of the 64-bit types and big steps: nothing overflows, nothing runs twice.

// libgomp: the loop with the chunk of 10^12 fails there, chunk times step overflows.
#include <limits.h>
#include <omp.h>

#include "coverage.h"

int main(void) {
  const long step = LONG_MAX / 100;
  const unsigned long long ustep = ULLONG_MAX / 100;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (long i = 0; i < LONG_MAX - step; i += step) mark(i / step);
#pragma omp for schedule(static)
    for (long i = LONG_MIN; i < -step; i += step) mark(900 + (i - LONG_MIN) / step);
#pragma omp for schedule(guided)
    for (long i = 0; i < LONG_MAX - step; i += step) mark(100 + i / step);
#pragma omp for schedule(dynamic, 1000000000000)
    for (long i = 0; i < LONG_MAX - step; i += step) mark(200 + i / step);
#pragma omp for schedule(monotonic : dynamic, 3)
    for (long i = 0; i > -LONG_MAX + step; i -= step) mark(300 - i / step);
#pragma omp for schedule(guided, 2)
    for (unsigned long long i = 0; i < ULLONG_MAX - ustep; i += ustep) mark(400 + (long)(i / ustep));
#pragma omp for schedule(dynamic, 2)
    for (unsigned long long i = ULLONG_MAX; i > ustep; i -= ustep)
      mark(500 + (long)((ULLONG_MAX - i) / ustep));
#pragma omp for schedule(monotonic : dynamic)
    for (unsigned long long i = ULLONG_MAX - 100; i < ULLONG_MAX; i++)
      mark(600 + (long)(i - (ULLONG_MAX - 100)));
#pragma omp for schedule(nonmonotonic : dynamic, 7)
    for (long i = LONG_MAX - 100; i < LONG_MAX; i++) mark(700 + (i - (LONG_MAX - 100)));
#pragma omp for schedule(nonmonotonic : dynamic, 7)
    for (long i = LONG_MIN + 100; i > LONG_MIN; i--) mark(800 + (LONG_MIN + 100 - i));
  }
  for (int i = 0; i < 1000; i++) {
    if (marks[i] == 1 || i % 100 == 99) continue;
    fprintf(stderr, "loop %d: iteration %d ran %d times\n", i / 100, i % 100, marks[i]);
    check_leave();
  }
  return 0;
}
