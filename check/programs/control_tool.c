// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_control_tool reaches the tool.
// expect: control:2 = 1
// expect: control:77 = 1
#include "check.h"

int main(void) {
#pragma omp parallel
  sink = 1;
  if (!omp_control_tool) return 0;
  check(omp_control_tool(2, 0, NULL) == 0, "flush");
  check(omp_control_tool(77, 5, NULL) == 0, "a command of a tool's own");
  return 0;
}
