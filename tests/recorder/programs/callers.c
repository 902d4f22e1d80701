// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One region reached from two callers with the same depth of stack, and tasks created at many depths of a
// recursion.
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

__attribute__((noinline)) void work(double seconds) {
  const double end = now() + seconds;
  volatile double x = 0;
  while (now() < end) {
    for (int i = 0; i < 100; i++) x += i;
  }
}

volatile int sink;

__attribute__((noinline)) void solve(double seconds) {
#pragma omp parallel num_threads(2)
  work(seconds);
  sink++;
}

__attribute__((noinline)) void left(void) {
  solve(0.003);
  sink++;
}

__attribute__((noinline)) void right(void) {
  solve(0.001);
  sink++;
}

static long fib(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 20;
  for (int i = 0; i < 150; i++) {
    left();
    right();
  }
  long result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  result = fib(n);
  printf("fib %ld\n", result);
  return 0;
}
