// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes Fibonacci numbers the slow way: a task for each call, without a cut-off.
#include "app.h"

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a) firstprivate(n)
  a = fib(n - 1);
#pragma omp task shared(b) firstprivate(n)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char** argv) {
  const int n = is_tiny(argc, argv) ? 12 : 30;
  long result = 0, before = 0, expected = 1;
  for (int i = 1; i < n; ++i) {
    const long next = before + expected;
    before = expected;
    expected = next;
  }
#pragma omp parallel
#pragma omp single
  result = fib(n);
  return ended(argv[0], result == expected);
}
