// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tool sees of the host as a device: ompt-device GROUP. GCC builds it.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"
#include "device_log.h"

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)();
  } kGroups[] = {{"first-target", first_target_cases},
                 {"first-memory", first_memory_cases},
                 {"first-race", first_race_cases},
                 {"finalize", finalize_cases},
                 {"finalize-race", finalize_race_cases},
                 {"none", no_device_cases},
                 {"construct", construct_cases},
                 {"task", task_cases},
                 {"memory", memory_cases},
                 {"alone", alone_cases},
                 {"trace-control", trace_control_cases},
                 {"trace-end", trace_end_cases},
                 {"trace-slow", trace_slow_cases},
                 {"trace-request", trace_request_cases},
                 {"trace-leave", trace_leave_cases},
                 {"trace-fork", trace_fork_cases},
                 {"records", record_cases}};
  for (const auto& group : kGroups) {
    if (argc != 2 || strcmp(argv[1], group.name) != 0) continue;
    group.run();
    if (device_log::entry_point("ompt_get_state") == nullptr) {
      fprintf(stderr, "the runtime did not start the tool\n");
      return 1;
    }
    return device_log::failures() == 0 ? 0 : 1;  // the finalizer makes it 1 if the device's end was wrong
  }
  fprintf(stderr, "usage: ompt-device GROUP, one of:");
  for (const auto& group : kGroups) fprintf(stderr, " %s", group.name);
  fprintf(stderr, "\n");
  return 2;
}
