// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that Intel's compilers call
// The lock entries with a source location work on the same objects as the omp_ routines.
#include <omp.h>
#include <stdint.h>

#include "check.h"

void __kmpc_init_lock_with_hint(const void*, int32_t, omp_lock_t*, uintptr_t);
void __kmpc_init_lock(const void*, int32_t, omp_lock_t*);
void __kmpc_set_lock(const void*, int32_t, omp_lock_t*);
void __kmpc_unset_lock(const void*, int32_t, omp_lock_t*);
int __kmpc_test_lock(const void*, int32_t, omp_lock_t*);
void __kmpc_destroy_lock(const void*, int32_t, omp_lock_t*);
void __kmpc_init_nest_lock_with_hint(const void*, int32_t, omp_nest_lock_t*, uintptr_t);
void __kmpc_init_nest_lock(const void*, int32_t, omp_nest_lock_t*);
void __kmpc_set_nest_lock(const void*, int32_t, omp_nest_lock_t*);
void __kmpc_unset_nest_lock(const void*, int32_t, omp_nest_lock_t*);
int __kmpc_test_nest_lock(const void*, int32_t, omp_nest_lock_t*);
void __kmpc_destroy_nest_lock(const void*, int32_t, omp_nest_lock_t*);
int32_t __kmpc_global_thread_num(const void*);

int main(void) {
  omp_lock_t lock, hinted;
  omp_nest_lock_t nest, nest_hinted;
  const int32_t first = __kmpc_global_thread_num(0);
  __kmpc_init_lock(0, first, &lock);
  __kmpc_init_lock_with_hint(0, first, &hinted, omp_sync_hint_contended);
  __kmpc_init_nest_lock(0, first, &nest);
  __kmpc_init_nest_lock_with_hint(0, first, &nest_hinted, omp_sync_hint_speculative);
  long plain = 0, nested = 0, threads = 0;
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(0);
    if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
    for (int i = 0; i < 500; i++) {
      if (i % 2)
        __kmpc_set_lock(0, self, &lock);
      else
        omp_set_lock(&lock);
      plain++;
      if (i % 3)
        __kmpc_unset_lock(0, self, &lock);
      else
        omp_unset_lock(&lock);
      __kmpc_set_nest_lock(0, self, &nest);
      CHECK_EQ(__kmpc_test_nest_lock(0, self, &nest), 2);
      CHECK_EQ(omp_test_nest_lock(&nest), 3);
      nested++;
      omp_unset_nest_lock(&nest);
      __kmpc_unset_nest_lock(0, self, &nest);
      __kmpc_unset_nest_lock(0, self, &nest);
    }
  }
  CHECK_EQ(plain, 500 * threads);
  CHECK_EQ(nested, 500 * threads);
  CHECK_EQ(__kmpc_test_lock(0, first, &hinted), 1);
  CHECK_EQ(__kmpc_test_lock(0, first, &hinted), 0);
  omp_unset_lock(&hinted);
  __kmpc_destroy_lock(0, first, &lock);
  __kmpc_destroy_lock(0, first, &hinted);
  __kmpc_destroy_nest_lock(0, first, &nest);
  __kmpc_destroy_nest_lock(0, first, &nest_hinted);
  return 0;
}
