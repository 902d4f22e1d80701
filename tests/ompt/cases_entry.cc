// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each entry point with null pointers and numbers that name nothing, from threads that OpenMP knows and from
// one that it does not; and what omp_control_tool answers.
#include <limits.h>
#include <omp.h>
#include <pthread.h>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

#pragma weak omp_control_tool

extern "C" {  // what Fortran calls
int32_t omp_control_tool_(const int32_t* command, const int32_t* modifier) __attribute__((weak));
int32_t omp_control_tool_8_(const int32_t* command, const int64_t* modifier) __attribute__((weak));
}

namespace {

template <class Function>
Function entry(const char* name) {
  return reinterpret_cast<Function>(entry_point(name));
}

constexpr const char* kNames[] = {"ompt_enumerate_states",
                                  "ompt_enumerate_mutex_impls",
                                  "ompt_set_callback",
                                  "ompt_get_callback",
                                  "ompt_get_thread_data",
                                  "ompt_get_num_places",
                                  "ompt_get_place_proc_ids",
                                  "ompt_get_place_num",
                                  "ompt_get_partition_place_nums",
                                  "ompt_get_proc_id",
                                  "ompt_get_state",
                                  "ompt_get_parallel_info",
                                  "ompt_get_task_info",
                                  "ompt_get_task_memory",
                                  "ompt_get_target_info",
                                  "ompt_get_num_devices",
                                  "ompt_get_unique_id",
                                  "ompt_get_num_procs",
                                  "ompt_finalize_tool"};

void lookups() {
  for (const char* name : kNames) EXPECT_EQ(entry_point(name) != nullptr, 1);
  // Names of nothing, of a device's interface, in another case, and with more behind.
  for (const char* name : {"", "ompt_get_device_time", "OMPT_GET_STATE", "ompt_get_state ", "ompt_get"})
    EXPECT_EQ(entry_point(name) == nullptr, 1);
  EXPECT_EQ(entry_point(nullptr) == nullptr, 1);
}

void enumerations() {
  for (const char* name : {"ompt_enumerate_states", "ompt_enumerate_mutex_impls"}) {
    auto next_of = entry<ompt_enumerate_states_t>(name);  // both have this shape
    EXPECT_EQ(next_of(0, nullptr, nullptr), 1);
    for (int number : {-1, INT_MIN, INT_MAX, 0x7777}) {
      int next = 4711;
      const char* text = nullptr;
      EXPECT_EQ(next_of(number, &next, &text), 0);
      EXPECT_EQ(next, 4711);
    }
  }
}

void callbacks() {
  auto set = entry<ompt_set_callback_t>("ompt_set_callback");
  auto get = entry<ompt_get_callback_t>("ompt_get_callback");
  for (int number : {0, -1, INT_MIN, INT_MAX, ompt_callback_error + 1}) {
    auto event = static_cast<ompt_callbacks_t>(number);
    ompt_callback_t seen = nullptr;
    EXPECT_EQ(set(event, reinterpret_cast<ompt_callback_t>(callbacks)), ompt_set_error);
    EXPECT_EQ(set(event, nullptr), ompt_set_error);
    EXPECT_EQ(get(event, &seen), 0);
  }
  EXPECT_EQ(get(ompt_callback_thread_begin, nullptr), 1);
}

void places() {
  auto ids = entry<ompt_get_place_proc_ids_t>("ompt_get_place_proc_ids");
  for (int place : {-1, INT_MIN, INT_MAX, omp_get_num_places()}) {
    int canary = 4711;
    EXPECT_EQ(ids(place, 1, &canary), 0);
    EXPECT_EQ(canary, 4711);
  }
  auto partition = entry<ompt_get_partition_place_nums_t>("ompt_get_partition_place_nums");
  EXPECT_EQ(partition(INT_MAX, nullptr), omp_get_partition_num_places());
  EXPECT_EQ(partition(-1, nullptr), omp_get_partition_num_places());
}

void levels() {
  auto parallel = entry<ompt_get_parallel_info_t>("ompt_get_parallel_info");
  auto task = entry<ompt_get_task_info_t>("ompt_get_task_info");
  auto memory = entry<ompt_get_task_memory_t>("ompt_get_task_memory");
  for (int level : {-1, INT_MIN, INT_MAX, 100}) {
    EXPECT_EQ(parallel(level, nullptr, nullptr), 0);
    EXPECT_EQ(task(level, nullptr, nullptr, nullptr, nullptr, nullptr), 0);
    void* address = &address;
    size_t size = 4711;
    EXPECT_EQ(memory(&address, &size, level), 0);
    EXPECT_EQ(size, 0);
  }
  EXPECT_EQ(parallel(0, nullptr, nullptr), 2);
  EXPECT_EQ(task(0, nullptr, nullptr, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(memory(nullptr, nullptr, 0), 0);
  EXPECT_EQ(entry<ompt_get_state_t>("ompt_get_state")(nullptr), ompt_state_work_serial);
}

// On a thread that OpenMP does not know, asking does not make it known.
void* ask_as_stranger(void*) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(entry<ompt_get_thread_data_t>("ompt_get_thread_data")() == nullptr, 1);
    ompt_wait_id_t wait = 4711;
    EXPECT_EQ(entry<ompt_get_state_t>("ompt_get_state")(&wait), ompt_state_undefined);
    EXPECT_EQ(static_cast<long long>(wait), ompt_wait_id_none);
    EXPECT_EQ(entry<ompt_get_parallel_info_t>("ompt_get_parallel_info")(0, nullptr, nullptr), 0);
    EXPECT_EQ(
        entry<ompt_get_task_info_t>("ompt_get_task_info")(0, nullptr, nullptr, nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(entry<ompt_get_task_memory_t>("ompt_get_task_memory")(nullptr, nullptr, 0), 0);
    EXPECT_EQ(entry<ompt_get_target_info_t>("ompt_get_target_info")(nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(entry<ompt_get_place_num_t>("ompt_get_place_num")(), -1);
    EXPECT_EQ(entry<ompt_get_partition_place_nums_t>("ompt_get_partition_place_nums")(0, nullptr), 0);
    EXPECT_EQ(entry<ompt_get_proc_id_t>("ompt_get_proc_id")() >= 0, 1);
    EXPECT_EQ(entry<ompt_get_num_procs_t>("ompt_get_num_procs")() >= 1, 1);
    EXPECT_EQ(entry<ompt_get_unique_id_t>("ompt_get_unique_id")() != 0, 1);
  }
  return nullptr;
}

void stranger() {
  start(kRegions);
  pthread_t thread;
  pthread_create(&thread, nullptr, ask_as_stranger, nullptr);
  pthread_join(thread, nullptr);
  finish();
  EXPECT_EQ(count("thread_begin:initial"), 0);
}

// 0 and more is the tool's answer; -1 no callback. -2, no tool: tests/programs/api/control_tool.c.
void control_tool() {
  const int32_t command = 3;
  const int32_t modifier = 9;
  const int64_t long_modifier = int64_t{1} << 40;
  start(kOther);
  EXPECT_EQ(omp_control_tool(3, -1, nullptr), 17);
  EXPECT_EQ(omp_control_tool_(&command, &modifier), 17);
  EXPECT_EQ(omp_control_tool_8_(&command, &long_modifier), 17);
  finish();
  EXPECT_EVENTS(0, "control:3:18446744073709551615 control:3:9 control:3:1099511627776");
  auto set = entry<ompt_set_callback_t>("ompt_set_callback");
  ompt_callback_t mine = nullptr;
  EXPECT_EQ(entry<ompt_get_callback_t>("ompt_get_callback")(ompt_callback_control_tool, &mine), 1);
  EXPECT_EQ(set(ompt_callback_control_tool, nullptr), ompt_set_always);
  EXPECT_EQ(omp_control_tool(1, 0, nullptr), -1);
  EXPECT_EQ(omp_control_tool_(&command, &modifier), -1);
  EXPECT_EQ(set(ompt_callback_control_tool, mine), ompt_set_always);
  EXPECT_EQ(omp_control_tool(1, 0, nullptr), 17);
}

}  // namespace

void entry_cases() {
  omp_get_max_threads();
  lookups();
  enumerations();
  callbacks();
  places();
  levels();
  stranger();
  control_tool();
}
