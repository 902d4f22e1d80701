// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cases of cancellation in the code that Clang makes of them, which passes other barriers, and what only
// Clang's code says of tasks: ompt-events-llvm GROUP. Clang builds it.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "event_log.h"

int main(int argc, char** argv) {
  if (argc != 2 || (strcmp(argv[1], "cancel") != 0 && strcmp(argv[1], "task") != 0)) {
    fprintf(stderr, "usage: ompt-events-llvm cancel|task\n");
    return 2;
  }
  omp_set_dynamic(0);
  if (event_log::entry_point("ompt_get_state") == nullptr) {
    fprintf(stderr, "the runtime did not start the tool\n");
    return 1;
  }
  strcmp(argv[1], "task") == 0 ? llvm_task_cases() : cancel_cases();
  EXPECT_EQ(event_log::foreign_addresses(), 0);
  return event_log::failures() == 0 ? 0 : 1;
}
