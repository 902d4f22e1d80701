// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_alloc and its family with predefined and own allocators, traits, pools and fallbacks.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static void predefined(void) {
  omp_allocator_handle_t all[] = {omp_null_allocator,   omp_default_mem_alloc, omp_large_cap_mem_alloc,
                                  omp_const_mem_alloc,  omp_high_bw_mem_alloc, omp_low_lat_mem_alloc,
                                  omp_cgroup_mem_alloc, omp_pteam_mem_alloc,   omp_thread_mem_alloc};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    char* p = omp_alloc(1000, all[i]);
    CHECK(p);
    memset(p, 7, 1000);
    omp_free(p, all[i]);
    p = omp_aligned_alloc(512, 1024, all[i]);
    CHECK(p && (uintptr_t)p % 512 == 0);
    omp_free(p, omp_null_allocator);
    int* zeros = omp_calloc(100, sizeof(int), all[i]);
    for (int k = 0; k < 100; k++) CHECK_EQ(zeros[k], 0);
    for (int k = 0; k < 100; k++) zeros[k] = k;
    zeros = omp_realloc(zeros, 1000 * sizeof(int), all[i], all[i]);
    for (int k = 0; k < 100; k++) CHECK_EQ(zeros[k], k);
    zeros = omp_realloc(zeros, 10 * sizeof(int), omp_null_allocator, all[i]);
    for (int k = 0; k < 10; k++) CHECK_EQ(zeros[k], k);
    omp_free(zeros, all[i]);
    char* aligned = omp_aligned_calloc(256, 256, 4, all[i]);
    CHECK((uintptr_t)aligned % 256 == 0 && aligned[1023] == 0);
    omp_free(aligned, all[i]);
  }
  CHECK(omp_alloc(0, omp_default_mem_alloc) == NULL);
  CHECK(omp_calloc(0, 4, omp_default_mem_alloc) == NULL);
  volatile size_t too_many = (size_t)-1;
  CHECK(omp_calloc(too_many, 16, omp_default_mem_alloc) == NULL);
  omp_free(NULL, omp_default_mem_alloc);
  char* fresh = omp_realloc(NULL, 100, omp_default_mem_alloc, omp_null_allocator);
  CHECK(fresh);
  CHECK(omp_realloc(fresh, 0, omp_default_mem_alloc, omp_default_mem_alloc) == NULL);
}

static void pools(void) {
  omp_alloctrait_t null_traits[] = {
      {omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}, {omp_atk_alignment, 128}};
  omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 3, null_traits);
  CHECK(small != omp_null_allocator);
  char* p = omp_alloc(2000, small);
  CHECK(p && (uintptr_t)p % 128 == 0);
  CHECK(omp_alloc(3000, small) == NULL);  // over the pool's size
  omp_free(p, small);
  p = omp_alloc(3000, small);
  CHECK(p);
  omp_alloctrait_t other_traits[] = {{omp_atk_pool_size, 1024},
                                     {omp_atk_fallback, omp_atv_allocator_fb},
                                     {omp_atk_fb_data, (uintptr_t)small}};
  omp_allocator_handle_t chained = omp_init_allocator(omp_default_mem_space, 3, other_traits);
  CHECK(chained != omp_null_allocator);
  CHECK(omp_alloc(3000, chained) == NULL);  // the fallback's pool is in use
  omp_free(p, small);
  p = omp_alloc(3000, chained);
  CHECK(p && (uintptr_t)p % 128 == 0);  // it came from the fallback
  omp_free(p, omp_null_allocator);
  omp_alloctrait_t default_traits[] = {{omp_atk_pool_size, 512}};
  omp_allocator_handle_t tiny = omp_init_allocator(omp_default_mem_space, 1, default_traits);
  p = omp_alloc(100000, tiny);  // default_mem_fb
  CHECK(p);
  omp_free(p, tiny);
  omp_destroy_allocator(tiny);
  omp_destroy_allocator(chained);
  omp_destroy_allocator(small);
  omp_alloctrait_t wrong[] = {{omp_atk_alignment, 3}};
  CHECK(omp_init_allocator(omp_default_mem_space, 1, wrong) == omp_null_allocator);
}

int main(void) {
  predefined();
  pools();
  CHECK_EQ(omp_get_default_allocator(), omp_default_mem_alloc);
  omp_set_default_allocator(omp_low_lat_mem_alloc);
  CHECK_EQ(omp_get_default_allocator(), omp_low_lat_mem_alloc);
#pragma omp parallel
  {
    CHECK_EQ(omp_get_default_allocator(), omp_low_lat_mem_alloc);
    for (int i = 1; i < 200; i++) {
      char* p = omp_alloc((size_t)i * 10, omp_null_allocator);
      memset(p, 1, (size_t)i * 10);
      omp_free(p, omp_null_allocator);
    }
  }
  return 0;
}
