// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop shapes: steps other than one, downward, <=, >=, !=, bounds that the last step jumps over.
#include <omp.h>

#include "coverage.h"

static void shapes(int from, int to, int step) {
  long count = to > from ? (to - from + step - 1) / step : 0;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = from; i < to; i += step) mark((i - from) / step);
#pragma omp for schedule(dynamic, 3)
    for (int i = from; i < to; i += step) mark(count + (i - from) / step);
#pragma omp for schedule(guided)
    for (int i = to; i > from; i -= step) mark(2 * count + (to - i) / step);
#pragma omp for schedule(dynamic)
    for (int i = to - 1; i >= from; i = i - step) mark(3 * count + (to - 1 - i) / step);
#pragma omp for schedule(static, 2)
    for (int i = from; i <= to - 1; i += step) mark(4 * count + (i - from) / step);
#pragma omp for schedule(runtime)
    for (int i = to; i > from; i += -step) mark(5 * count + (to - i) / step);
  }
  check_marks(6 * count);
}

int main(void) {
  int steps[] = {1, 2, 3, 7, 1000};
  for (unsigned s = 0; s < sizeof steps / sizeof *steps; s++) {
    shapes(0, 100, steps[s]);
    shapes(-57, 41, steps[s]);
    shapes(5, 5, steps[s]);
    shapes(5, 6, steps[s]);
    shapes(9, -9, steps[s]);
  }
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i != 50; i++) mark(i);
#pragma omp parallel for schedule(guided)
  for (int i = 99; i != 49; --i) mark(i);
  check_marks(100);
  return 0;
}
