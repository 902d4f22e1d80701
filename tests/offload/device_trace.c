// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// The trace of a device that measures itself: each record has the times that the driver of fake_cuda.c set,
// and belongs to the operation that the callbacks told of. TRACE_CASE is the name of a function below.
#include "device_trace.h"

#include <sched.h>

#include "fake_cuda.h"
#include "own_tool.h"

enum { kMany = 1000000, kCopyTime = 2000 };

static const char* wanted_case;

static int is_case(const char* name) {
  return strcmp(wanted_case, name) == 0;
}

static void trace_all(int device) {
  set_times(1000000, kCopyTime);
  enable(device, ompt_callback_target_emi);
  enable(device, ompt_callback_target_data_op_emi);
  enable(device, ompt_callback_target_submit_emi);
  start(device);
}

static void region(int device, int* sum) {
#pragma omp target device(device) map(tofrom : sum [0:1])
  sum[0]++;
}

// A region whose kernel takes so long.
static void region_of(int device, int64_t ns, int* sum) {
  set_times(ns, kCopyTime);
  region(device, sum);
}

static void check_operation(const Seen* one) {
  const Operation* told = operation_of(is_kernel(one) ? one->ompt.record.target_kernel.host_op_id
                                                      : one->ompt.record.target_data_op.host_op_id);
  CHECK_EQ(told->kernel, is_kernel(one));
  CHECK_EQ(one->ompt.target_id, told->target);
  CHECK(one->ompt.thread_id != 0);
  CHECK((int64_t)one->ompt.time >= told->begin);
  if (told->kernel) return;
  CHECK_EQ(one->ompt.record.target_data_op.optype, told->kind);
  CHECK_EQ(one->ompt.record.target_data_op.bytes, told->bytes);
}

static int64_t duration(const Seen* one) {
  return (int64_t)((is_kernel(one) ? one->ompt.record.target_kernel.end_time
                                   : one->ompt.record.target_data_op.end_time) -
                   one->ompt.time);
}

// Kernel number i, from 1 on, took i milliseconds; they come in their order.
static void check_kernels(int device, int count) {
  int kernels = 0;
  int64_t before = 0;
  for (int i = 0; i < seen_count; i++) {
    if (seen[i].device != device || !is_kernel(&seen[i])) continue;
    check_operation(&seen[i]);
    CHECK_EQ(duration(&seen[i]), ++kernels * 1000000);
    CHECK_EQ(seen[i].ompt.record.target_kernel.granted_num_teams, 1);
    CHECK((int64_t)seen[i].ompt.time >= before);
    before = (int64_t)seen[i].ompt.record.target_kernel.end_time;
  }
  CHECK_EQ(kernels, count);
}

static void check_copies(int device, int count) {
  int copies = 0;
  for (int i = 0; i < seen_count; i++) {
    if (seen[i].device != device || !is_copy(&seen[i])) continue;
    check_operation(&seen[i]);
    CHECK_EQ(duration(&seen[i]), kCopyTime);
    CHECK(seen[i].ompt.record.target_data_op.bytes >= sizeof(int));  // GCC's libgomp copies addresses with it
    CHECK(seen[i].ompt.record.target_data_op.codeptr_ra != NULL);
    copies++;
  }
  CHECK_EQ(copies, count);
}

static void forget(void) {
  seen_count = operation_count = 0;
}

// ---- cases ----

static void durations(void) {
  int sum = 0;
  trace_all(0);
  for (int i = 1; i <= 20; i++) region_of(0, i * 1000000, &sum);
  CHECK_EQ(sum, 20);
  flush(0);
  check_kernels(0, 20);
  check_copies(0, 40);
  int targets = 0, allocations = 0;
  for (int i = 0; i < seen_count; i++) {
    CHECK(!seen[i].native);
    targets += seen[i].ompt.type == ompt_callback_target_emi;
    allocations += seen[i].ompt.type == ompt_callback_target_data_op_emi && !is_copy(&seen[i]);
    if (seen[i].ompt.type == ompt_callback_target_emi) CHECK_EQ(seen[i].ompt.record.target.device_num, 0);
  }
  CHECK_EQ(targets, 40);
  CHECK_EQ(allocations, 40);
  stop(0);
}

