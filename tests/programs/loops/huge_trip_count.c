// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of more than 2^63 iterations, left early by cancellation: the chunks handed out stay inside.

// env: OMP_CANCELLATION=true
#include <limits.h>
#include <omp.h>

#include "check.h"

int main(void) {
  if (!omp_get_cancellation()) return fprintf(stderr, "OMP_CANCELLATION is not in force\n"), 1;
  for (int kind = 0; kind < 4; kind++) {
    long ran = 0;
#pragma omp parallel reduction(+ : ran)
    {
      if (kind == 0) {
#pragma omp for schedule(dynamic, 1000)
        for (unsigned long long i = 5; i < ULLONG_MAX - 5000; i++) {
          ran++;
          CHECK(i >= 5);
#pragma omp cancel for if (ran > 100)
        }
      } else if (kind == 1) {
#pragma omp for schedule(guided)
        for (unsigned long long i = ULLONG_MAX; i > 10; i--) {
          ran++;
          CHECK(i > 10);
#pragma omp cancel for if (ran > 100)
        }
      } else if (kind == 2) {
#pragma omp for schedule(monotonic : dynamic, LONG_MAX / 2)
        for (long i = LONG_MIN; i < LONG_MAX; i++) {
          ran++;
#pragma omp cancel for if (ran > 100)
        }
      } else {
#pragma omp for schedule(monotonic : guided, 3)
        for (long i = 0; i < LONG_MAX; i++) {
          ran++;
          CHECK(i >= 0);
#pragma omp cancel for if (ran > 100)
        }
      }
    }
    if (ran <= 100) fprintf(stderr, "kind %d: ", kind);
    CHECK(ran > 100);
  }
  return 0;
}
