// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simple locks: mutual exclusion, test, many locks, unlocking between regions, locks taken by tasks.
#include <omp.h>

#include "check.h"

enum { kLocks = 50 };

static void excludes(omp_lock_t* lock) {
  int inside = 0, count = 0, tries = 0, size = omp_get_max_threads();
#pragma omp parallel
  for (int i = 0; i < 200; i++) {
    if (i % 4 == 0) {
      while (!omp_test_lock(lock)) {
#pragma omp atomic
        tries++;
      }
    } else {
      omp_set_lock(lock);
    }
    CHECK_EQ(inside, 0);
    inside = 1;
    count++;
    if (i % 20 == 0) busy(200);
    inside = 0;
    omp_unset_lock(lock);
  }
  CHECK_EQ(count, 200 * size);
}

int main(void) {
  omp_lock_t lock, many[kLocks];
  omp_init_lock(&lock);
  excludes(&lock);
  omp_set_lock(&lock);
  CHECK(!omp_test_lock(&lock));
#pragma omp parallel
  CHECK(!omp_test_lock(&lock));
  omp_unset_lock(&lock);
  CHECK(omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);

  int values[kLocks] = {0}, total = 0;
  for (int i = 0; i < kLocks; i++) omp_init_lock(&many[i]);
#pragma omp parallel for
  for (int i = 0; i < 100 * kLocks; i++) {
    omp_set_lock(&many[i * 7 % kLocks]);
    values[i * 7 % kLocks]++;
    omp_unset_lock(&many[i * 7 % kLocks]);
  }
  for (int i = 0; i < kLocks; i++) CHECK_EQ(values[i], 100);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task shared(total)
    {
      omp_set_lock(&many[0]);
      total++;
      omp_unset_lock(&many[0]);
    }
  }
  CHECK_EQ(total, 100);
  for (int i = 0; i < kLocks; i++) omp_destroy_lock(&many[i]);
  return 0;
}
