// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursive tasks with taskwait: each parent sees its children's results, from one creator and with cut-offs.
#include <omp.h>

#include "check.h"

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static long fib_with_cutoff(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) final(n < 10) mergeable
  a = fib_with_cutoff(n - 1);
#pragma omp task shared(b) if (n > 8) untied
  b = fib_with_cutoff(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0, other = 0;
#pragma omp parallel
  {
#pragma omp single
    result = fib(18);
#pragma omp single nowait
    other = fib_with_cutoff(18);
  }
  CHECK_EQ(result, 2584);
  CHECK_EQ(other, 2584);
#pragma omp parallel
  CHECK_EQ(fib(9), 34);   // every thread its own tree
  CHECK_EQ(fib(10), 55);  // outside of any region
  return 0;
}
