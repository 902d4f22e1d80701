// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A worker's idle times, from its first to its end: regions and teams of leagues end them, and nothing
// happens on an idle thread.
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>
#include <map>

#include "tool.h"

using namespace tool;

namespace {

volatile int g_sink;
size_t g_works = 0;  // that the worker has had a part in

template <class Condition>
void await(const char* what, Condition condition) {
  for (int tries = 0; !condition(); ++tries) {
    usleep(1000);
    if (tries < 60000) continue;
    fprintf(stderr, "waited a minute for: %s\n", what);
    _exit(1);
  }
}

// It has been idle from its begin, and is after each of them.
void worked_and_idle_again() {
  ++g_works;
  await("the worker to be idle",
        [] { return of(finish(), ompt_event_idle, ompt_scope_begin).size() > g_works; });
}

void region() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
  worked_and_idle_again();
}

void expect_outside_regions() {
  EXPECT_EQ(function<ompt_get_state_fn_t>("ompt_get_state")(nullptr), omp_state_work_serial);
  EXPECT_EQ(function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info")(0, nullptr, nullptr), 0);
}

// A thread alone would wait for the other for ever; and what takes so long is offered next time too.
void league() {
  std::atomic<int> arrived{0};
#pragma omp teams num_teams(2) shared(arrived)
  {
    ++arrived;
    usleep(1000);
    await("the other team", [&] { return arrived == 2; });
    expect_outside_regions();
#pragma omp parallel num_threads(1)
    g_sink = 1;
  }
  worked_and_idle_again();
}

void expect_nothing_while_idle(const std::vector<Record>& records) {
  std::map<ompt_thread_id_t, bool> idle;
  for (const Record& record : records) {
    bool& is_idle = idle[record.thread];
    if (record.event != ompt_event_idle) {
      EXPECT_EQ(is_idle, false);
      continue;
    }
    EXPECT_EQ(record.state, omp_state_idle);
    EXPECT_EQ(record.current, ompt_task_id_none);
    EXPECT_EQ(is_idle, record.endpoint == ompt_scope_end);
    is_idle = record.endpoint == ompt_scope_begin;
  }
}

}  // namespace

void idle_cases() {
  if (omp_get_num_procs() < 2) return;  // teams take turns
  league();                             // the worker's first work
  league();
  region();
  league();
  region();
  region();
  league();
  omp_pause_resource_all(omp_pause_hard);
  std::vector<Record> records = finish();
  EXPECT_EQ(of(records, ompt_event_thread_end).size(), 1);
  EXPECT_EQ(of(records, ompt_event_idle, ompt_scope_begin).size(), g_works + 1);
  EXPECT_EQ(of(records, ompt_event_idle, ompt_scope_end).size(), g_works + 1);
  expect_nothing_while_idle(records);
}
