// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest lock: taken once, deepened by its owner, tested.
// expect: lock_init:nest_lock = 1
// expect: lock_destroy:nest_lock = 1
// expect: acquire:nest_lock = 2 * T
// expect: acquired:nest_lock = T
// expect: nest_begin = T + 1
// expect: nest_end = T + 1
// expect: acquire:test_nest_lock = 2
// expect: acquired:test_nest_lock = 1
// expect: released:nest_lock = T + 1
#include "check.h"

int main(void) {
  int value = 0;
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel
  {
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    value += 1;
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
  }
  check(omp_test_nest_lock(&lock) == 1, "first level");
  check(omp_test_nest_lock(&lock) == 2, "second level");
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  check(value == omp_get_max_threads(), "nest lock");
  return 0;
}
