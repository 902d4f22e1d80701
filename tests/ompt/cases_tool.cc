// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface itself: what registrations promise, entry points, queries from inside every callback,
// control_tool.
#include <omp.h>
#include <string.h>

#include <atomic>

#include "cases.h"
#include "event_log.h"

using namespace event_log;

extern "C" int omp_control_tool(int command, int modifier, void* argument)
    __attribute__((weak));  // not in GCC 12's omp.h

namespace {

volatile int g_sink;
std::atomic<long> g_probed{0};

template <class Function>
Function entry(const char* name) {
  return reinterpret_cast<Function>(entry_point(name));
}

void start_up() {
  EXPECT_EQ(omp_version(), 202011);
  EXPECT_EQ(strncmp(runtime_version().c_str(), "Limpid ", 7), 0);
}

// Honest: always only for what no compiler hides from the runtime; nothing that the specification demands is
// missing.
void registrations() {
  for (ompt_callbacks_t event :
       {ompt_callback_thread_begin,    ompt_callback_thread_end,       ompt_callback_parallel_begin,
        ompt_callback_parallel_end,    ompt_callback_implicit_task,    ompt_callback_task_create,
        ompt_callback_task_schedule,   ompt_callback_control_tool,     ompt_callback_target_emi,
        ompt_callback_sync_region,     ompt_callback_sync_region_wait, ompt_callback_dependences,
        ompt_callback_task_dependence, ompt_callback_cancel,           ompt_callback_lock_init,
        ompt_callback_lock_destroy,    ompt_callback_nest_lock,        ompt_callback_mutex_acquire,
        ompt_callback_mutex_acquired,  ompt_callback_mutex_released,   ompt_callback_error}) {
    EXPECT_EQ(registration(event), ompt_set_always);
  }
  for (ompt_callbacks_t event : {ompt_callback_work, ompt_callback_dispatch, ompt_callback_reduction}) {
    EXPECT_EQ(registration(event), ompt_set_sometimes_paired);
  }
}

void nothing(ompt_data_t*, const void*) {}

void late_registration() {
  auto set = entry<ompt_set_callback_t>("ompt_set_callback");
  auto get = entry<ompt_get_callback_t>("ompt_get_callback");
  ompt_callback_t mine = reinterpret_cast<ompt_callback_t>(nothing);
  ompt_callback_t seen = nullptr;
  EXPECT_EQ(get(ompt_callback_flush, &seen), 0);
  EXPECT_EQ(set(ompt_callback_flush, mine), ompt_set_sometimes);
  EXPECT_EQ(get(ompt_callback_flush, &seen), 1);
  EXPECT_EQ(seen == mine, 1);
  EXPECT_EQ(set(ompt_callback_flush, nullptr), ompt_set_always);
  EXPECT_EQ(get(ompt_callback_flush, &seen), 0);
  EXPECT_EQ(set(static_cast<ompt_callbacks_t>(99), mine), ompt_set_error);
  for (ompt_callbacks_t event :
       {ompt_callback_target, ompt_callback_target_data_op, ompt_callback_target_data_op_emi,
        ompt_callback_target_submit, ompt_callback_target_submit_emi, ompt_callback_device_initialize,
        ompt_callback_device_finalize, ompt_callback_device_load, ompt_callback_device_unload}) {
    EXPECT_EQ(set(event, mine), ompt_set_always);
    EXPECT_EQ(set(event, nullptr), ompt_set_always);
  }
}

void enumerations() {
  auto states = entry<ompt_enumerate_states_t>("ompt_enumerate_states");
  int state = ompt_state_undefined;
  int count = 0;
  const char* name = nullptr;
  bool deprecated = false;
  while (states(state, &state, &name) != 0 && ++count < 100) {
    deprecated |= state == ompt_state_wait_barrier || state == ompt_state_wait_barrier_implicit;
    EXPECT_EQ(strncmp(name, "ompt_state_", 11), 0);
  }
  EXPECT_EQ(count, 19);
  EXPECT_EQ(deprecated, 0);
  EXPECT_EQ(states(0x7777, &state, &name), 0);
  auto impls = entry<ompt_enumerate_mutex_impls_t>("ompt_enumerate_mutex_impls");
  int impl = ompt_mutex_impl_none;
  count = 0;
  while (impls(impl, &impl, &name) != 0 && ++count < 100) EXPECT_EQ(impl > 0 && name != nullptr, 1);
  EXPECT_EQ(count > 0 && count < 100, 1);
}

void simple_queries() {
  EXPECT_EQ(entry<ompt_get_num_devices_t>("ompt_get_num_devices")(), omp_get_num_devices());
  EXPECT_EQ(entry<ompt_get_num_procs_t>("ompt_get_num_procs")(), omp_get_num_procs());
  auto unique = entry<ompt_get_unique_id_t>("ompt_get_unique_id");
  EXPECT_EQ(unique() == unique(), 0);
  EXPECT_EQ(entry<ompt_get_proc_id_t>("ompt_get_proc_id")() >= 0, 1);
  EXPECT_EQ(entry_point("ompt_no_such_entry_point") == nullptr, 1);
  EXPECT_EQ(entry<ompt_get_target_info_t>("ompt_get_target_info")(nullptr, nullptr, nullptr), 0);
}

void places() {
  int places = entry<ompt_get_num_places_t>("ompt_get_num_places")();
  EXPECT_EQ(places, omp_get_num_places());
  auto place_ids = entry<ompt_get_place_proc_ids_t>("ompt_get_place_proc_ids");
  for (int place = 0; place < places; ++place) {
    int canary[2] = {-7, -7};
    int count = place_ids(place, 0, canary);
    EXPECT_EQ(count, omp_get_place_num_procs(place));
    EXPECT_EQ(canary[0], -7);
  }
  EXPECT_EQ(place_ids(places, 0, nullptr), 0);
  auto partition = entry<ompt_get_partition_place_nums_t>("ompt_get_partition_place_nums");
  int count = partition(0, nullptr);
  EXPECT_EQ(count, omp_get_partition_num_places());
  if (count > 0) {
    int nums[1024] = {0};
    nums[count - 1] = -7;
    EXPECT_EQ(partition(count - 1, nums), count);  // too small: nothing is written
    EXPECT_EQ(nums[count - 1], -7);
    int expected[1024];
    omp_get_partition_place_nums(expected);
    partition(count, nums);
    for (int i = 0; i < count; ++i) EXPECT_EQ(nums[i], expected[i]);
  }
  EXPECT_EQ(entry<ompt_get_place_num_t>("ompt_get_place_num")(), omp_get_place_num());
}

void ancestors() {
  auto task_info = entry<ompt_get_task_info_t>("ompt_get_task_info");
  auto parallel_info = entry<ompt_get_parallel_info_t>("ompt_get_parallel_info");
  auto thread_data = entry<ompt_get_thread_data_t>("ompt_get_thread_data");
  int flags = 0;
  int number = -1;
  int size = 0;
  ompt_data_t* outer = nullptr;
  EXPECT_EQ(task_info(0, &flags, &outer, nullptr, nullptr, &number), 2);
  EXPECT_EQ(flags, ompt_task_initial);
  EXPECT_EQ(number, 0);
  EXPECT_EQ(task_info(1, nullptr, nullptr, nullptr, nullptr, nullptr), 0);
  EXPECT_EQ(parallel_info(0, nullptr, &size), 2);
  EXPECT_EQ(size, 1);
  EXPECT_EQ(parallel_info(1, nullptr, nullptr), 0);
  EXPECT_EQ(task_info(-1, nullptr, nullptr, nullptr, nullptr, nullptr), 0);
#pragma omp parallel num_threads(2)
#pragma omp critical
  {
    int kind = 0;
    int index = -1;
    int team = 0;
    ompt_data_t* data = nullptr;
    ompt_data_t* region = nullptr;
    ompt_frame_t* frame = nullptr;
    EXPECT_EQ(task_info(0, &kind, &data, &frame, &region, &index), 2);
    EXPECT_EQ(kind, ompt_task_implicit);
    EXPECT_EQ(index, omp_get_thread_num());
    EXPECT_EQ(frame->exit_frame.ptr != nullptr, 1);
    EXPECT_EQ(frame->enter_frame.ptr == nullptr, 1);
    EXPECT_EQ(frame->exit_frame_flags, ompt_frame_runtime | ompt_frame_framepointer);
    ompt_data_t* same = nullptr;
    EXPECT_EQ(parallel_info(0, &same, &team), 2);
    EXPECT_EQ(same == region, 1);
    EXPECT_EQ(team, 2);
    EXPECT_EQ(task_info(1, &kind, &data, &frame, nullptr, &index), 2);
    EXPECT_EQ(kind, ompt_task_initial);
    EXPECT_EQ(data == outer, 1);
    EXPECT_EQ(frame->enter_frame.ptr != nullptr, 1);
    EXPECT_EQ(task_info(2, nullptr, nullptr, nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(thread_data() != nullptr, 1);
#pragma omp task if (0)
    {
      EXPECT_EQ(task_info(0, &kind, nullptr, nullptr, nullptr, &index), 2);
      EXPECT_EQ(kind & (ompt_task_explicit | ompt_task_undeferred),
                ompt_task_explicit | ompt_task_undeferred);
      EXPECT_EQ(index, omp_get_thread_num());
      EXPECT_EQ(task_info(1, &kind, nullptr, nullptr, nullptr, nullptr), 2);
      EXPECT_EQ(kind, ompt_task_implicit);
      EXPECT_EQ(task_info(2, &kind, nullptr, nullptr, nullptr, nullptr), 2);
      EXPECT_EQ(kind, ompt_task_initial);
    }
  }
}

void task_memory() {
  auto memory = entry<ompt_get_task_memory_t>("ompt_get_task_memory");
  void* address = &memory;
  size_t size = 1;
  EXPECT_EQ(memory(&address, &size, 0), 0);  // the initial task's data is where no runtime looks
  EXPECT_EQ(size, 0);
  int values[40] = {7};
#pragma omp parallel num_threads(1)
  {
#pragma omp task firstprivate(values)
    {
      void* block = nullptr;
      size_t bytes = 0;
      EXPECT_EQ(memory(&block, &bytes, 0), 0);
      char* first = reinterpret_cast<char*>(values);
      EXPECT_EQ(values[0], 7);
      EXPECT_EQ(bytes >= sizeof values, 1);
      EXPECT_EQ(block <= first && first + sizeof values <= static_cast<char*>(block) + bytes, 1);
      EXPECT_EQ(memory(&block, &bytes, 1), 0);
      EXPECT_EQ(bytes, 0);
    }
#pragma omp taskwait
  }
}

// Routines of the program and of the tool, from inside every callback.
void probe() {
  ++g_probed;
  int level = omp_get_level();
  int threads = omp_get_num_threads();
  int number = omp_get_thread_num();
  if (number >= threads || level < 0 || omp_get_max_threads() < 1) EXPECT_EQ(number, -1);
  ompt_wait_id_t wait = 0;
  int state = entry<ompt_get_state_t>("ompt_get_state")(&wait);
  bool waits = state >= ompt_state_wait_barrier && state < ompt_state_idle;
  if (!waits && wait != ompt_wait_id_none) EXPECT_EQ(static_cast<long long>(wait), 0);
  omp_lock_t lock;  // a tool's own use is not reported: this would never end otherwise
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
}

void queries_in_callbacks() {
  set_probe(probe);
  start(kMutex);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 4; ++i) g_sink = i;
#pragma omp single
    {
#pragma omp task
      g_sink = 1;
    }
#pragma omp critical
    g_sink = 2;
  }
  finish();
  set_probe(nullptr);
  EXPECT_EQ(g_probed.load() > 30, 1);
  EXPECT_EVENTS(0, "acquire:critical acquired:critical released:critical");
}

void control_tool() {
  start(kOther);
  EXPECT_EQ(omp_control_tool(2, 5, nullptr), 17);
  finish();
  EXPECT_EVENTS(0, "control:2:5");
}

void error_directive() {
  start(kOther);
#pragma omp error at(execution) severity(warning) message("seen by the tool")
  finish();
  EXPECT_EVENTS(0, "error:warning:seen by the tool");
}

void targets() {
  start(kOther);
  int value = 0;
#pragma omp target map(tofrom : value)
  value = 1;
  EXPECT_EQ(value, 1);
  finish();
  EXPECT_EVENTS(0, "target_begin:1 target_end:1");
}

}  // namespace

void tool_cases() {
  start_up();
  registrations();
  late_registration();
  enumerations();
  simple_queries();
  places();
  ancestors();
  task_memory();
  queries_in_callbacks();
  control_tool();
  error_directive();
  targets();
}
