// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks as only LLVM's compilers pass them.
#include <omp.h>

#include <cstdint>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

namespace {

volatile int g_sink;

// omp_all_memory comes as a flag, or as the last address: either way out and inout look alike. LLVM's runtime
// tells tools out.
void all_memory() {
  [[maybe_unused]] static int variable;
  [[maybe_unused]] char* const last = reinterpret_cast<char*>(UINTPTR_MAX);
  start(kDependences);
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(out : omp_all_memory) depend(in : variable)
    g_sink = 1;
#pragma omp task depend(mutexinoutset : variable)
    g_sink = 2;
#pragma omp task depend(inout : *last)
    g_sink = 3;
  }
  finish();
  EXPECT_EVENTS(0,
                "dependences(:out_all_memory:in|:in:out_all_memory) dependences:mutexinoutset "
                "dependences:out_all_memory");
}

// The creator goes on, and what is left is the detached task's alone.
void detached_undeferred() {
  start(kTasks);
#pragma omp parallel num_threads(1)
  {
    omp_event_handle_t event;
#pragma omp task detach(event) if (0)
    g_sink = 1;
    omp_fulfill_event(event);
#pragma omp taskwait
  }
  finish();
  EXPECT_EVENTS(0, "create:explicit:undeferred switch:switch switch:detach switch:late_fulfill");
}

}  // namespace

void llvm_task_cases() {
  all_memory();
  detached_undeferred();
}
