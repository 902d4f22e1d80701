// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A yield at which another program takes its turn, for test programs whose threads should learn not to yield.
#pragma once

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int yields;

// In place of the C library's: each yield is another program's turn.
int sched_yield(void) {
  atomic_fetch_add(&yields, 1);
  const double end = omp_get_wtime() + 2e-3;
  while (omp_get_wtime() < end) continue;
  return 0;
}
