// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// However small a stack the user asks for, a worker has room for the runtime, signals and a little of its
// own.
//
// env: OMP_STACKSIZE=1
// env: OMP_NUM_THREADS=2
#include <omp.h>
#include <string.h>

#include "check.h"

static __attribute__((noinline)) int fill(int value) {
  volatile char room[32 << 10];
  memset((char*)room, value, sizeof room);
  return room[0] + room[sizeof room - 1];
}

int main(void) {
  int sums[2] = {0, 0};
#pragma omp parallel num_threads(2)
  {
    sums[omp_get_thread_num()] = fill(3);
#pragma omp barrier
  }
  CHECK_EQ(sums[0], 6);
  CHECK_EQ(sums[1], 6);
  return 0;
}
