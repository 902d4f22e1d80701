// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocate clause: private and firstprivate copies come from the named allocator, with the alignment
// asked for.
#include <omp.h>
#include <stdint.h>

#include "check.h"

int main(void) {
  int value = 3, plain = 4, sum = 0;
  omp_alloctrait_t traits[] = {{omp_atk_alignment, 256}, {omp_atk_pool_size, 1 << 20}};
  omp_allocator_handle_t mine = omp_init_allocator(omp_default_mem_space, 2, traits);
  CHECK(mine != omp_null_allocator);
#pragma omp parallel firstprivate(value) allocate(mine : value)
  {
    CHECK_EQ(value, 3);
    CHECK_EQ((uintptr_t)&value % 256, 0);
    value += omp_get_thread_num();
#pragma omp atomic
    sum += value;
  }
  int size = omp_get_max_threads();
  CHECK_EQ(sum, 3 * size + size * (size - 1) / 2);
#pragma omp parallel private(plain) allocate(allocator(omp_low_lat_mem_alloc), align(64) : plain)
  {
    plain = omp_get_thread_num();
    CHECK_EQ((uintptr_t)&plain % 64, 0);
#pragma omp barrier
    CHECK_EQ(plain, omp_get_thread_num());
  }
  int total = 0;
#pragma omp parallel for reduction(+ : total) allocate(omp_default_mem_alloc : total)
  for (int i = 0; i < 100; i++) total += i;
  CHECK_EQ(total, 4950);
  int cube[4] = {1, 2, 3, 4};
#pragma omp parallel for firstprivate(cube) allocate(mine : cube)
  for (int i = 0; i < 4; i++) CHECK_EQ(cube[i], i + 1);
  omp_destroy_allocator(mine);
  return 0;
}
