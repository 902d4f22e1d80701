// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team with more threads than processors, beside a program that computes: a thief that gives way before it takes the only
// task of another thread gets its processor back after that program's turn. So thieves give that up, as waits do.
//
// env: OMP_NUM_THREADS=8
#include "check.h"
#include "lost_turn.h"

enum { kRegions = 300, kTasks = 4 };

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
