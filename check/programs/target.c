// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target region on the host.
// env: OMP_TARGET_OFFLOAD=disabled
// expect: target_begin:target = 1 | clang: without devices to compile for it makes plain code of a target
// region expect: target_end:target = 1 | clang: without devices to compile for it makes plain code of a
// target region
#include "check.h"

int main(void) {
  int value = 1;
#pragma omp target map(tofrom : value)
  value += 1;
  check(value == 2, "target");
  return 0;
}
