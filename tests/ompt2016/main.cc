// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMPT as the report of 2016 has it, event by event and function by function: ompt2016-events GROUP.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "tool.h"

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)();
  } kGroups[] = {{"events", event_cases},    {"locks", lock_cases},      {"tasks", task_cases},
                 {"target", target_cases},   {"inquiry", inquiry_cases}, {"states", state_cases},
                 {"tracing", tracing_cases}, {"idle", idle_cases},       {"slow", slow_cases},
                 {"leave", leave_cases}};
  omp_set_dynamic(0);
  if (!tool::was_started()) {
    fprintf(stderr, "the runtime did not start the tool\n");
    return 1;
  }
  for (const auto& group : kGroups) {
    if (argc != 2 || strcmp(argv[1], group.name) != 0) continue;
    group.run();
    return tool::failures() == 0 ? 0 : 1;
  }
  fprintf(stderr,
          "usage: ompt2016-events events|locks|tasks|target|inquiry|states|tracing|idle|slow|leave\n");
  return 2;
}
