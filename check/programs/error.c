// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error directive, as a warning.
// expect: error:warning = 1
#include "check.h"

int main(void) {
#pragma omp error at(execution) severity(warning) message("a warning that the tool sees")
  sink = 1;
  return 0;
}