// Of any size; one that is too small for a record is given back, and ends the trace.
static void buffers(void) {
  int sum = 0;
  enable(0, ompt_callback_target_submit_emi);
  for (size_t size = 256; size <= 16384; size += size < 1024 ? 24 : 3001) {
    buffer_size = size;
    forget();
    start(0);
    for (int i = 1; i <= 40; i++) region_of(0, i * 1000000, &sum);
    stop(0);
    check_kernels(0, 40);
    CHECK_EQ(requested, completed);
  }
  buffer_size = 100;
  forget();
  start(0);
  region(0, &sum);
  CHECK_EQ(devices[0].stop(devices[0].handle), 1);
  CHECK_EQ(seen_count, 0);
  CHECK_EQ(requested, completed);
}

static void selection(void) {
  int sum = 0;
  enable(0, ompt_callback_target_submit_emi);
  start(0);
  region_of(0, 1000000, &sum);
  flush(0);
  check_kernels(0, 1);
  CHECK_EQ(seen_count, 1);
  CHECK_EQ(devices[0].set_ompt(devices[0].handle, 0, ompt_callback_target_submit_emi), ompt_set_always);
  enable(0, ompt_callback_target_data_op_emi);
  forget();
  region_of(0, 1000000, &sum);
  flush(0);
  CHECK_EQ(count_of(is_kernel, -1), 0);
  check_copies(0, 2);
  CHECK_EQ(seen_count, 4);  // and its memory
  CHECK_EQ(devices[0].set_ompt(devices[0].handle, 0, 0), ompt_set_always);
  forget();
  region(0, &sum);
  flush(0);
  CHECK_EQ(seen_count, 0);
  CHECK_EQ(devices[0].set_ompt(devices[0].handle, 1, ompt_callback_parallel_begin), ompt_set_never);
  CHECK_EQ(devices[0].set_ompt(devices[0].handle, 1, 0), ompt_set_sometimes);
  CHECK_EQ(devices[0].set_ompt(devices[0].handle, 1, 1000), ompt_set_error);
  CHECK_EQ(devices[0].set_ompt(NULL, 1, 0), ompt_set_error);
  stop(0);
}

static void phases(void) {
  int sum = 0;
  ompt_device_t* handle = devices[0].handle;
  CHECK_EQ(devices[0].flush(handle), 0);
  CHECK_EQ(devices[0].stop(handle), 0);
  CHECK_EQ(devices[0].pause(handle, 1), 0);
  region(0, &sum);  // before the trace
  enable(0, ompt_callback_target_submit_emi);
  start(0);
  CHECK_EQ(devices[0].start(handle, on_request, on_complete), 0);
  region_of(0, 1000000, &sum);
  flush(0);
  check_kernels(0, 1);
  CHECK_EQ(devices[0].pause(handle, 1), 1);
  region(0, &sum);
  flush(0);
  CHECK_EQ(count_of(any, -1), 1);
  CHECK_EQ(devices[0].pause(handle, 0), 1);
  region_of(0, 2000000, &sum);
  stop(0);
  check_kernels(0, 2);
  region(0, &sum);  // after it
  CHECK_EQ(devices[0].stop(handle), 0);
  start(0);
  region_of(0, 3000000, &sum);
  stop(0);
  check_kernels(0, 3);
  CHECK_EQ(requested, completed);
}

// Records lie in buffers for their own device.
static void several(void) {
  int sum = 0;
  for (int device = 0; device < 3; device++) {
    CHECK(strncmp(devices[device].type, "sm_", 3) == 0 || strcmp(devices[device].type, "nvptx") == 0);
    enable(device, ompt_callback_target_submit_emi);
  }
  start(0);
  start(2);
  for (int i = 1; i <= 5; i++)
    for (int device = 0; device < 3; device++) region_of(device, i * 1000000, &sum);
  flush(0);
  flush(2);
  check_kernels(0, 5);
  check_kernels(2, 5);
  CHECK_EQ(count_of(any, 1), 0);
  stop(0);
  region_of(2, 6000000, &sum);
  region(0, &sum);
  stop(2);
  check_kernels(0, 5);
  check_kernels(2, 6);
}

