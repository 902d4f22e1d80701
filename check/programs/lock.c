// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lock, and its test: the test has a kind of its own, and only success acquires.
// expect: lock_init:lock = 1
// expect: lock_destroy:lock = 1
// expect: acquire:lock = T
// expect: acquired:lock = T
// expect: acquire:test_lock = 2
// expect: acquired:test_lock = 1
// expect: released:lock = T + 1
#include "check.h"

int main(void) {
  int value = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  {
    omp_set_lock(&lock);
    value += 1;
    omp_unset_lock(&lock);
  }
  check(omp_test_lock(&lock) == 1, "test of a free lock");
  int again = 1;
#pragma omp parallel num_threads(1)
  again = omp_test_lock(&lock);
  check(again == 0, "test of a lock that is held");
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  check(value == omp_get_max_threads(), "lock");
  return 0;
}
