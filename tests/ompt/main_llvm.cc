// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases of cancellation in the code that Clang makes of them, which passes other barriers. Clang builds
// it.
#include <omp.h>
#include <stdio.h>

#include "cases.h"
#include "event_log.h"

int main() {
  omp_set_dynamic(0);
  if (event_log::entry_point("ompt_get_state") == nullptr) {
    fprintf(stderr, "the runtime did not start the tool\n");
    return 1;
  }
  cancel_cases();
  EXPECT_EQ(event_log::foreign_addresses(), 0);
  return event_log::failures() == 0 ? 0 : 1;
}
