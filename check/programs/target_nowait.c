// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A deferred target region, on the default device, is a task, created with the target flag.
// expect: create:target = 1 | clang: target regions are plain code to it without a device
// expect: target_begin:target + target_begin:target_nowait = 1 | clang: target regions are plain code to it without a device
// expect: target_end:target + target_end:target_nowait = 1 | clang: target regions are plain code to it without a device
#include "check.h"

int main(void) {
  int value = 1;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target map(tofrom : value) nowait
    value += 1;
#pragma omp taskwait
  }
  check(value == 2, "target nowait");
  return 0;
}
