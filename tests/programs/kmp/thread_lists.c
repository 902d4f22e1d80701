// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// env: OMP_NUM_THREADS=2,3,1
// threads: 1
// Numbers of threads by nesting level, from the environment and from num_threads lists, at any depth.
#include <omp.h>
#include <stdint.h>

#include "check.h"

void __kmpc_push_num_threads_list(const void*, int32_t, uint32_t, const int32_t*);
int32_t __kmpc_global_thread_num(const void*);

// What omp_get_max_threads answers at each level, from this one on; regions follow it.
static void check_levels(const int* expected, int levels) {
  CHECK_EQ(omp_get_max_threads(), expected[0]);
  if (levels == 1) return;
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), expected[0]);
    check_levels(expected + 1, levels - 1);
  }
}

static void check_clause(const int32_t* list, uint32_t length, const int* inside, int levels) {
  __kmpc_push_num_threads_list(0, __kmpc_global_thread_num(0), length, list);
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), list[0]);
    check_levels(inside, levels);
  }
}

int main(void) {
  omp_set_max_active_levels(8);
  const int environment[] = {2, 3, 1, 1, 1};
  check_levels(environment, 5);
  check_clause((int32_t[]){3, 1, 2, 2}, 4, (int[]){1, 2, 2, 2}, 4);
  check_clause((int32_t[]){2, 2}, 2, (int[]){2, 2, 2}, 3);
  check_clause((int32_t[]){4}, 1, environment + 1, 3);  // not a list
#pragma omp parallel num_threads(2)
  {
    // In a target region as outside: the list goes on where its task was.
#pragma omp target
    check_levels(environment + 1, 3);
    check_clause((int32_t[]){1, 3, 1}, 3, (int[]){3, 1, 1}, 3);
  }
  omp_set_num_threads(4);  // only this level's
  check_levels((int[]){4, 3, 1}, 3);
  return 0;
}
