// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction(task, …) on parallel, for of each schedule, sections: tasks inside take part with
// in_reduction.
#include <omp.h>

#include "check.h"

static void on_parallel(int size) {
  long whole = 1;
  long array[3] = {0, 0, 0};
#pragma omp parallel reduction(task, + : whole, array)
  {
    whole++;
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : whole, array)
      {
        whole += 10;
        array[i % 3]++;
      }
    }
  }
  CHECK_EQ(whole, 1 + size * 101);
  CHECK_EQ(array[0], 4 * size);
}

int main(void) {
  int size = omp_get_max_threads();
  for (int round = 0; round < 15; round++) {
    long loop = 0, dynamic = 0, guided = 0, sections = 0, wide = 0, ordered = 0, runtime = 0;
    on_parallel(size);
#pragma omp parallel
    {
#pragma omp for reduction(task, + : loop)
      for (int i = 0; i < 30; i++) {
#pragma omp task in_reduction(+ : loop)
        loop += i;
      }
      CHECK_EQ(loop, 435);
#pragma omp for schedule(dynamic, 2) reduction(task, + : dynamic)
      for (int i = 0; i < 30; i++) {
        dynamic++;
#pragma omp task in_reduction(+ : dynamic)
        dynamic += i;
      }
#pragma omp for schedule(guided) reduction(task, + : guided)
      for (int i = 30; i > 0; i--) {
#pragma omp task in_reduction(+ : guided)
        guided += i;
      }
#pragma omp for schedule(runtime) reduction(task, + : runtime)
      for (int i = 0; i < 30; i++) {
#pragma omp task in_reduction(+ : runtime)
        runtime += 2;
      }
#pragma omp for schedule(monotonic : dynamic) reduction(task, + : wide)
      for (unsigned long long i = 1ull << 63; i < (1ull << 63) + 30; i++) {
#pragma omp task in_reduction(+ : wide)
        wide += (long)(i - (1ull << 63));
      }
#pragma omp for ordered schedule(static, 3) reduction(task, + : ordered)
      for (int i = 0; i < 30; i++) {
#pragma omp task in_reduction(+ : ordered)
        ordered += i;
#pragma omp ordered
        busy(10);
      }
#pragma omp sections reduction(task, + : sections)
      {
#pragma omp section
        {
#pragma omp task in_reduction(+ : sections)
          sections += 1;
        }
#pragma omp section
        {
#pragma omp task in_reduction(+ : sections)
          sections += 20;
        }
      }
    }
    CHECK_EQ(dynamic, 465);
    CHECK_EQ(guided, 465);
    CHECK_EQ(runtime, 60);
    CHECK_EQ(wide, 435);
    CHECK_EQ(ordered, 435);
    CHECK_EQ(sections, 21);
  }
  return 0;
}
