// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team with more threads than processors, beside a program that computes: a thief that gives way before it takes the only
// task of another thread gets its processor back after that program's turn. So thieves give that up, as waits do.
//
// env: OMP_NUM_THREADS=8
#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"

enum { kRegions = 300, kTasks = 4 };
static atomic_int yields;

// In place of the C library's: each yield is another program's turn.
int sched_yield(void) {
  atomic_fetch_add(&yields, 1);
  const double end = omp_get_wtime() + 2e-3;
  while (omp_get_wtime() < end) continue;
  return 0;
}

int main(void) {
  long sum = 0;
  for (int region = 0; region < kRegions; region++) {
#pragma omp parallel reduction(task, + : sum)
    for (int t = 0; t < kTasks; t++) {
#pragma omp task in_reduction(+ : sum)
      sum += 1;
    }
  }
  CHECK(sum == 8L * kTasks * kRegions);
  CHECK(atomic_load(&yields) < kRegions);  // they learn it from the first ones of any
  return 0;
}
