// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks as only LLVM's compilers pass them.
#include <omp.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

namespace {

volatile int g_sink;

// omp_all_memory comes as a flag that leaves out and inout alike. LLVM's runtime tells tools out.
void all_memory() {
  [[maybe_unused]] static int variable;
  start(kDependences);
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(out : omp_all_memory) depend(in : variable)
    g_sink = 1;
#pragma omp task depend(mutexinoutset : variable)
    g_sink = 2;
  }
  finish();
  EXPECT_EVENTS(0, "dependences(:out_all_memory:in|:in:out_all_memory) dependences:mutexinoutset");
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
