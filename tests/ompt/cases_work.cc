// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing: loops of every schedule, sections, single, scope, and the barriers at their ends.
#include <omp.h>
#include <pthread.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

namespace {

const std::string kWorkshare = " sync_begin:workshare sync_end:workshare";
const std::string kExtraBarrier = " sync_begin:implementation sync_end:implementation";
const std::string kInlinedBarrier = " sync_begin:(barrier|workshare) sync_end:(barrier|workshare)";
const std::string kEnd = " sync_begin:parallel sync_end:parallel";

volatile int g_sink;

std::string loop(const std::string& type, int count, const std::string& barrier) {
  return "work_begin:" + type + ":" + std::to_string(count) +
         "( dispatch:chunk:[0-9]+[+][0-9]+)* work_end:" + type + barrier + kEnd;
}

// Both threads saw the construct, and the chunks of all threads together are the whole loop, each iteration
// once.
void expect_loop(const std::string& type, int count, const std::string& barrier) {
  for (unsigned index : {0u, 1u}) EXPECT_EVENTS(index, loop(type, count, barrier));
  long long iterations = 0;
  std::string seen;
  for (unsigned index : {0u, 1u}) {
    std::string words = of(index) + " ";
    for (size_t at = words.find("chunk:"); at != std::string::npos; at = words.find("chunk:", at + 1)) {
      std::string chunk = words.substr(at + 6, words.find(' ', at) - at - 6);
      iterations += std::stoll(chunk.substr(chunk.find('+') + 1));
      EXPECT_EQ(seen.find(" " + chunk.substr(0, chunk.find('+')) + "+") == std::string::npos, 1);
      seen += " " + chunk;
    }
  }
  EXPECT_EQ(iterations, count);
}

constexpr unsigned kLoops = kWork | kDispatch | kSync;

void loops() {
  start(kLoops);
#pragma omp parallel for num_threads(2) schedule(dynamic, 3)
  for (int i = 0; i < 20; ++i) g_sink = i;
  finish();
  expect_loop("dynamic", 20, "");
  start(kLoops);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 7; ++i) g_sink = i;
    g_sink = 1;
  }
  finish();
  expect_loop("dynamic", 7, kWorkshare);
  start(kLoops);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(guided, 2)
    for (long i = 100; i > 0; i -= 3) g_sink = 1;
    g_sink = 1;
  }
  finish();
  expect_loop("guided", 34, kWorkshare);
  start(kLoops);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic) nowait
    for (unsigned long long i = 0; i < 5; ++i) g_sink = 1;
#pragma omp for schedule(dynamic) nowait
    for (int i = 5; i < 5; ++i) g_sink = 1;
    g_sink = 1;
  }
  finish();
  std::string first = "work_begin:dynamic:5( dispatch:chunk:[0-9]+[+][0-9]+)* work_end:dynamic";
  EXPECT_EVENTS(0, first + " work_begin:dynamic:0 work_end:dynamic" + kEnd);
}

void ordered_loop() {
  start(kLoops | kMutex);
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < 4; ++i) {
#pragma omp ordered
      g_sink = i;
    }
    g_sink = 1;
  }
  finish();
  std::string part = "( dispatch:chunk:[0-9]+[+]1 acquire:ordered acquired:ordered released:ordered){2}";
  for (unsigned index : {0u, 1u})
    EXPECT_EVENTS(index, "work_begin:static:4" + part + " work_end:static" + kWorkshare + kEnd);
}

// GCC computes the chunks of these itself: no event can come, also none of half a construct.
void static_loop() {
  start(kLoops);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; ++i) g_sink = i;
    g_sink = 1;
  }
  finish();
  for (unsigned index : {0u, 1u}) EXPECT_EVENTS(index, "sync_begin:parallel sync_end:parallel");
}

