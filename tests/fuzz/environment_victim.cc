// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the environment's fuzzer starts: a program whose result no variable may change.
#include <omp.h>
#include <stdio.h>

namespace {

long fibonacci(int n) {
  if (n < 2) return n;
  long left = 0;
  long right = 0;
#pragma omp task shared(left) if (n > 8)
  left = fibonacci(n - 1);
  right = fibonacci(n - 2);
#pragma omp taskwait
  return left + right;
}

}  // namespace

int main() {
  long sum = 0;
#pragma omp parallel for schedule(runtime) num_threads(3) reduction(+ : sum)
  for (int i = 0; i < 1000; ++i) sum += i;
  long number = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    number = fibonacci(12);
  }
  int level = 0;
#pragma omp parallel num_threads(2) reduction(max : level)
#pragma omp parallel num_threads(2) reduction(max : level)
  level = omp_get_level();
  long total = 0;
#pragma omp teams num_teams(2) thread_limit(2) reduction(+ : total)
  total += 1;
  omp_display_env(0);
  printf("result %ld %ld %d %d\n", sum, number, level, total >= 1 && total <= 2);
  return 0;
}
