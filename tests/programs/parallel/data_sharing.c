// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data-sharing clauses of parallel: default(none|shared|private|firstprivate), private, firstprivate, shared.
#include <omp.h>

#include "check.h"

static int global = 7;

int main(void) {
  int shared_sum = 0, first = 5, array[4] = {1, 2, 3, 4};
  int scratch = 11, size = omp_get_max_threads();
  struct {
    int a;
    double b;
  } pair = {1, 2.5};
#pragma omp parallel default(none) shared(shared_sum, global) \
    firstprivate(first, array, pair) private(scratch)
  {
    CHECK_EQ(first, 5);
    CHECK(pair.a == 1 && pair.b == 2.5);
    first += omp_get_thread_num();
    array[0] += first;
    pair.a += 10 * first;
    scratch = first;
    CHECK_EQ(array[0], 6 + omp_get_thread_num());
    CHECK_EQ(pair.a, 1 + 10 * first);
#pragma omp atomic
    shared_sum += scratch + global;
  }
  CHECK_EQ(shared_sum, size * 12 + size * (size - 1) / 2);
  CHECK_EQ(first, 5);
  CHECK_EQ(scratch, 11);
  CHECK_EQ(array[0], 1);
#pragma omp parallel default(firstprivate) shared(shared_sum)
  {
    first++;
    CHECK_EQ(first, 6);
#pragma omp atomic
    shared_sum += first;
  }
#pragma omp parallel default(private) shared(shared_sum)
  {
    first = omp_get_thread_num();
#pragma omp barrier
    CHECK_EQ(first, omp_get_thread_num());
  }
  CHECK_EQ(first, 5);
  CHECK_EQ(shared_sum, size * 18 + size * (size - 1) / 2);
  int vla[size + 1];
  for (int i = 0; i <= size; i++) vla[i] = i;
#pragma omp parallel firstprivate(vla)
  {
    CHECK_EQ(vla[size], size);
    vla[size] = -1;
  }
  CHECK_EQ(vla[size], size);
  return 0;
}