// GCC divides a static loop itself and only asks for the reduction's memory: it does not say how many
// iterations there are.
void counts_with_task_reduction() {
  int sum = 0;
  start(kWork | kDispatch);
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static) reduction(task, + : sum)
  for (int i = 0; i < 4; ++i) sum += i;
  finish();
  EXPECT_EQ(sum, 6);
  for (unsigned index : {0u, 1u}) EXPECT_EVENTS(index, "work_begin:static:0 work_end:static");
  start(kWork);
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic) reduction(task, + : sum)
  for (int i = 0; i < 4; ++i) sum += i;
  finish();
  for (unsigned index : {0u, 1u}) EXPECT_EVENTS(index, "work_begin:dynamic:4 work_end:dynamic");
}

void sections() {
  for (int threads : {1, 2, 8}) {
    start(kLoops);
#pragma omp parallel num_threads(threads)
    {
#pragma omp sections
      {
#pragma omp section
        g_sink = 1;
#pragma omp section
        g_sink = 2;
#pragma omp section
        g_sink = 3;
#pragma omp section
        g_sink = 4;
      }
      g_sink = 1;
    }
    finish();
    int dispatched = 0;
    for (int index = 0; index < threads; ++index) {
      EXPECT_EVENTS(index, "work_begin:sections:4( dispatch:section)* work_end:sections" + kWorkshare + kEnd);
      std::string words = of(index);
      for (size_t at = words.find("dispatch"); at != std::string::npos; at = words.find("dispatch", at + 1))
        ++dispatched;
    }
    EXPECT_EQ(dispatched, 4);
  }
}

void single() {
  start(kLoops);
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    g_sink = 1;
    g_sink = 2;
  }
  finish();
  int executors = 0;
  for (unsigned index : {0u, 1u}) {
    EXPECT_EVENTS(index, "work_begin:(executor:1 work_end:executor|bystander:1 work_end:bystander)" +
                             kInlinedBarrier + kEnd);
    executors += of(index).find("executor") != std::string::npos;
  }
  EXPECT_EQ(executors, 1);
  start(kLoops);
  int value = 0;
#pragma omp parallel num_threads(2) firstprivate(value)
  {
#pragma omp single copyprivate(value)
    value = 5;
    g_sink = value;
  }
  finish();
  for (unsigned index : {0u, 1u}) {
    // What the executor wrote is ordered before the copies by a barrier of its own.
    EXPECT_EVENTS(index, "work_begin:(executor:1 work_end:executor|bystander:1 work_end:bystander)" +
                             kExtraBarrier + kInlinedBarrier + kEnd);
  }
}

void* single_as_initial_thread(void*) {
  start(kRegions | kWork);
#pragma omp single nowait
  g_sink = 1;
  g_sink = 2;
  return nullptr;
}

// What nothing else ended ends with the initial task of a thread.
void single_of_foreign_thread() {
  pthread_t thread;
  pthread_create(&thread, nullptr, single_as_initial_thread, nullptr);
  pthread_join(thread, nullptr);
  finish();
  EXPECT_EVENTS(0,
                "thread_begin:initial initial_begin:1/1 work_begin:executor:1 work_end:executor "
                "initial_end thread_end");
}

// The barrier of the construct, and one more before the list items may be used.
void barriers_of_task_reduction() {
  const std::string barriers = kWorkshare + kExtraBarrier;
  int sum = 0;
  start(kLoops);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic) reduction(task, + : sum)
    for (int i = 0; i < 7; ++i) sum += i;
    g_sink = sum;
  }
  finish();
  expect_loop("dynamic", 7, barriers);
  start(kWork | kSync);
#pragma omp parallel num_threads(2)
  {
#pragma omp sections reduction(task, + : sum)
    { sum += 1; }
#pragma omp scope reduction(task, + : sum)
    sum += 1;
    g_sink = sum;
  }
  finish();
  EXPECT_EQ(sum, 24);
  for (unsigned index : {0u, 1u}) {
    EXPECT_EVENTS(index, "work_begin:sections:1 work_end:sections" + barriers +
                             " work_begin:scope:1 work_end:scope" + barriers + kEnd);
  }
}

}  // namespace

void work_cases() {
  loops();
  ordered_loop();
  static_loop();
  counts_with_task_reduction();
  sections();
  single();
  single_of_foreign_thread();
  barriers_of_task_reduction();
}
