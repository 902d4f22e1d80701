// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: takes no notice of the alignment
// allocate(align) on a task's own copy.
#include <omp.h>
#include <stdint.h>

#include "check.h"

int main(void) {
  int value = 4;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task firstprivate(value) allocate(allocator(omp_default_mem_alloc), align(128) : value)
    CHECK(value == 4 && (uintptr_t)&value % 128 == 0);
  }
  return 0;
}
