// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A team with more threads than processors, beside a program that computes: a thread that yields gets its processor back
// after that program's turn, a sleeper at once. So the waits give yields up, those of ordered regions as well.
//
// env: OMP_NUM_THREADS=8
#include "check.h"
#include "lost_turn.h"

enum { kIterations = 800 };

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
