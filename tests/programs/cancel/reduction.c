// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// env: OMP_CANCELLATION=true
// Worksharing loops and sections with reductions that are cancelled: each thread goes on to its next
// cancellation point, and leaves through the same barriers as the others.
#include <omp.h>

#include "check.h"

static int started, ended, sum;

static void loop(int round) {
#pragma omp for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 1000; i++) {
#pragma omp cancellation point for
    sum++;
    if (i == round % 7) {
#pragma omp cancel for
    }
  }
}

static void guided(int round) {
#pragma omp for schedule(guided, 3) reduction(+ : sum)
  for (int i = 0; i < 1000; i++) {
    sum++;
#pragma omp cancel for if (i >= round)
#pragma omp cancellation point for
  }
}

int main(void) {
  for (int round = 0; round < 200; round++) {
#pragma omp parallel
    {
#pragma omp atomic
      started++;
      loop(round);
      guided(round);
#pragma omp atomic
      ended++;
    }
  }
  CHECK(started >= 200);
  CHECK_EQ(started, ended);
  return 0;
}