static void times(void) {
  int sum = 0;
  enable(0, ompt_callback_target_submit_emi);
  start(0);
  const double before = omp_get_wtime();
  const ompt_device_time_t device_before = devices[0].get_time(devices[0].handle);
  region_of(0, 1000, &sum);
  const ompt_device_time_t device_after = devices[0].get_time(devices[0].handle);
  const double after = omp_get_wtime();
  stop(0);
  CHECK_EQ(seen_count, 1);
  const double begin = devices[0].translate(devices[0].handle, device_before);
  const double end = devices[0].translate(devices[0].handle, device_after);
  CHECK(before <= begin && begin <= end && end <= after);
  CHECK(seen[0].ompt.time >= device_before && seen[0].ompt.time <= device_after);
  CHECK_EQ(devices[0].get_time(NULL), 0);
  CHECK(devices[0].num_procs(devices[0].handle) == 1024 && devices[0].num_procs(NULL) == 0);
}

static void natives(void) {
  int sum = 0;
  ompt_device_t* handle = devices[0].handle;
  const int known =
      ompt_native_data_motion_explicit | ompt_native_data_motion_implicit | ompt_native_kernel_execution;
  CHECK_EQ(devices[0].set_native(handle, 1, known), ompt_set_always);
  CHECK_EQ(devices[0].set_native(handle, 1, known | ompt_native_driver), ompt_set_sometimes);
  CHECK_EQ(devices[0].set_native(handle, 1, ompt_native_overhead), ompt_set_never);
  CHECK_EQ(devices[0].set_native(handle, 1, 0), ompt_set_error);
  start(0);
  region_of(0, 7000000, &sum);
  stop(0);
  int kernels = 0, copies = 0;
  for (int i = 0; i < seen_count; i++) {
    CHECK(seen[i].native);
    const ompt_record_abstract_t* record = &seen[i].abstract;
    CHECK_EQ(record->rclass, ompt_record_native_event);
    const int kernel = strcmp(record->type, "a_kernel") == 0;
    if (!kernel) CHECK_EQ(strcmp(record->type, "memcpy"), 0);
    CHECK_EQ(operation_of(seen[i].operation)->kernel, kernel);
    CHECK_EQ(record->end_time - record->start_time, kernel ? 7000000 : kCopyTime);
    kernel ? kernels++ : copies++;
  }
  CHECK_EQ(kernels, 1);
  CHECK_EQ(copies, 2);
}

// Several threads, and kernels that go on when their tasks' threads do something else.
static void in_flight(void) {
  enum { kTasks = 200 };
  static int sums[kTasks];
  set_times(1000000, kCopyTime);
  trace_all(0);
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < kTasks; i++) {
    int* sum = &sums[i];
#pragma omp target nowait map(tofrom : sum [0:1])
    sum[0]++;
  }
  stop(0);
  for (int i = 0; i < kTasks; i++) CHECK_EQ(sums[i], 1);
  CHECK_EQ(count_of(is_kernel, 0), kTasks);
  check_copies(0, 2 * kTasks);
  for (int i = 0; i < seen_count; i++)
    if (is_kernel(&seen[i])) CHECK_EQ(duration(&seen[i]), 1000000);
}

// Nothing is flushed or stopped: the end of the process does that, however slow the tool is.
static void end(void) {
  int sum = 0;
  slow = 20000;
  buffer_size = 512;
  enable(0, ompt_callback_target_submit_emi);
  start(0);
  for (int i = 1; i <= 30; i++) region_of(0, i * 1000000, &sum);
}

// Nobody asks for the records: they come when buffers are full.
static void full(void) {
  int sum = 0;
  buffer_size = 512;
  enable(0, ompt_callback_target_submit_emi);
  start(0);
  for (int i = 1; i <= 40; i++) region_of(0, i * 1000000, &sum);
  while (completed < 5) sched_yield();
  stop(0);
  check_kernels(0, 40);
}

