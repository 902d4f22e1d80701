// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Collector API, request by request and event by event: collector-client GROUP.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "client.h"

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)();
  } kGroups[] = {{"sequence", before_start_cases},
                 {"requests", request_cases},
                 {"events", event_cases},
                 {"states", state_cases},
                 {"threads", thread_cases},
                 {"fork", fork_cases},
                 {"idle", idle_cases}};
  if (client::api() == nullptr) {
    fprintf(stderr, "the runtime has no %s\n", OMP_COLLECTOR_API);
    return 1;
  }
  omp_set_dynamic(0);
  for (const auto& group : kGroups) {
    if (argc != 2 || strcmp(argv[1], group.name) != 0) continue;
    group.run();
    return client::failures() == 0 ? 0 : 1;
  }
  fprintf(stderr, "usage: collector-client sequence|requests|events|states|threads|fork|idle\n");
  return 2;
}
