// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A collector in a library that is destroyed before the runtime ends: nothing of it may be called from then
// on, nor may it be destroyed during a call. Linked to the program, its constructor is the first in the
// process to use OpenMP; loaded by the program, it is younger than all that the runtime has.
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include "client.h"
#include "early_end.h"

namespace {

std::atomic<int> g_events{0};

void fail(const char* what, int number) {
  fprintf(stderr, "%s %d\n", what, number);
  _exit(1);
}

// Into the time of destruction, unless that comes behind this call; but not so long that the runtime would
// give up waiting for it.
void stay() {
  constexpr int kRounds = 20;
  g_end.in_callback = true;
  await(g_end.begun);
  for (int round = 0; round < kRounds; ++round) sched_yield();
  g_end.in_callback = false;
}

void on_event(OMP_COLLECTORAPI_EVENT event) {
  ++g_events;
  if (g_end.destroyed) fail("after the collector's destruction: event", event);
  if (event == OMP_EVENT_FORK && g_end.next_fork_stays.exchange(false)) stay();
}

// Not [[gnu::destructor]]: what a loaded library has of those is destroyed after all that exit() calls.
struct Collector {
  Collector() {
    if (omp_get_max_threads() < 1) fail("threads at most:", omp_get_max_threads());
    if (client::ask(OMP_REQ_START) != OMP_ERRCODE_OK) fail("refused: request", OMP_REQ_START);
    for (int event = OMP_EVENT_FORK; event < client::kEvents; ++event) {
      if (client::enroll(event, on_event) != OMP_ERRCODE_OK) fail("refused: event", event);
    }
  }
  ~Collector() {
    if (g_end.in_callback) fail("destroyed in the middle of a call: event", OMP_EVENT_FORK);
    g_end.destroyed = true;
    await(g_end.last_region_left);
    if (g_events == 0) fail("events:", 0);
  }
};

Collector g_collector;

}  // namespace
