// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data of the default device, which may be the host: enter, update, exit, and the structured form.
// expect: target_begin:enter_data >= 1 | clang: target regions are plain code to it without a device
// expect: target_end:exit_data >= 1 | clang: target regions are plain code to it without a device
// expect: target_begin:update = 1 | clang: target regions are plain code to it without a device
#include "check.h"

int main(void) {
  int value = 1;
#pragma omp target enter data map(to : value)
#pragma omp target data map(tofrom : value)
  value += 1;  // the device's own is as before
#pragma omp target update to(value)
#pragma omp target exit data map(from : value)
  check(value == 2, "target data");
  return 0;
}
