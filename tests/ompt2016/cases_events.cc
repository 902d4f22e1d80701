// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads, regions, implicit tasks, worksharing, synchronization, flush and control.
#include <dlfcn.h>
#include <omp.h>
#include <omp_collector_api.h>
#include <string.h>

#include "tool.h"

using namespace tool;

extern "C" int omp_control_tool(int command, int modifier, void* argument) __attribute__((weak));
// No routine of GCC's library.
extern "C" void ompt_control(uint64_t command, uint64_t modifier) __attribute__((weak));
extern "C" void ompt_control_(const int64_t* command, const int64_t* modifier) __attribute__((weak));

namespace {

volatile int g_sink;

#ifdef __clang__
constexpr bool kCallsRuntime = true;  // for static loops, master and flush
#else
constexpr bool kCallsRuntime = false;
#endif

void start_up() {
  EXPECT_EQ(version(), OMPT_2016_VERSION);
  EXPECT_EQ(strncmp(runtime_version(), "Limpid ", 7), 0);
  std::vector<Record> records = finish();
  std::vector<Record> threads = of(records, ompt_event_thread_begin);
  EXPECT_EQ(threads.size(), 1);
  EXPECT_EQ(threads[0].kind, ompt_thread_initial);
  EXPECT_EQ(threads[0].task != ompt_thread_id_none, 1);
  EXPECT_EQ(records[0].event, ompt_event_thread_begin);  // the first of all
}

void regions() {
  start();
#pragma omp parallel num_threads(2)
  g_sink = 1;
  std::vector<Record> records = finish();
  std::vector<Record> begin = of(records, ompt_event_parallel_begin);
  std::vector<Record> end = of(records, ompt_event_parallel_end);
  EXPECT_EQ(begin.size(), 1);
  EXPECT_EQ(end.size(), 1);
  EXPECT_EQ(begin[0].number, 2);
  EXPECT_EQ(begin[0].kind, ompt_invoker_runtime);
  EXPECT_EQ(begin[0].region != ompt_parallel_id_none, 1);
  EXPECT_EQ(begin[0].task != ompt_task_id_none, 1);
  EXPECT_EQ(begin[0].other != 0, 1);  // the frame that entered the runtime
  EXPECT_EQ(begin[0].state, omp_state_overhead);
  EXPECT_EQ(end[0].region, begin[0].region);
  EXPECT_EQ(end[0].task, begin[0].task);
  std::vector<Record> tasks = of(records, ompt_event_implicit_task);
  EXPECT_EQ(tasks.size(), 4);
  for (const Record& task : tasks) EXPECT_EQ(task.region, begin[0].region);
  std::vector<Record> worker = of(records, ompt_event_thread_begin);
  EXPECT_EQ(worker.size(), 1);
  EXPECT_EQ(worker[0].kind, ompt_thread_worker);
  std::vector<Record> idle = of(records, ompt_event_idle);
  EXPECT_EQ(idle.size() >= 2, 1);  // from its begin to the region; after the region, perhaps later than this
  EXPECT_EQ(idle[0].endpoint, ompt_scope_begin);
  EXPECT_EQ(idle[1].endpoint, ompt_scope_end);
  EXPECT_EQ(idle[0].state, omp_state_idle);
  EXPECT_EQ(of(records, ompt_event_sync_region, ompt_scope_begin, ompt_sync_region_barrier).size(), 2);
  EXPECT_EQ(of(records, ompt_event_sync_region, ompt_scope_end, ompt_sync_region_barrier).size(), 2);
  std::vector<Record> waits = of(records, ompt_event_sync_region_wait, ompt_scope_begin);
  EXPECT_EQ(waits.size(), of(records, ompt_event_sync_region_wait, ompt_scope_end).size());
  for (const Record& wait : waits) EXPECT_EQ(wait.state, omp_state_wait_barrier_implicit);
  for (const Record& sync : of(records, ompt_event_sync_region)) EXPECT_EQ(sync.region, begin[0].region);
}

void nested_regions() {
  start();
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(1)
#pragma omp parallel num_threads(1)
  g_sink = 1;
  std::vector<Record> records = finish();
  std::vector<Record> begin = of(records, ompt_event_parallel_begin);
  EXPECT_EQ(begin.size(), 2);
  EXPECT_EQ(begin[0].region != begin[1].region, 1);
  EXPECT_EQ(of(records, ompt_event_implicit_task, ompt_scope_begin)[0].task, begin[1].task);
}

// A worksharing construct of each kind: as many begins as ends as there are threads.
void static_loop() {
#pragma omp for schedule(static)
  for (int i = 0; i < 4; ++i) g_sink = i;
}
void dynamic_loop() {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 4; ++i) g_sink = i;
}
void sections() {
#pragma omp sections
  {
#pragma omp section
    g_sink = 1;
#pragma omp section
    g_sink = 2;
  }
}
void single() {
#pragma omp single
  g_sink = 1;
}

