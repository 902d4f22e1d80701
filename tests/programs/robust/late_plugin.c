// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library that late_load.c and reload.c load: it alone brings OpenMP in.
#include <omp.h>

int plugin_team_size(int wanted);
long plugin_sum(int n);

int plugin_team_size(int wanted) {
  int size = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : size)
  size++;
  return size;
}

long plugin_sum(int n) {
  long sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += i;
#pragma omp single
    for (int i = 0; i < n; i++) {
#pragma omp task shared(sum)
      {
#pragma omp atomic
        sum++;
      }
    }
  }
  return sum;
}
