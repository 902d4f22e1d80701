// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks and nestable locks initialized with each hint exclude like all others.
//
// libgomp: declares these routines but does not export them, hence the look-up by name.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>

#include "check.h"

typedef void Init(void* lock, omp_sync_hint_t hint);

int main(void) {
  Init* init = (Init*)dlsym(RTLD_DEFAULT, "omp_init_lock_with_hint");
  Init* init_nest = (Init*)dlsym(RTLD_DEFAULT, "omp_init_nest_lock_with_hint");
  CHECK(init && init_nest);
  omp_sync_hint_t hints[] = {
      omp_sync_hint_none,           omp_sync_hint_contended,
      omp_sync_hint_uncontended,    omp_sync_hint_speculative,
      omp_sync_hint_nonspeculative, omp_sync_hint_contended | omp_sync_hint_speculative};
  for (unsigned h = 0; h < sizeof hints / sizeof *hints; h++) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    int count = 0, nested = 0, size = omp_get_max_threads();
    init(&lock, hints[h]);
    init_nest(&nest, hints[h]);
#pragma omp parallel
    for (int i = 0; i < 100; i++) {
      omp_set_lock(&lock);
      count++;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      nested++;
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
    CHECK_EQ(count, 100 * size);
    CHECK_EQ(nested, 100 * size);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
  }
  return 0;
}