void worksharing() {
  static const struct {
    void (*run)();
    int type;
    int count;
  } kRows[] = {
      {static_loop, ompt_worksharing_loop, kCallsRuntime ? 2 : 0},
      {dynamic_loop, ompt_worksharing_loop, 2},
      {sections, ompt_worksharing_sections, 2},
      {single, ompt_worksharing_single_executor, 1},
      {single, ompt_worksharing_single_other, 1},
  };
  for (const auto& row : kRows) {
    start();
#pragma omp parallel num_threads(2)
    row.run();
    std::vector<Record> records = finish();
    for (int endpoint : {ompt_scope_begin, ompt_scope_end})
      EXPECT_EQ(of(records, ompt_event_worksharing, endpoint, row.type).size(), row.count);
  }
  start();
#pragma omp teams num_teams(1)
#pragma omp distribute
  for (int i = 0; i < 2; ++i) g_sink = i;
  std::vector<Record> records = finish();
  EXPECT_EQ(of(records, ompt_event_worksharing, ompt_scope_begin, ompt_worksharing_distribute).size(),
            kCallsRuntime ? 1 : 0);
}

void barriers_and_master() {
  start();
#pragma omp parallel num_threads(2)
  {
#pragma omp barrier
#pragma omp master
    g_sink = 1;
#pragma omp flush
  }
  std::vector<Record> records = finish();
  EXPECT_EQ(of(records, ompt_event_sync_region, ompt_scope_begin).size(), 4);
  int explicit_waits = 0;
  for (const Record& wait : of(records, ompt_event_sync_region_wait, ompt_scope_begin))
    explicit_waits += wait.state == omp_state_wait_barrier_explicit;
  EXPECT_EQ(explicit_waits, 2);
  EXPECT_EQ(of(records, ompt_event_master, ompt_scope_begin).size(), kCallsRuntime ? 1 : 0);
  EXPECT_EQ(of(records, ompt_event_master, ompt_scope_end).size(), kCallsRuntime ? 1 : 0);
  std::vector<Record> flushes = of(records, ompt_event_flush);
  EXPECT_EQ(flushes.size(), kCallsRuntime ? 2 : 0);
  for (const Record& flush : flushes) EXPECT_EQ(flush.task, flush.thread);
}

void control() {
  start();
  ompt_control(2, 5);
  int64_t command = 64;
  int64_t modifier = 7;
  ompt_control_(&command, &modifier);
  EXPECT_EQ(omp_control_tool(1, 9, nullptr), 0);
  std::vector<Record> records = of(finish(), ompt_event_control);
  EXPECT_EQ(records.size(), 3);
  EXPECT_EQ(records[0].other, 2);
  EXPECT_EQ(records[0].number, 5);
  EXPECT_EQ(records[0].address != nullptr, 1);
  EXPECT_EQ(records[1].other, 64);
  EXPECT_EQ(records[1].number, 7);
  EXPECT_EQ(records[2].other, 1);
}

int g_forks = 0;

void on_fork(OMP_COLLECTORAPI_EVENT) {
  ++g_forks;
}

int ask_collector(int request, int mem_bytes = 0) {
  auto api = reinterpret_cast<int (*)(void*)>(dlsym(RTLD_DEFAULT, OMP_COLLECTOR_API));
  struct {
    int size, request, code, returned, event;
    int callback[2];
    int end;
  } list = {16 + mem_bytes, request, -1, 0, OMP_EVENT_FORK, {}, 0};
  void (*callback)(OMP_COLLECTORAPI_EVENT) = on_fork;
  if (mem_bytes != 0) memcpy(list.callback, &callback, sizeof callback);
  if (mem_bytes == 0) list.event = 0;  // where the list ends
  api(&list);
  return list.code;
}

// A collector that comes later hears the same regions.
void together_with_collector() {
  EXPECT_EQ(ask_collector(OMP_REQ_START), OMP_ERRCODE_OK);
  EXPECT_EQ(ask_collector(OMP_REQ_REGISTER, 12), OMP_ERRCODE_OK);
  start();
  for (int i = 0; i < 5; ++i) {
#pragma omp parallel num_threads(2)
    g_sink = i;
  }
  EXPECT_EQ(g_forks, 5);
  EXPECT_EQ(of(finish(), ompt_event_parallel_begin).size(), 5);
  EXPECT_EQ(ask_collector(OMP_REQ_STOP), OMP_ERRCODE_OK);
}

}  // namespace

void event_cases() {
  start_up();
  regions();
  nested_regions();
  worksharing();
  barriers_and_master();
  control();
  together_with_collector();
}
