// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// The trace of a device that measures itself, under the OMPT report of 2016. TRACE_CASE is "measured", "natives", or
// "absent": there is no CUPTI.
#include <omp.h>
#include <ompt-2016.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "fake_cuda.h"

enum { kRegions = 20, kCopyTime = 3000, kMany = 1000000 };

static ompt_get_num_devices_fn_t num_devices;
static ompt_target_get_device_info_fn_t device_info;
static ompt_target_advance_buffer_cursor_fn_t advance;
static ompt_target_buffer_get_record_type_fn_t record_type;
static ompt_target_buffer_get_record_ompt_fn_t record_ompt;
static ompt_target_buffer_get_record_native_fn_t record_native;
static ompt_target_buffer_get_record_native_abstract_fn_t record_abstract;
static atomic_int requested, completed, kernels, copies, others, native_kernels, native_copies;
static size_t buffer_size = 1000;
static ompt_target_id_t regions[kRegions];
static atomic_int region_count;

static void on_request(int32_t device, ompt_target_buffer_t** buffer, size_t* bytes) {
  CHECK_EQ(device, 0);
  *buffer = calloc(1, buffer_size);
  *bytes = buffer_size;
  atomic_fetch_add(&requested, 1);
}

static void check_record(const ompt_record_ompt_t* record) {
  if (record->type == ompt_event_target_submit) {
    const int64_t took = (int64_t)(record->record.kernel.end_time - record->time);
    CHECK_EQ(took, (kernels + 1) * 1000000);
    CHECK_EQ(record->record.kernel.granted_num_teams, 1);
    CHECK_EQ(record->target_id, regions[kernels]);
    atomic_fetch_add(&kernels, 1);
    return;
  }
  CHECK_EQ(record->type, ompt_event_target_data);
  CHECK(record->thread_id != 0 && record->target_id != 0 && record->record.data.host_op_id != 0);
  const ompt_target_data_op_t type = record->record.data.optype;
  if (type != ompt_target_data_transfer_to_dev && type != ompt_target_data_transfer_from_dev) {
    atomic_fetch_add(&others, 1);
    return;
  }
  CHECK(record->record.data.bytes >= sizeof(int));  // GCC's libgomp copies addresses with it
  CHECK_EQ(record->record.data.end_time - record->time, kCopyTime);
  atomic_fetch_add(&copies, 1);
}

static void check_native(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t at) {
  ompt_target_id_t operation = 0;
  void* const native = record_native(buffer, at, &operation);
  CHECK(native && operation != 0 && record_ompt(buffer, at) == NULL);
  const ompt_record_native_abstract_t* const record = record_abstract(native);
  CHECK_EQ(record->rclass, ompt_record_native_class_event);
  const int64_t took = (int64_t)(record->end_time - record->start_time);
  if (strcmp(record->type, "a_kernel") == 0) {
    CHECK_EQ(took, (native_kernels + 1) * 1000000);
    atomic_fetch_add(&native_kernels, 1);
    return;
  }
  CHECK(strcmp(record->type, "memcpy") == 0 && took == kCopyTime);
  atomic_fetch_add(&native_copies, 1);
}

static void check_either(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t at) {
  if (record_type(buffer, at) == ompt_record_native) return check_native(buffer, at);
  ompt_target_id_t operation = 0;
  CHECK_EQ(record_type(buffer, at), ompt_record_ompt);
  CHECK(record_native(buffer, at, &operation) == NULL);
  check_record(record_ompt(buffer, at));
}

static void on_complete(int32_t device, const ompt_target_buffer_t* buffer, size_t bytes,
                        ompt_target_buffer_cursor_t begin) {
  ompt_target_buffer_t* mine = (ompt_target_buffer_t*)buffer;
  ompt_target_buffer_cursor_t at = begin;
  if (record_type(mine, at) != ompt_record_invalid) do {
      check_either(mine, at);
    } while (advance(mine, bytes, at, &at));
  free(mine);
  atomic_fetch_add(&completed, 1);
}

static void on_target(int32_t device, ompt_target_type_t type, ompt_task_id_t task,
                      ompt_scope_endpoint_t endpoint, ompt_target_id_t target, const void* code) {
  if (endpoint == ompt_scope_begin && region_count < kRegions) regions[region_count++] = target;
}

static void initialize(ompt_function_lookup_t lookup, const char* version, unsigned ompt_version) {
  const ompt_set_callback_fn_t set = (ompt_set_callback_fn_t)lookup("ompt_set_callback");
  num_devices = (ompt_get_num_devices_fn_t)lookup("ompt_get_num_devices");
  device_info = (ompt_target_get_device_info_fn_t)lookup("ompt_target_get_device_info");
  CHECK(set(ompt_event_target, (ompt_callback_t)on_target));
}

__attribute__((visibility("default"))) ompt_initialize_fn_t ompt_tool(void) {
  return initialize;
}

static void region(int64_t ns, int* sum) {
  set_times(ns, kCopyTime);
#pragma omp target map(tofrom : sum [0:1])
  sum[0]++;
}

static void absent(ompt_target_device_t* device, ompt_target_set_trace_ompt_fn_t set_trace,
                   ompt_target_start_trace_fn_t start) {
  enum { kCannotTrace = 1 };
  CHECK_EQ(set_trace(device, true, ompt_event_target_submit), kCannotTrace);
  CHECK_EQ(set_trace(device, true, (ompt_event_t)0), kCannotTrace);
  CHECK(!start(device, on_request, on_complete, NULL));
}

