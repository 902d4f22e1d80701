// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact events per construct: ompt-events GROUP. GCC builds it; the runtime is the one that the loader finds.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "event_log.h"

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)();
  } kGroups[] = {{"region", region_cases}, {"work", work_cases}, {"sync", sync_cases},  {"task", task_cases},
                 {"cancel", cancel_cases}, {"tool", tool_cases}, {"entry", entry_cases}};
  omp_set_dynamic(0);
  if (event_log::entry_point("ompt_get_state") == nullptr) {
    fprintf(stderr, "the runtime did not start the tool\n");
    return 1;
  }
  for (const auto& group : kGroups) {
    if (argc != 2 || strcmp(argv[1], group.name) != 0) continue;
    group.run();
    EXPECT_EQ(event_log::foreign_addresses(), 0);
    return event_log::failures() == 0 ? 0 : 1;
  }
  fprintf(stderr, "usage: ompt-events region|work|sync|task|cancel|tool|entry\n");
  return 2;
}
