// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel regions: threads, implicit tasks, the barrier at the end; nested, serialized, teams, and programs
// of old compilers.
#include <omp.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

volatile int g_sink;  // GCC drops regions that do nothing

extern "C" {  // what GCC before 4.9 called around a parallel construct
void GOMP_parallel_start(void (*function)(void*), void* data, unsigned threads);
void GOMP_parallel_end();
}

namespace {

const std::string kEndBarrier =
    "sync_begin:parallel( wait_begin:parallel wait_end:parallel)? sync_end:parallel implicit_end";
const std::string kEndBarrierWaits =
    "sync_begin:parallel wait_begin:parallel wait_end:parallel sync_end:parallel implicit_end";

std::string member(int size, int index) {
  return "implicit_begin:" + std::to_string(size) + "/" + std::to_string(index) + " " + kEndBarrierWaits;
}

void first_region() {
  start(kRegions | kSync | kWait);
#pragma omp parallel num_threads(2)
  g_sink = 1;
  finish();
  EXPECT_EVENTS(0, "parallel_begin:2 " + member(2, 0) + " parallel_end");
  EXPECT_EVENTS(1, "(thread_begin:worker )?" + member(2, 1));
}

void region_of(int threads) {
  for (int round = 0; round < 3; ++round) {
    start(kRegions | kSync | kWait);
#pragma omp parallel num_threads(threads)
    g_sink = 1;
    finish();
    std::string size = std::to_string(threads);
    EXPECT_EVENTS(0, "parallel_begin:" + size + " " + member(threads, 0) + " parallel_end");
    for (int index = 1; index < threads; ++index)
      EXPECT_EVENTS(index, "(thread_begin:worker )?" + member(threads, index));
  }
}

void serialized() {
  start(kRegions | kSync | kWait);
#pragma omp parallel if (0)
  g_sink = 1;
  finish();
  EXPECT_EVENTS(0, "parallel_begin:1 " + member(1, 0) + " parallel_end");
}

void nested() {
  omp_set_max_active_levels(2);
  start(kRegions | kSync);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  g_sink = 1;
  finish();
  std::string inner = "parallel_begin:2 implicit_begin:2/0 " + kEndBarrier + " parallel_end";
  EXPECT_EVENTS(0, "parallel_begin:2 implicit_begin:2/0 " + inner + " " + kEndBarrier + " parallel_end");
  // The second thread led a team of its own; another one was the worker of either.
  EXPECT_EQ(of(1).find("parallel_begin:2") != std::string::npos, 1);
  omp_set_max_active_levels(1);
  start(kRegions | kSync);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  g_sink = 1;
  finish();
  std::string alone = "parallel_begin:[12] implicit_begin:1/0 " + kEndBarrier + " parallel_end";
  EXPECT_EVENTS(0, "parallel_begin:2 implicit_begin:2/0 " + alone + " " + kEndBarrier + " parallel_end");
  EXPECT_EVENTS(1, "implicit_begin:2/1 " + alone + " " + kEndBarrier);
}

int g_calls;

void old_body(void*) {
  ++g_calls;
}

void old_interface() {
  start(kRegions | kSync);
  GOMP_parallel_start(old_body, nullptr, 1);
  old_body(nullptr);
  GOMP_parallel_end();
  finish();
  EXPECT_EQ(g_calls, 1);
  EXPECT_EVENTS(0, "parallel_begin:1:program implicit_begin:1/0 " + kEndBarrier + " parallel_end");
}

void teams() {
  start(kRegions);
#pragma omp teams num_teams(2) thread_limit(1)
  g_sink = 1;
  finish();
  // The teams may run side by side, on threads of other teams.
  EXPECT_EVENTS(0, "league_begin:2( initial_begin:2/[01] initial_end)* league_end");
  for (const char* word : {"initial_begin:2/0", "initial_begin:2/1"}) EXPECT_EQ(count(word), 1);
  EXPECT_EQ(count("initial_end"), 2);
  start(kRegions);
#pragma omp teams num_teams(1) thread_limit(1)
  g_sink = 1;
  finish();
  EXPECT_EVENTS(0, "league_begin:1 initial_begin:1/0 initial_end league_end");
}

}  // namespace

void region_cases() {
  first_region();
  for (int threads : {1, 2, 8}) region_of(threads);
  serialized();
  nested();
  old_interface();
  teams();
}
