// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a trace that the tool does not stop.
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>

#include "tool.h"

using namespace tool;

namespace {

constexpr size_t kRoom = 4096;  // of each buffer

std::atomic<int> g_naps{0};  // that the tool takes with every buffer
std::atomic<int> g_requested{0};
std::atomic<int> g_completed{0};

void on_request(int32_t, ompt_target_buffer_t** buffer, size_t* bytes) {
  ++g_requested;
  *bytes = kRoom;
  *buffer = malloc(kRoom);
}

void on_complete(int32_t, const ompt_target_buffer_t* buffer, size_t, ompt_target_buffer_cursor_t) {
  for (int nap = 0; nap < g_naps; ++nap) usleep(50000);
  free(const_cast<ompt_target_buffer_t*>(buffer));
  ++g_completed;
}

template <class Function>
Function device_function(ompt_function_lookup_t lookup, const char* name) {
  return reinterpret_cast<Function>(lookup(name));
}

void start_trace() {
  ompt_target_device_t* device = nullptr;
  ompt_function_lookup_t lookup = nullptr;
  auto info = function<ompt_target_get_device_info_fn_t>("ompt_target_get_device_info");
  EXPECT_EQ(info(omp_get_initial_device(), nullptr, &device, &lookup, nullptr), 1);
  auto set = device_function<ompt_target_set_trace_ompt_fn_t>(lookup, "ompt_target_set_trace_ompt");
  EXPECT_EQ(set(device, true, ompt_event_target_data), 4);
  auto start = device_function<ompt_target_start_trace_fn_t>(lookup, "ompt_target_start_trace");
  EXPECT_EQ(start(device, on_request, on_complete, nullptr), 1);
}

void use_device(int times) {
  for (int i = 0; i < times; ++i)
    omp_target_free(omp_target_alloc(64, omp_get_initial_device()), omp_get_initial_device());
}

// All that the tool gave have come back when its shutdown is called.
void check_buffers() {
  EXPECT_EQ(g_completed.load(), g_requested.load());
  EXPECT_EQ(g_requested > 0, 1);
}

}  // namespace

// A tool that takes its time gets all buffers before its shutdown, and none afterwards.
void slow_cases() {
  g_naps = 60;
  start_trace();
  at_shutdown(check_buffers);
  use_device(1);
}

// The main thread leaves by pthread_exit: the device's thread does not keep the process, and what is left
// reaches the tool all the same.
void leave_cases() {
  start_trace();
  at_shutdown(check_buffers);
  use_device(1);
  pthread_exit(nullptr);
}
