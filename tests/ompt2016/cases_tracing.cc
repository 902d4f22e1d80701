// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host as a device: its functions, and its trace in buffers of the tool's.
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

#include "tool.h"

using namespace tool;

namespace {

ompt_target_device_t* g_device = nullptr;
ompt_function_lookup_t g_device_lookup = nullptr;

template <class Function>
Function device_function(const char* name) {
  return reinterpret_cast<Function>(g_device_lookup(name));
}

std::atomic<int> g_requested{0};
std::atomic<int> g_completed{0};
std::atomic<size_t> g_room{4096};  // of the buffers that are given; 0: none
std::mutex g_lock;
std::vector<ompt_record_ompt_t> g_traced;
pthread_t g_main;

void on_request(int32_t device, ompt_target_buffer_t** buffer, size_t* bytes) {
  EXPECT_EQ(device, omp_get_initial_device());
  EXPECT_EQ(pthread_equal(pthread_self(), g_main), 0);
  EXPECT_EQ(function<ompt_get_thread_id_fn_t>("ompt_get_thread_id")(), ompt_thread_id_none);
  ++g_requested;
  *bytes = g_room;
  *buffer = g_room != 0 ? malloc(g_room) : nullptr;
}

void on_complete(int32_t, const ompt_target_buffer_t* buffer, size_t bytes,
                 ompt_target_buffer_cursor_t begin) {
  EXPECT_EQ(bytes, g_room.load());
  auto* memory = const_cast<ompt_target_buffer_t*>(buffer);
  auto type = device_function<ompt_target_buffer_get_record_type_fn_t>("ompt_target_buffer_get_record_type");
  auto get = device_function<ompt_target_buffer_get_record_ompt_fn_t>("ompt_target_buffer_get_record_ompt");
  auto advance = device_function<ompt_target_advance_buffer_cursor_fn_t>("ompt_target_advance_buffer_cursor");
  auto native =
      device_function<ompt_target_buffer_get_record_native_fn_t>("ompt_target_buffer_get_record_native");
  ompt_target_buffer_cursor_t cursor = begin;
  {
    std::lock_guard<std::mutex> guard(g_lock);
    bool more = type(memory, cursor) == ompt_record_ompt;
    while (more) {
      g_traced.push_back(*get(memory, cursor));
      EXPECT_EQ(native(memory, cursor, nullptr) == nullptr, 1);
      more = advance(memory, bytes, cursor, &cursor);
    }
    EXPECT_EQ(type(memory, cursor + 1), ompt_record_invalid);
    EXPECT_EQ(get(memory, cursor + 1) == nullptr, 1);
    EXPECT_EQ(advance(memory, bytes, cursor + 3, &cursor), 0);
  }
  free(memory);
  ++g_completed;
}

void device_info() {
  const char* type = nullptr;
  const char* documentation = nullptr;
  for (const char* name : {"ompt_target_get_device_info", "ompt_get_device_info"}) {
    auto info = function<ompt_target_get_device_info_fn_t>(name);
    EXPECT_EQ(info(omp_get_initial_device(), &type, &g_device, &g_device_lookup, &documentation), 1);
    EXPECT_EQ(info(17, &type, &g_device, &g_device_lookup, &documentation), 0);
    EXPECT_EQ(info(omp_get_initial_device(), nullptr, nullptr, nullptr, nullptr), 1);
  }
  EXPECT_EQ(strstr(type, "host") != nullptr, 1);
  EXPECT_EQ(strlen(documentation) > 20, 1);
  EXPECT_EQ(g_device != nullptr, 1);
  EXPECT_EQ(g_device_lookup("ompt_no_such_function") == nullptr, 1);
}

void time() {
  auto get = device_function<ompt_target_get_time_fn_t>("ompt_target_get_time");
  auto translate = device_function<ompt_target_translate_time_fn_t>("ompt_target_translate_time");
  double before = omp_get_wtime();
  double now = translate(g_device, get(g_device));
  double after = omp_get_wtime();
  EXPECT_EQ(before <= now && now <= after, 1);
  EXPECT_EQ(get(&before) == ompt_time_none, 1);  // no device
}

void settings() {
  for (const char* name : {"ompt_target_set_trace_ompt", "ompt_trace_set_ompt"}) {
    auto set = device_function<ompt_target_set_trace_ompt_fn_t>(name);
    EXPECT_EQ(set(g_device, true, ompt_event_target_data), 4);
    EXPECT_EQ(set(g_device, true, ompt_event_target_submit), 4);
    EXPECT_EQ(set(g_device, true, ompt_event_thread_begin), 1);
    EXPECT_EQ(set(g_device, true, static_cast<ompt_event_t>(99)), 0);
    EXPECT_EQ(set(&g_room, true, ompt_event_target_data), 0);
    EXPECT_EQ(set(g_device, true, static_cast<ompt_event_t>(0)), 3);
  }
  auto native = device_function<ompt_target_set_trace_native_fn_t>("ompt_target_set_trace_native");
  EXPECT_EQ(native(g_device, true, ompt_native_kernel_execution | ompt_native_data_motion_explicit), 1);
  EXPECT_EQ(native(g_device, true, 1 << 20), 0);
  auto abstract = device_function<ompt_target_buffer_get_record_native_abstract_fn_t>(
      "ompt_target_buffer_get_record_native_abstract");
  EXPECT_EQ(abstract(nullptr) == nullptr, 1);
}

bool start_trace() {
  auto start = device_function<ompt_target_start_trace_fn_t>("ompt_target_start_trace");
  return start(g_device, on_request, on_complete, nullptr);
}
bool stop_trace() {
  return device_function<ompt_target_stop_trace_fn_t>("ompt_target_stop_trace")(g_device);
}
bool pause_trace(bool begin) {
  return device_function<ompt_target_pause_trace_fn_t>("ompt_target_pause_trace")(g_device, begin);
}

// Two operations on memory each.
void use_device(int times) {
  for (int i = 0; i < times; ++i)
    omp_target_free(omp_target_alloc(64, omp_get_initial_device()), omp_get_initial_device());
}

size_t traced() {
  std::lock_guard<std::mutex> guard(g_lock);
  return g_traced.size();
}

void traces() {
  EXPECT_EQ(stop_trace(), 0);
  EXPECT_EQ(pause_trace(true), 0);
  EXPECT_EQ(start_trace(), 1);
  EXPECT_EQ(start_trace(), 0);
  tool::start();
  use_device(3);
  EXPECT_EQ(pause_trace(true), 1);
  use_device(1);
  EXPECT_EQ(pause_trace(false), 1);
  use_device(100);  // more than fits into one buffer
  EXPECT_EQ(stop_trace(), 1);
  use_device(1);
  EXPECT_EQ(traced(), 206);
  EXPECT_EQ(g_requested.load(), g_completed.load());
  EXPECT_EQ(g_requested > 1, 1);
  std::vector<Record> called = of(finish(), ompt_event_target_data);
  EXPECT_EQ(g_traced[0].type, ompt_event_target_data);
  EXPECT_EQ(g_traced[0].record.data.optype, ompt_target_data_alloc);
  EXPECT_EQ(g_traced[0].record.data.bytes, 64);
  EXPECT_EQ(g_traced[0].record.data.host_op_id, called[0].other);
  EXPECT_EQ(g_traced[0].record.data.device_addr == called[0].address, 1);
  EXPECT_EQ(g_traced[0].time <= g_traced[0].record.data.end_time, 1);
  EXPECT_EQ(g_traced[0].thread_id, called[0].thread);
  EXPECT_EQ(g_traced[1].record.data.optype, ompt_target_data_delete);
}

// Regions that run on the device; Clang calls them without the runtime when there is no device to compile
// for.
void kernels() {
#ifndef __clang__
  g_traced.clear();
  tool::start();
  int value = 0;
  EXPECT_EQ(start_trace(), 1);
#pragma omp target map(tofrom : value)
  {
    value = 1;
    use_device(1);
  }
  EXPECT_EQ(stop_trace(), 1);
  std::vector<Record> submit = of(finish(), ompt_event_target_submit);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(traced(), 3);
  const ompt_record_ompt_t& inside = g_traced[0];
  const ompt_record_ompt_t& kernel = g_traced[2];
  EXPECT_EQ(kernel.type, ompt_event_target_submit);
  EXPECT_EQ(kernel.target_id, submit[0].region);
  EXPECT_EQ(kernel.record.kernel.host_op_id, submit[0].other);
  EXPECT_EQ(kernel.record.kernel.granted_num_teams >= 1, 1);
  EXPECT_EQ(kernel.record.kernel.end_time >= g_traced[1].record.data.end_time, 1);
  EXPECT_EQ(kernel.time <= inside.time, 1);  // each has its own begin
  EXPECT_EQ(inside.time <= inside.record.data.end_time, 1);
  EXPECT_EQ(inside.target_id, kernel.target_id);
#endif
}

// A tool that gives no buffer, or one without room: nothing is recorded until the next start.
void no_buffers() {
  for (size_t room : {size_t{0}, size_t{100}}) {
    g_traced.clear();
    g_room = room;
    int requested = g_requested;
    EXPECT_EQ(start_trace(), 1);
    use_device(2);
    EXPECT_EQ(g_requested - requested, 1);
    if (room != 0) EXPECT_EQ(g_completed.load(), g_requested - 1);  // all but the empty answer before
    g_room = 4096;
    use_device(1);
    EXPECT_EQ(traced(), 0);
    EXPECT_EQ(start_trace(), 1);
    use_device(1);
    EXPECT_EQ(stop_trace(), 1);
    EXPECT_EQ(traced(), 2);
  }
}

// A buffer that ends where memory ends, and is full.
constexpr size_t kFull = 8;
constexpr size_t kFullBytes = kFull * sizeof(ompt_record_ompt_t);

void give_end_of_page(int32_t, ompt_target_buffer_t** buffer, size_t* bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void* memory = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(static_cast<char*>(memory) + page, page, PROT_NONE);
  *bytes = kFullBytes;
  *buffer = static_cast<char*>(memory) + page - kFullBytes;
}

void ask_out_of_bounds(int32_t, const ompt_target_buffer_t* buffer, size_t bytes,
                       ompt_target_buffer_cursor_t begin) {
  auto* memory = const_cast<ompt_target_buffer_t*>(buffer);
  auto type = device_function<ompt_target_buffer_get_record_type_fn_t>("ompt_target_buffer_get_record_type");
  auto get = device_function<ompt_target_buffer_get_record_ompt_fn_t>("ompt_target_buffer_get_record_ompt");
  auto advance = device_function<ompt_target_advance_buffer_cursor_fn_t>("ompt_target_advance_buffer_cursor");
  ompt_target_buffer_cursor_t last = begin;
  int records = 1;
  while (advance(memory, bytes, last, &last)) ++records;
  if (bytes == kFullBytes && g_completed == 0) EXPECT_EQ(records, kFull - 1);
  EXPECT_EQ(type(memory, last), ompt_record_ompt);
  for (ompt_target_buffer_cursor_t step : {UINT64_C(1), UINT64_C(2), UINT64_C(1) << 20, UINT64_C(1) << 55}) {
    const ompt_target_buffer_cursor_t beyond = last + step * sizeof(ompt_record_ompt_t);
    ompt_target_buffer_cursor_t next = 77;
    EXPECT_EQ(type(memory, beyond), ompt_record_invalid);
    EXPECT_EQ(get(memory, beyond) == nullptr, 1);
    EXPECT_EQ(advance(memory, SIZE_MAX, beyond, &next), 0);
    EXPECT_EQ(next, 77);
  }
  ++g_completed;
}

void cursors_of_any_value() {
  auto start = device_function<ompt_target_start_trace_fn_t>("ompt_target_start_trace");
  g_completed = 0;
  EXPECT_EQ(start(g_device, give_end_of_page, ask_out_of_bounds, nullptr), 1);
  use_device(kFull);
  EXPECT_EQ(stop_trace(), 1);
  EXPECT_EQ(g_completed.load(), 3);
}

// A buffer that the tool is about to give when the trace is stopped comes back all the same, before
// the stop is over.
std::atomic<bool> g_goes_on{false};  // the thread that waited for the buffer: the trace is stopped

void give_late(int32_t device, ompt_target_buffer_t** buffer, size_t* bytes) {
  on_request(device, buffer, bytes);
  while (!g_goes_on) usleep(1000);
}

void* use_device_once(void*) {
  use_device(1);
  g_goes_on = true;
  return nullptr;
}

void stop_while_asking() {
  auto start = device_function<ompt_target_start_trace_fn_t>("ompt_target_start_trace");
  g_requested = g_completed = 0;
  EXPECT_EQ(start(g_device, give_late, on_complete, nullptr), 1);
  pthread_t thread;
  pthread_create(&thread, nullptr, use_device_once, nullptr);
  while (g_requested == 0) usleep(1000);
  EXPECT_EQ(stop_trace(), 1);
  EXPECT_EQ(g_completed.load(), 1);
  pthread_join(thread, nullptr);
}

// What the tool does with OpenMP to provide a buffer is none of the program's events. Last: OpenMP knows the
// thread afterwards.
void give_with_openmp(int32_t, ompt_target_buffer_t** buffer, size_t* bytes) {
  EXPECT_EQ(omp_get_level(), 0);
  *bytes = g_room;
  *buffer = omp_target_alloc(g_room, omp_get_initial_device());
}

void take_with_openmp(int32_t, const ompt_target_buffer_t* buffer, size_t, ompt_target_buffer_cursor_t) {
  omp_target_free(const_cast<ompt_target_buffer_t*>(buffer), omp_get_initial_device());
  ++g_completed;
}

void tool_uses_openmp() {
  auto start = device_function<ompt_target_start_trace_fn_t>("ompt_target_start_trace");
  g_completed = 0;
  EXPECT_EQ(start(g_device, give_with_openmp, take_with_openmp, nullptr), 1);
  tool::start();
  use_device(1);
  EXPECT_EQ(stop_trace(), 1);
  EXPECT_EQ(g_completed.load(), 1);
  std::vector<Record> records = finish();
  EXPECT_EQ(of(records, ompt_event_target_data).size(), 2);
  EXPECT_EQ(of(records, ompt_event_thread_begin).size(), 0);
}

}  // namespace

void tracing_cases() {
  g_main = pthread_self();
  device_info();
  time();
  settings();
  traces();
  kernels();
  no_buffers();
  cursors_of_any_value();
  stop_while_asking();
  tool_uses_openmp();
}
