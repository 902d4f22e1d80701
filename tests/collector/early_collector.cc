// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collector in a library whose constructor is the first in the process to use OpenMP, so that its
// destructor runs before the runtime has ended its workers: nothing may be called because of their end. The
// workers of the program's last region may still be on their way out of it when the process ends, so they are
// awaited first.
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "client.h"

namespace {

constexpr int kWorkers = 3;  // of early_program.cc

std::atomic<int> g_events{0};
std::atomic<int> g_idle{0};  // workers that are in no region
std::atomic<bool> g_gone{false};

void on_event(OMP_COLLECTORAPI_EVENT event) {
  const bool gone = g_gone;  // before the destructor may go on because of this event
  ++g_events;
  if (event == OMP_EVENT_THR_BEGIN_IDLE) ++g_idle;
  if (event == OMP_EVENT_THR_END_IDLE) --g_idle;
  if (!gone) return;
  fprintf(stderr, "event %d after the collector's destructor\n", event);
  _exit(1);
}

__attribute__((constructor)) void begin() {
  if (omp_get_max_threads() < 1) _exit(1);
  if (client::ask(OMP_REQ_START) != OMP_ERRCODE_OK) _exit(1);
  for (int event = OMP_EVENT_FORK; event < client::kEvents; ++event) {
    if (client::enroll(event, on_event) != OMP_ERRCODE_OK) _exit(1);
  }
}

__attribute__((destructor)) void finish() {
  while (g_idle != kWorkers) sched_yield();
  g_gone = true;
  if (g_events != 0) return;
  fprintf(stderr, "no events\n");
  _exit(1);
}

}  // namespace
