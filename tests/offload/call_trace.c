// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// The trace of a device that works while the host calls it, and that no CUPTI measures: LLVM's plug-in for the host,
// and GCC's engine. The times are those of the calls.
#include "device_trace.h"
#include "own_tool.h"

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  register_callbacks(lookup);
  return 1;
}

static void finalize(ompt_data_t* data) {
  CHECK_EQ(requested, completed);
}

static void check_within(const Seen* one) {
  const int kernel = is_kernel(one);
  const Operation* told = operation_of(kernel ? one->ompt.record.target_kernel.host_op_id
                                              : one->ompt.record.target_data_op.host_op_id);
  const int64_t end =
      (int64_t)(kernel ? one->ompt.record.target_kernel.end_time : one->ompt.record.target_data_op.end_time);
  CHECK_EQ(told->kernel, kernel);
  CHECK_EQ(one->ompt.target_id, told->target);
  CHECK((int64_t)one->ompt.time >= told->begin && end >= (int64_t)one->ompt.time);
}

// What the callbacks told of such copies, each to or from the traced device.
static int copies_told(void) {
  int count = 0;
  for (int i = 0; i < operation_count; i++)
    count += !operations[i].kernel && (operations[i].kind == ompt_target_data_transfer_to_device ||
                                       operations[i].kind == ompt_target_data_transfer_from_device);
  return count;
}

int main(void) {
  enum { kRegions = 10, kSize = 1000 };
  int data[kSize] = {0};
#pragma omp target map(tofrom : data)
  data[0] = 1;
  CHECK(devices_known > 0 && omp_get_num_devices() > 1);
  CHECK(strstr(devices[0].type, "generic") || strcmp(devices[0].type, "nvptx") == 0);
  ompt_device_t* handle = devices[0].handle;
  enable(0, ompt_callback_target_data_op_emi);
  enable(0, ompt_callback_target_submit_emi);
  const int known = ompt_native_data_motion_explicit | ompt_native_kernel_execution;
  if (!getenv("FAKE_CUPTI"))  // one that is there, and refuses later
    CHECK_EQ(devices[0].set_native(handle, 1, known | ompt_native_data_motion_implicit), ompt_set_sometimes);
  CHECK_EQ(devices[0].set_native(handle, 1, known), ompt_set_always);
  start(0);
  operation_count = 0;
  int copies = 0;
  for (int i = 0; i < kRegions; i++) {
    const int before = copies_told();
#pragma omp target device(i % 2) map(tofrom : data)
    data[0]++;
    if (i % 2 == 0) copies += copies_told() - before;
  }
  flush(0);
  CHECK_EQ(count_of(is_kernel, 0), kRegions / 2);
  CHECK(copies >= kRegions);
  CHECK_EQ(count_of(is_copy, 0), copies);
  CHECK_EQ(count_of(is_native, 0), kRegions / 2 + copies);
  CHECK_EQ(count_of(any, 1), 0);
  for (int i = 0; i < seen_count; i++)
    if (!seen[i].native) check_within(&seen[i]);
  stop(0);
  start(1);  // the end stops it
#pragma omp target device(1) map(tofrom : data)
  data[0]++;
  CHECK_EQ(data[0], kRegions + 2);
  return 0;
}
