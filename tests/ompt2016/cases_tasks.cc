// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locks, critical, atomic and ordered regions; tasks and their synchronization; target constructs.
#include <dlfcn.h>
#include <omp.h>
#include <signal.h>

#include "tool.h"

using namespace tool;

namespace {

volatile int g_sink;

// acquire, acquired and release of one mutex, in this order.
void expect_mutex(const std::vector<Record>& records, int kind, size_t count) {
  std::vector<Record> acquire = of(records, ompt_event_mutex_acquire, 0, kind);
  std::vector<Record> acquired = of(records, ompt_event_mutex_acquired, 0, kind);
  std::vector<Record> release = of(records, ompt_event_mutex_release, 0, kind);
  EXPECT_EQ(acquire.size(), count);
  EXPECT_EQ(acquired.size(), count);
  EXPECT_EQ(release.size(), count);
  for (size_t i = 0; i < acquire.size() && i < release.size(); ++i) {
    EXPECT_EQ(acquire[i].other, release[i].other);
    EXPECT_EQ(acquire[i].other != 0, 1);
    EXPECT_EQ(acquire[i].endpoint > 0, 1);  // an implementation that ompt_enumerate_mutex_kinds names
  }
}

void locks() {
  start();
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  EXPECT_EQ(omp_test_lock(&lock), 1);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  std::vector<Record> records = finish();
  EXPECT_EQ(of(records, ompt_event_init_lock, 0, 1).size(), 1);
  EXPECT_EQ(of(records, ompt_event_destroy_lock, 0, 1).size(), 1);
  EXPECT_EQ(of(records, ompt_event_mutex_acquire).size(), 1);  // a test is no attempt to acquire
  EXPECT_EQ(of(records, ompt_event_mutex_acquired, 0, ompt_mutex_lock).size(), 2);
  EXPECT_EQ(of(records, ompt_event_mutex_release, 0, ompt_mutex_lock).size(), 2);
}

void nest_locks() {
  start();
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  omp_set_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  std::vector<Record> records = finish();
  EXPECT_EQ(of(records, ompt_event_init_lock, 0, 2).size(), 1);
  EXPECT_EQ(of(records, ompt_event_destroy_lock, 0, 2).size(), 1);
  expect_mutex(records, ompt_mutex_nest_lock, 1);
  std::vector<Record> nested = of(records, ompt_event_nested_lock);
  EXPECT_EQ(nested.size(), 2);
  EXPECT_EQ(nested[0].endpoint, ompt_scope_begin);
  EXPECT_EQ(nested[1].endpoint, ompt_scope_end);
  EXPECT_EQ(nested[0].other, of(records, ompt_event_init_lock)[0].other);
}

void exclusive_regions() {
  auto begin = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "GOMP_atomic_start"));
  auto end = reinterpret_cast<void (*)()>(dlsym(RTLD_DEFAULT, "GOMP_atomic_end"));
  start();
#pragma omp parallel for ordered schedule(dynamic) num_threads(2)
  for (int i = 0; i < 3; ++i) {
#pragma omp critical(named)
    g_sink = i;
    begin();  // what compilers call for atomics that the processor does not have
    end();
#pragma omp ordered
    g_sink = i;
  }
  std::vector<Record> records = finish();
  expect_mutex(records, ompt_mutex_critical, 3);
  expect_mutex(records, ompt_mutex_atomic, 3);
  expect_mutex(records, ompt_mutex_ordered, 3);
}

