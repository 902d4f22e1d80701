// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parallel for with constant bounds compiles to one combined entry per schedule; also with num_threads, if,
// proc_bind.
#include <omp.h>

#include "coverage.h"

int main(void) {
  for (int round = 0; round < 5; round++) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 100; i++) mark(i);
#pragma omp parallel for schedule(dynamic, 4) num_threads(3)
    for (int i = 0; i < 100; i++) mark(100 + i);
#pragma omp parallel for schedule(guided) if (round > 2)
    for (int i = 0; i < 100; i++) mark(200 + i);
#pragma omp parallel for schedule(guided, 7) proc_bind(close)
    for (int i = 99; i >= 0; i--) mark(300 + i);
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 100; i++) mark(400 + i);
#pragma omp parallel for schedule(monotonic : dynamic, 4)
    for (int i = 0; i < 100; i++) mark(500 + i);
#pragma omp parallel for schedule(monotonic : guided)
    for (int i = 0; i < 100; i++) mark(600 + i);
#pragma omp parallel for schedule(monotonic : runtime)
    for (int i = 0; i < 100; i++) mark(700 + i);
#pragma omp parallel for schedule(nonmonotonic : runtime)
    for (int i = 0; i < 100; i++) mark(800 + i);
#pragma omp parallel for schedule(dynamic)
    for (unsigned long long i = 0; i < 100; i++) mark(900 + (long)i);
#pragma omp parallel for schedule(static, 3)
    for (long i = 0; i < 100; i++) mark(1000 + i);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 0; i++) mark(5000);
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 100; i++) {
#pragma omp ordered
      mark(1100 + i);
    }
    check_marks(1200);
  }
  return 0;
}
