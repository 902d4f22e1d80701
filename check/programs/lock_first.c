// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The first use of OpenMP in the program is a lock: its lock_init is seen all the same.
// expect: lock_init:lock = 1
// expect: lock_destroy:lock = 1
#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_destroy_lock(&lock);
  return 0;
}
