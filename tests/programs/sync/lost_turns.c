// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team with more threads than processors, beside a program that computes: a thread that yields gets its processor back
// after that program's turn, a sleeper at once. So the waits give yields up, those of ordered regions as well.
//
// env: OMP_NUM_THREADS=8
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

enum { kIterations = 800 };
static atomic_int yields;

// In place of the C library's: each yield is another program's turn.
int sched_yield(void) {
  atomic_fetch_add(&yields, 1);
  const double end = omp_get_wtime() + 2e-3;
  while (omp_get_wtime() < end) continue;
  return 0;
}

int main(void) {
  int next = 0;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < kIterations; i++) {
#pragma omp ordered
    {
      CHECK(next == i);
      next++;
    }
  }
  CHECK(next == kIterations);
  CHECK(atomic_load(&yields) < kIterations);  // they learn it from the first ones of any
  return 0;
}
