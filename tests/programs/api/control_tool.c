// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_control_tool without a tool says that there is none.
//
// grammar: idle it uses no OpenMP when it sees that it has a tool
// libgomp: exports it in later versions only.
#include <dlfcn.h>
#include <omp.h>

#include "check.h"

int main(void) {
  int (*control)(int, int, void*) = (int (*)(int, int, void*))dlsym(RTLD_DEFAULT, "omp_control_tool");
  CHECK(control);
  if (getenv("OMP_TOOL_LIBRARIES")) return 0;  // then the answer is the tool's
  CHECK_EQ(control(1, 0, NULL), -2);           // omp_control_tool_notool
#pragma omp parallel
  CHECK_EQ(control(4, 0, NULL), -2);
  return 0;
}