static void measured(ompt_target_device_t* device, ompt_target_set_trace_ompt_fn_t set_trace,
                     ompt_target_start_trace_fn_t start, ompt_target_stop_trace_fn_t stop) {
  enum { kSomeTraced = 3, kTraced };
  int sum = 0;
  CHECK_EQ(set_trace(device, true, (ompt_event_t)0), kSomeTraced);
  CHECK_EQ(set_trace(device, true, ompt_event_target_submit), kTraced);
  for (buffer_size = 300; buffer_size < 5000; buffer_size += 1300) {
    kernels = copies = others = region_count = 0;
    CHECK(start(device, on_request, on_complete, NULL));
    for (int i = 1; i <= kRegions; i++) region(i * 1000000, &sum);
    CHECK(stop(device));
    CHECK_EQ(kernels, kRegions);
    CHECK_EQ(copies, 2 * kRegions);
    CHECK_EQ(others, 2 * kRegions);
    CHECK_EQ(requested, completed);
  }
}

static void natives(ompt_target_device_t* device, ompt_target_set_trace_native_fn_t set_native,
                    ompt_target_set_trace_ompt_fn_t set_ompt, ompt_target_start_trace_fn_t start,
                    ompt_target_stop_trace_fn_t stop) {
  enum { kError, kCannotTrace, kSomeTraced = 3, kTraced };
  const uint32_t known =
      ompt_native_data_motion_explicit | ompt_native_data_motion_implicit | ompt_native_kernel_execution;
  int sum = 0;
  CHECK_EQ(set_native(device, true, known | ompt_native_driver), kSomeTraced);
  CHECK_EQ(set_native(device, true, ompt_native_overhead), kCannotTrace);
  CHECK_EQ(set_native(device, true, 0), kError);
  CHECK_EQ(set_native(device, true, 256), kError);
  CHECK_EQ(set_native(device, true, known), kTraced);
  for (int with_ompt = 0; with_ompt < 2; with_ompt++) {
    if (with_ompt) CHECK_EQ(set_ompt(device, true, ompt_event_target_submit), kTraced);
    for (buffer_size = 300; buffer_size < 5000; buffer_size += 1300) {
      kernels = native_kernels = native_copies = region_count = 0;
      CHECK(start(device, on_request, on_complete, NULL));
      for (int i = 1; i <= kRegions; i++) region(i * 1000000, &sum);
      CHECK(stop(device));
      CHECK_EQ(native_kernels, kRegions);
      CHECK_EQ(native_copies, 2 * kRegions);
      CHECK_EQ(kernels, with_ompt ? kRegions : 0);
      CHECK_EQ(requested, completed);
    }
  }
  CHECK_EQ(set_native(device, false, ompt_native_kernel_execution), kTraced);
  native_kernels = native_copies = kernels = region_count = 0;
  CHECK(start(device, on_request, on_complete, NULL));
  region(1000000, &sum);
  CHECK(stop(device));
  CHECK(native_kernels == 0 && native_copies == 2 && kernels == 1);
}

int main(void) {
  let_kernels_end(kMany);
  int sum = 0;
  region(1000, &sum);
  const char* type;
  ompt_target_device_t* device;
  ompt_function_lookup_t lookup;
  const char* documentation;
  CHECK_EQ(num_devices(), 2);
  CHECK(!device_info(7, &type, &device, &lookup, &documentation));
  CHECK(device_info(0, &type, &device, &lookup, &documentation));
  CHECK(strncmp(type, "sm_", 3) == 0 || strcmp(type, "nvptx") == 0);
  advance = (ompt_target_advance_buffer_cursor_fn_t)lookup("ompt_target_advance_buffer_cursor");
  record_type = (ompt_target_buffer_get_record_type_fn_t)lookup("ompt_target_buffer_get_record_type");
  record_ompt = (ompt_target_buffer_get_record_ompt_fn_t)lookup("ompt_target_buffer_get_record_ompt");
  const ompt_target_set_trace_ompt_fn_t set_trace =
      (ompt_target_set_trace_ompt_fn_t)lookup("ompt_target_set_trace_ompt");
  const ompt_target_start_trace_fn_t start = (ompt_target_start_trace_fn_t)lookup("ompt_target_start_trace");
  const ompt_target_stop_trace_fn_t stop = (ompt_target_stop_trace_fn_t)lookup("ompt_target_stop_trace");
  const ompt_target_set_trace_native_fn_t set_native =
      (ompt_target_set_trace_native_fn_t)lookup("ompt_target_set_trace_native");
  record_native = (ompt_target_buffer_get_record_native_fn_t)lookup("ompt_target_buffer_get_record_native");
  record_abstract = (ompt_target_buffer_get_record_native_abstract_fn_t)lookup(
      "ompt_target_buffer_get_record_native_abstract");
  const char* wanted = getenv("TRACE_CASE");
  if (wanted && strcmp(wanted, "absent") == 0)
    absent(device, set_trace, start);
  else if (wanted && strcmp(wanted, "natives") == 0)
    natives(device, set_native, set_trace, start, stop);
  else
    measured(device, set_trace, start, stop);
  return 0;
}
