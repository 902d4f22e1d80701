// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target region on the host.
// expect: target_begin:target = 1 | clang: target regions are plain code to it without a device
// expect: target_end:target = 1 | clang: target regions are plain code to it without a device
#include "../tool/told.h"
#include "check.h"

int main(void) {
  int value = 1;
  void (*here)(int, int) = tell;  // by its name it would be part of the device's code, too
#pragma omp target map(tofrom : value) firstprivate(here) device(omp_get_initial_device())
  {
    value += 1;
    here(told_where, 0);
  }
  tell(told_where, 1);
  check(value == 2, "target");
  return 0;
}