void explicit_tasks() {
  start();
  int data = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(data) depend(out : data)
    data = 1;
#pragma omp task shared(data) depend(in : data)
    g_sink = data;
#pragma omp task shared(data) depend(inout : data)
    data = 2;
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task
      g_sink = 3;
    }
  }
  std::vector<Record> records = finish();
  std::vector<Record> created = of(records, ompt_event_task_create);
  EXPECT_EQ(created.size(), 4);
  uint64_t parent = of(records, ompt_event_implicit_task)[0].task;
  uint64_t initial = of(records, ompt_event_parallel_begin)[0].task;
  for (const Record& task : created) {
    EXPECT_EQ(task.kind, ompt_task_explicit);
    EXPECT_EQ(task.task, parent);
    EXPECT_EQ(task.other != ompt_task_id_none, 1);
  }
  std::vector<Record> dependences = of(records, ompt_event_task_dependences);
  EXPECT_EQ(dependences.size(), 3);
  // Compilers say the same for out and inout.
  constexpr uint64_t kFlags[] = {ompt_task_dependence_type_inout, ompt_task_dependence_type_in,
                                 ompt_task_dependence_type_inout};
  for (size_t i = 0; i < 3 && i < dependences.size(); ++i) {
    EXPECT_EQ(dependences[i].number, kFlags[i]);
    EXPECT_EQ(dependences[i].task, created[i].other);
    EXPECT_EQ(dependences[i].address == &data, 1);
  }
  for (const Record& pair : of(records, ompt_event_task_dependence_pair))
    EXPECT_EQ(pair.task < pair.other, 1);  // ids of one thread's tasks count up
  std::vector<Record> switches = of(records, ompt_event_task_schedule);
  EXPECT_EQ(switches.size(), 8);
  EXPECT_EQ(of(records, ompt_event_task_schedule, 0, 1).size(), 4);
  uint64_t current = parent;
  for (const Record& change : switches) {
    EXPECT_EQ(change.task, current);
    current = change.other;
    EXPECT_EQ(change.current, current);
    EXPECT_EQ(change.around, current == parent ? initial : parent);
  }
  EXPECT_EQ(current, parent);
  EXPECT_EQ(of(records, ompt_event_sync_region, 0, ompt_sync_region_taskwait).size(), 2);
  EXPECT_EQ(of(records, ompt_event_sync_region, 0, ompt_sync_region_taskgroup).size(), 2);
}

thread_local volatile ompt_task_id_t t_met_by_signal = 0;

ompt_task_id_t current_task() {
  ompt_task_id_t id = ompt_task_id_none;
  function<ompt_get_task_info_fn_t>("ompt_get_task_info")(0, nullptr, &id, nullptr, nullptr);
  return id;
}

void meet(int) {
  t_met_by_signal = current_task();
}

void look_around(ompt_task_id_t prior, ompt_task_id_t next) {
  EXPECT_EQ(current_task(), next);
  raise(SIGUSR1);
  EXPECT_EQ(t_met_by_signal, next);
#pragma omp parallel num_threads(1)
  {
    EXPECT_EQ(current_task() != next && current_task() != prior, 1);
#pragma omp task if (0)  // of the tool's own, which it is told nothing of
    EXPECT_EQ(current_task() != next && current_task() != prior, 1);
  }
  EXPECT_EQ(current_task(), next);
}

// Every switch is told of in the context of the task that comes: also to signal handlers, and after what the
// callback has run itself.
void context_of_switches() {
  struct sigaction action = {};
  action.sa_handler = meet;
  sigaction(SIGUSR1, &action, nullptr);
  start();
  on_switches(look_around);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0)
    {
#pragma omp task
      g_sink = 1;
#pragma omp taskwait
    }
    for (int i = 0; i < 20; ++i) {
#pragma omp task
      EXPECT_EQ(current_task() != ompt_task_id_none, 1);
    }
  }
  on_switches(nullptr);
  std::vector<Record> switches = of(finish(), ompt_event_task_schedule);
  EXPECT_EQ(switches.size(), 44);
  for (const Record& change : switches) EXPECT_EQ(change.current, change.other);
}

// One task waits for another: the pair is told.
void dependence_pairs() {
  start();
  int data = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(data) depend(out : data)
    data = 1;
#pragma omp task shared(data) depend(in : data)
    g_sink = data;
#pragma omp taskwait
  }
  std::vector<Record> records = finish();
  std::vector<Record> created = of(records, ompt_event_task_create);
  std::vector<Record> pairs = of(records, ompt_event_task_dependence_pair);
  EXPECT_EQ(pairs.size() <= 1, 1);  // none if the first was over before
  for (const Record& pair : pairs) {
    EXPECT_EQ(pair.task, created[0].other);
    EXPECT_EQ(pair.other, created[1].other);
  }
}

}  // namespace

void lock_cases() {
  locks();
  nest_locks();
  exclusive_regions();
}

void task_cases() {
  explicit_tasks();
  context_of_switches();
  dependence_pairs();
}
