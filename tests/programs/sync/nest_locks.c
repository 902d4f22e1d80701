// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nestable locks: the owner may take it again and test gives the new count; owned by the task, free at count
// zero.
#include <omp.h>

#include "check.h"

static int add(omp_nest_lock_t* lock, int* value, int depth) {
  omp_set_nest_lock(lock);
  if (depth > 0) add(lock, value, depth - 1);
  (*value)++;
  int result = *value;
  omp_unset_nest_lock(lock);
  return result;
}

int main(void) {
  omp_nest_lock_t lock, other;
  int value = 0, size = omp_get_max_threads();
  omp_init_nest_lock(&lock);
  omp_init_nest_lock(&other);
#pragma omp parallel
  for (int i = 0; i < 50; i++) add(&lock, &value, 4);
  CHECK_EQ(value, 250 * size);
  for (int i = 1; i <= 3; i++) CHECK_EQ(omp_test_nest_lock(&lock), i);
  int refused = 0;
#pragma omp parallel num_threads(2) reduction(+ : refused)
  {
    // Inside the region these are other tasks, so even the primary thread does not own the lock.
    refused += omp_test_nest_lock(&lock) == 0;
  }
  CHECK_EQ(refused, 2);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  CHECK_EQ(omp_test_nest_lock(&lock), 1);
  omp_unset_nest_lock(&lock);
  int count = 0;
#pragma omp parallel
  {
    for (int i = 0; i < 20; i++) {
      while (!omp_test_nest_lock(&other)) continue;
      CHECK_EQ(omp_test_nest_lock(&other), 2);
      count++;
      omp_unset_nest_lock(&other);
      omp_unset_nest_lock(&other);
    }
  }
  CHECK_EQ(count, 20 * size);
  omp_destroy_nest_lock(&lock);
  omp_destroy_nest_lock(&other);
  return 0;
}