// The tool has started the trace when the device was initialized: the region in main() is in it.
static void early(void) {
  int sum = 0;
  for (int i = 2; i <= 10; i++) region_of(0, i * 1000000, &sum);
  flush(0);
  check_kernels(0, 10);
  stop(0);
}

// From its callbacks the tool may command the trace.
static void command(int device) {
  devices[device].flush(devices[device].handle);
  if (completed % 7 == 6) devices[device].stop(devices[device].handle);
  if (completed % 7 == 0) devices[device].start(devices[device].handle, on_request, on_complete);
  devices[device].pause(devices[device].handle, completed % 3 == 0);
}

static void commands(void) {
  int sum = 0;
  buffer_size = 512;
  in_completion = command;
  enable(0, ompt_callback_target_submit_emi);
  enable(0, ompt_callback_target_data_op_emi);
  start(0);
  for (int i = 1; i <= 300; i++) region_of(0, 1000000, &sum);
  CHECK_EQ(sum, 300);
}

// And while the process ends: it is slow to give buffers, so that the end waits for it.
static void command_late(int device) {
  usleep(20000);
  const ompt_set_result_t set =
      devices[device].set_ompt(devices[device].handle, 1, ompt_callback_target_data_op_emi);
  CHECK(set == ompt_set_always || set == ompt_set_never);  // never: the device is measured no more
  devices[device].flush(devices[device].handle);
  devices[device].stop(devices[device].handle);
  devices[device].start(devices[device].handle, on_request, on_complete);
}

static void late_commands(void) {
  int sum = 0;
  buffer_size = 512;
  in_request = command_late;
  enable(0, ompt_callback_target_submit_emi);
  start(0);
  for (int i = 1; i <= 30; i++) region_of(0, 1000000, &sum);
}

static void absent(void) {
  int sum = 0;
  ompt_device_t* handle = devices[0].handle;
  for (int type = ompt_callback_target; type <= ompt_callback_target_submit; type++)
    CHECK_EQ(devices[0].set_ompt(handle, 1, (unsigned)type), ompt_set_never);
  CHECK_EQ(devices[0].set_ompt(handle, 1, 0), ompt_set_never);
  CHECK_EQ(devices[0].set_native(handle, 1, ompt_native_kernel_execution), ompt_set_never);
  CHECK_EQ(devices[0].start(handle, on_request, on_complete), 0);
  CHECK_EQ(devices[0].flush(handle), 0);
  region(0, &sum);
  CHECK_EQ(sum, 1);
  CHECK_EQ(requested, 0);
}

// CUPTI is there, and the driver is not one that it can measure.
static void refused(void) {
  int sum = 0;
  enable(0, ompt_callback_target_submit_emi);
  CHECK_EQ(devices[0].start(devices[0].handle, on_request, on_complete), 0);
  region(0, &sum);
  CHECK_EQ(devices[0].stop(devices[0].handle), 0);
  CHECK_EQ(seen_count, 0);
  CHECK_EQ(requested, completed);
}

static const struct {
  const char* name;
  void (*run)(void);
} cases[] = {{"durations", durations}, {"buffers", buffers},     {"selection", selection},
             {"phases", phases},       {"several", several},     {"times", times},
             {"natives", natives},     {"in_flight", in_flight}, {"end", end},
             {"full", full},           {"early", early},         {"commands", commands},
             {"absent", absent},       {"refused", refused},     {"late_commands", late_commands}};

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  wanted_case = getenv("TRACE_CASE");
  if (is_case("early")) on_known = trace_all;
  register_callbacks(lookup);
  return 1;
}

static void finalize(ompt_data_t* data) {
  CHECK_EQ(requested, completed);
  if (is_case("end")) check_kernels(0, 30);
}

int main(void) {
  CHECK(omp_get_num_devices() > 0 && wanted_case);
  let_kernels_end(kMany);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (!is_case(cases[i].name)) continue;
    int sum = 0;
    for (int device = 0; device < omp_get_num_devices(); device++) region(device, &sum);
    CHECK(devices_known > 0);
    cases[i].run();
    return 0;
  }
  fprintf(stderr, "TRACE_CASE=\"%s\" is no case\n", wanted_case);
  return 1;
}
