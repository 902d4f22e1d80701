// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool sees of programs that Clang built and GCC's tests cannot show. Clang builds it.
#include <stdio.h>

#include "cases.h"
#include "device_log.h"

int main() {
  llvm_cases();
  if (device_log::entry_point("ompt_get_state") == nullptr) {
    fprintf(stderr, "the runtime did not start the tool\n");
    return 1;
  }
  return device_log::failures() == 0 ? 0 : 1;
}
