// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target constructs on the host device, and what a tool may ask.
#include <omp.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <string>

#include "tool.h"

using namespace tool;

namespace {

#ifdef __clang__
constexpr bool kTargetCallsRuntime =
    false;  // without a device to compile for the region is a call of a function
#else
constexpr bool kTargetCallsRuntime = true;
#endif

void target_regions() {
  start();
  int value = 1;
#pragma omp target map(tofrom : value)
  value = 2;
  EXPECT_EQ(value, 2);
  if (!kTargetCallsRuntime) return;
  std::vector<Record> records = finish();
  std::vector<Record> target = of(records, ompt_event_target);
  EXPECT_EQ(target.size(), 2);
  EXPECT_EQ(target[0].endpoint, ompt_scope_begin);
  EXPECT_EQ(target[1].endpoint, ompt_scope_end);
  EXPECT_EQ(target[0].kind, ompt_target);
  EXPECT_EQ(target[0].other != ompt_target_id_none && target[0].other == target[1].other, 1);
  EXPECT_EQ(target[0].number, omp_get_initial_device());
  std::vector<Record> submit = of(records, ompt_event_target_submit);
  EXPECT_EQ(submit.size(), 1);
  EXPECT_EQ(submit[0].region, target[0].other);
  EXPECT_EQ(submit[0].other != ompt_target_id_none, 1);
  EXPECT_EQ(submit[0].kind, 1);
  std::vector<Record> maps = of(records, ompt_event_target_data_map);
  EXPECT_EQ(maps.size(), 1);
  EXPECT_EQ(maps[0].region, target[0].other);
  EXPECT_EQ(maps[0].kind, ompt_target_map_flag_to | ompt_target_map_flag_from);
  EXPECT_EQ(maps[0].number, sizeof value);
  EXPECT_EQ(maps[0].address == &value, 1);
}

void data_constructs() {
  start();
  static int value = 1;
  EXPECT_EQ(value, 1);
#pragma omp target enter data map(to : value)
#pragma omp target update to(value)
#pragma omp target exit data map(release : value)
  if (!kTargetCallsRuntime) return;
  std::vector<Record> records = finish();
  for (int kind : {ompt_target_enter_data, ompt_target_update, ompt_target_exit_data})
    EXPECT_EQ(of(records, ompt_event_target, 0, kind).size(), 2);
}

void data_operations() {
  start();
  int device = omp_get_initial_device();
  int value = 3;
  void* memory = omp_target_alloc(sizeof value, device);
  omp_target_memcpy(memory, &value, sizeof value, 0, 0, device, device);
  omp_target_free(memory, device);
  std::vector<Record> records = of(finish(), ompt_event_target_data);
  EXPECT_EQ(records.size(), 3);
  EXPECT_EQ(records[1].kind, ompt_target_data_transfer_to_dev);
  EXPECT_EQ(records[1].address == memory, 1);
  EXPECT_EQ(records[1].task == reinterpret_cast<uint64_t>(&value), 1);  // the host address
  EXPECT_EQ(records[0].kind, ompt_target_data_alloc);
  EXPECT_EQ(records[0].address == memory, 1);
  EXPECT_EQ(records[0].number, sizeof value);
  EXPECT_EQ(records.back().kind, ompt_target_data_delete);
  EXPECT_EQ(records.back().address == memory, 1);
  std::set<uint64_t> operations;
  for (const Record& record : records) operations.insert(record.other);
  EXPECT_EQ(operations.size(), records.size());
}

void registrations() {
  EXPECT_EQ(lookup("ompt_no_such_function") == nullptr, 1);
  EXPECT_EQ(lookup(nullptr) == nullptr, 1);
  constexpr ompt_event_t kSeen[] = {ompt_event_worksharing, ompt_event_master, ompt_event_flush};
  for (int event = ompt_event_thread_begin; event < kEvents; ++event) {
    int expected = 4;
    for (ompt_event_t seen : kSeen) {
      if (seen == event) expected = 3;
    }
    EXPECT_EQ(registration(static_cast<ompt_event_t>(event)), expected);
  }
  auto set = function<ompt_set_callback_fn_t>("ompt_set_callback");
  auto get = function<ompt_get_callback_fn_t>("ompt_get_callback");
  ompt_callback_t callback = nullptr;
  EXPECT_EQ(get(ompt_event_flush, &callback), 1);
  EXPECT_EQ(callback != nullptr, 1);
  EXPECT_EQ(set(ompt_event_flush, nullptr), 0);  // only the initializer may
  EXPECT_EQ(get(ompt_event_flush, &callback), 1);
  EXPECT_EQ(get(static_cast<ompt_event_t>(0), &callback), 0);
  EXPECT_EQ(get(static_cast<ompt_event_t>(28), &callback), 0);
}

void enumerations() {
  auto states = function<ompt_enumerate_states_fn_t>("ompt_enumerate_states");
  std::set<std::string> names;
  omp_state_t state = omp_state_undefined;
  const char* name = nullptr;
  while (states(state, &state, &name) && names.size() < 100) names.insert(name);
  const std::set<std::string> expected = {"omp_state_idle",
                                          "omp_state_work_serial",
                                          "omp_state_work_parallel",
                                          "omp_state_work_reduction",
                                          "omp_state_overhead",
                                          "omp_state_wait_barrier",
                                          "omp_state_wait_barrier_implicit",
                                          "omp_state_wait_barrier_explicit",
                                          "omp_state_wait_taskwait",
                                          "omp_state_wait_taskgroup",
                                          "omp_state_wait_lock",
                                          "omp_state_wait_critical",
                                          "omp_state_wait_atomic",
                                          "omp_state_wait_ordered",
                                          "omp_state_wait_target",
                                          "omp_state_wait_target_data",
                                          "omp_state_wait_target_update"};
  EXPECT_EQ(names == expected, 1);
  EXPECT_EQ(states(static_cast<omp_state_t>(0x7f), &state, &name), 0);
  auto kinds = function<ompt_enumerate_mutex_kinds_fn_t>("ompt_enumerate_mutex_kinds");
  uint32_t kind = ompt_mutex_kind_unknown;
  int count = 0;
  while (kinds(kind, &kind, &name) && ++count < 100) EXPECT_EQ(kind != 0 && strlen(name) > 0, 1);
  EXPECT_EQ(count, 2);
}

void* ask_as_stranger(void*) {
  EXPECT_EQ(function<ompt_get_thread_id_fn_t>("ompt_get_thread_id")(), ompt_thread_id_none);
  ompt_wait_id_t wait_id = 77;
  EXPECT_EQ(function<ompt_get_state_fn_t>("ompt_get_state")(&wait_id), omp_state_undefined);
  EXPECT_EQ(wait_id, 77);
  ompt_parallel_id_t region = 77;
  EXPECT_EQ(function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info")(0, &region, nullptr), 0);
  EXPECT_EQ(region, ompt_parallel_id_none);
  EXPECT_EQ(function<ompt_get_task_info_fn_t>("ompt_get_task_info")(0, nullptr, nullptr, nullptr, nullptr),
            0);
  EXPECT_EQ(function<ompt_get_target_info_fn_t>("ompt_get_target_info")(nullptr, nullptr), 0);
  return nullptr;
}

void strangers() {
  pthread_t thread;
  pthread_create(&thread, nullptr, ask_as_stranger, nullptr);
  pthread_join(thread, nullptr);
}

void ancestors() {
  auto task_info = function<ompt_get_task_info_fn_t>("ompt_get_task_info");
  auto parallel_info = function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info");
  auto get_state = function<ompt_get_state_fn_t>("ompt_get_state");
  ompt_task_type_t type = ompt_task_degenerate;
  ompt_task_id_t initial = 0;
  ompt_parallel_id_t region = 77;
  int size = 0;
  EXPECT_EQ(get_state(nullptr), omp_state_work_serial);
  EXPECT_EQ(task_info(0, &type, &initial, nullptr, &region), 1);
  EXPECT_EQ(type, ompt_task_initial);
  EXPECT_EQ(region, ompt_parallel_id_none);
  EXPECT_EQ(parallel_info(0, &region, &size), 0);
  EXPECT_EQ(task_info(1, nullptr, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(task_info(-1, nullptr, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(parallel_info(-1, nullptr, nullptr), 0);
#pragma omp parallel num_threads(2)
#pragma omp critical
  {
    ompt_task_type_t kind = ompt_task_degenerate;
    ompt_task_id_t implicit = 0;
    ompt_task_id_t id = 0;
    ompt_parallel_id_t mine = 0;
    ompt_parallel_id_t same = 0;
    ompt_frame_t* frame = nullptr;
    int threads = 0;
    EXPECT_EQ(get_state(nullptr), omp_state_work_parallel);
    EXPECT_EQ(task_info(0, &kind, &implicit, &frame, &mine), 1);
    EXPECT_EQ(kind, ompt_task_implicit);
    EXPECT_EQ(frame->exit_frame != nullptr && frame->enter_frame == nullptr, 1);
    EXPECT_EQ(parallel_info(0, &same, &threads), 1);
    EXPECT_EQ(same == mine && mine != 0, 1);
    EXPECT_EQ(threads, 2);
    EXPECT_EQ(parallel_info(1, &same, &threads), 0);
    EXPECT_EQ(task_info(1, &kind, &id, &frame, &same), 1);
    EXPECT_EQ(kind, ompt_task_initial);
    EXPECT_EQ(id, initial);
    EXPECT_EQ(frame->enter_frame != nullptr && frame->exit_frame == nullptr, 1);
    EXPECT_EQ(same, ompt_parallel_id_none);
#pragma omp task if (0)
    {
      EXPECT_EQ(task_info(0, &kind, &id, nullptr, &same), 1);
      EXPECT_EQ(kind, ompt_task_explicit);
      EXPECT_EQ(same, mine);
      EXPECT_EQ(task_info(1, &kind, &id, nullptr, nullptr), 1);
      EXPECT_EQ(id, implicit);
    }
  }
}

void expect_team_outside_regions() {
  auto task_info = function<ompt_get_task_info_fn_t>("ompt_get_task_info");
  auto parallel_info = function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info");
  ompt_parallel_id_t region = 77;
  EXPECT_EQ(function<ompt_get_state_fn_t>("ompt_get_state")(nullptr), omp_state_work_serial);
  EXPECT_EQ(parallel_info(0, &region, nullptr), 0);
  EXPECT_EQ(region, ompt_parallel_id_none);
  EXPECT_EQ(task_info(0, nullptr, nullptr, nullptr, &region), 1);
  EXPECT_EQ(region, ompt_parallel_id_none);
#pragma omp parallel num_threads(1)
  {
    EXPECT_EQ(parallel_info(0, &region, nullptr), 1);
    EXPECT_EQ(parallel_info(1, &region, nullptr), 0);
    EXPECT_EQ(region, ompt_parallel_id_none);
  }
}

// Teams are no regions. A worker that runs one was in a region before, which is over; teams that wait for
// each other have a thread each.
void teams_by_workers() {
  if (omp_get_num_procs() < 2) return;  // teams take turns
  const pthread_t initial = pthread_self();
  std::atomic<int> begun{0}, by_worker{0};
#pragma omp parallel num_threads(2)
  EXPECT_EQ(function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info")(1, nullptr, nullptr), 0);
#pragma omp teams num_teams(2) shared(begun, by_worker)
  {
    ++begun;
    while (begun != 2) usleep(100);
    expect_team_outside_regions();
    if (!pthread_equal(pthread_self(), initial)) ++by_worker;
  }
  EXPECT_EQ(by_worker, 1);
}

std::set<omp_state_t> g_states;

int note_state(int left, int right) {
  g_states.insert(function<ompt_get_state_fn_t>("ompt_get_state")(nullptr));
  return left + right;
}
#pragma omp declare reduction(noted:int : omp_out = note_state(omp_out, omp_in))

void reductions() {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(noted : sum)
  sum += 1;
#ifdef __clang__
  EXPECT_EQ(g_states == std::set<omp_state_t>{omp_state_work_reduction}, 1);
#else
  EXPECT_EQ(g_states == std::set<omp_state_t>{omp_state_work_parallel}, 1);  // GCC combines in the program
#endif
}

// A target region has a region around it, or none.
void work_in_target() {
  auto get_state = function<ompt_get_state_fn_t>("ompt_get_state");
  auto parallel_info = function<ompt_get_parallel_info_fn_t>("ompt_get_parallel_info");
  auto look = [&](omp_state_t expected) {
    EXPECT_EQ(get_state(nullptr), expected);
    EXPECT_EQ(parallel_info(0, nullptr, nullptr), expected == omp_state_work_parallel);
  };
#pragma omp target
  look(omp_state_work_serial);
#pragma omp parallel num_threads(2)
  {
#pragma omp target
    look(omp_state_work_parallel);
    look(omp_state_work_parallel);
  }
#pragma omp target
#pragma omp parallel num_threads(1)
  look(omp_state_work_parallel);
}

void devices() {
  auto target_info = function<ompt_get_target_info_fn_t>("ompt_get_target_info");
  auto device_id = function<ompt_target_get_device_id_fn_t>("ompt_target_get_device_id");
  EXPECT_EQ(function<ompt_get_num_devices_fn_t>("ompt_get_num_devices")(), 1);
  EXPECT_EQ(device_id(), -1);
  EXPECT_EQ(target_info(nullptr, nullptr), 0);
  bool inside = false;
  int device = -1;
  uint64_t id = 0;
  uint64_t operation = 77;
  start();
#pragma omp target map(from : inside, device, id, operation)
  {
    inside = target_info(&id, &operation);
    device = device_id();
  }
  EXPECT_EQ(inside, kTargetCallsRuntime);
  if (!kTargetCallsRuntime) return;
  EXPECT_EQ(device, omp_get_initial_device());
  EXPECT_EQ(operation, ompt_target_id_none);
  EXPECT_EQ(id, of(finish(), ompt_event_target)[0].other);
}

}  // namespace

void target_cases() {
  target_regions();
  data_constructs();
  data_operations();
}

void inquiry_cases() {
  registrations();
  enumerations();
  strangers();
  ancestors();
  teams_by_workers();
  reductions();
  work_in_target();
  devices();
}
