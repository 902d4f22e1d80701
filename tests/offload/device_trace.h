// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool that traces the devices of an engine, and keeps what the records say.
#pragma once

#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"

enum { kMostDevices = 4, kMostRecords = 4000 };

typedef struct {
  ompt_device_t* handle;
  char type[64];
  ompt_get_device_time_t get_time;
  ompt_translate_time_t translate;
  ompt_get_device_num_procs_t num_procs;
  ompt_set_trace_ompt_t set_ompt;
  ompt_set_trace_native_t set_native;
  ompt_start_trace_t start;
  ompt_pause_trace_t pause;
  ompt_flush_trace_t flush;
  ompt_stop_trace_t stop;
  ompt_advance_buffer_cursor_t advance;
  ompt_get_record_type_t record_type;
  ompt_get_record_ompt_t record_ompt;
  ompt_get_record_native_t record_native;
  ompt_get_record_abstract_t record_abstract;
} Device;

typedef struct {
  int device;
  int native;  // else an ompt record
  ompt_record_ompt_t ompt;
  ompt_record_abstract_t abstract;
  ompt_id_t operation;
} Seen;

static Device devices[kMostDevices];
static atomic_int devices_known;
static Seen seen[kMostRecords];
static atomic_int seen_count, requested, completed;
static size_t buffer_size = 4096;
static atomic_int slow;  // completions wait so many microseconds
static void (*on_known)(int device);
static void (*in_request)(int device);
static void (*in_completion)(int device);

static void on_request(int device, ompt_buffer_t** buffer, size_t* bytes) {
  CHECK(device >= 0 && device < kMostDevices);
  *buffer = calloc(1, buffer_size);
  *bytes = buffer_size;
  atomic_fetch_add(&requested, 1);
  if (in_request) in_request(device);
}

static void keep(const Device* from, int device, ompt_buffer_t* buffer, ompt_buffer_cursor_t at) {
  const int index = atomic_fetch_add(&seen_count, 1);
  CHECK(index < kMostRecords);
  Seen* one = &seen[index];
  one->device = device;
  one->native = from->record_type(buffer, at) == ompt_record_native;
  if (!one->native) {
    CHECK_EQ(from->record_type(buffer, at), ompt_record_ompt);
    one->ompt = *from->record_ompt(buffer, at);
    CHECK(from->record_native(buffer, at, &one->operation) == NULL);
  } else {
    void* native = from->record_native(buffer, at, &one->operation);
    one->abstract = *from->record_abstract(native);
    CHECK(from->record_ompt(buffer, at) == NULL);
  }
}

static void on_complete(int device, ompt_buffer_t* buffer, size_t bytes, ompt_buffer_cursor_t begin,
                        int owned) {
  CHECK(owned && device >= 0 && device < kMostDevices);
  const Device* from = &devices[device];
  if (slow) usleep((useconds_t)slow);
  ompt_buffer_cursor_t at = begin;
  if (bytes > 0) do {
      keep(from, device, buffer, at);
    } while (from->advance(from->handle, buffer, bytes, at, &at));
  free(buffer);
  if (in_completion) in_completion(device);
  atomic_fetch_add(&completed, 1);
}

#define LOOK_UP(field, name) CHECK(known->field = (typeof(known->field))lookup(name))

static void on_device(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                      const char* documentation) {
  CHECK(device >= 0 && device < kMostDevices && handle && lookup && documentation);
  Device* known = &devices[device];
  known->handle = handle;
  snprintf(known->type, sizeof known->type, "%s", type);
  LOOK_UP(get_time, "ompt_get_device_time");
  LOOK_UP(translate, "ompt_translate_time");
  LOOK_UP(num_procs, "ompt_get_device_num_procs");
  LOOK_UP(set_ompt, "ompt_set_trace_ompt");
  LOOK_UP(set_native, "ompt_set_trace_native");
  LOOK_UP(start, "ompt_start_trace");
  LOOK_UP(pause, "ompt_pause_trace");
  LOOK_UP(flush, "ompt_flush_trace");
  LOOK_UP(stop, "ompt_stop_trace");
  LOOK_UP(advance, "ompt_advance_buffer_cursor");
  LOOK_UP(record_type, "ompt_get_record_type");
  LOOK_UP(record_ompt, "ompt_get_record_ompt");
  LOOK_UP(record_native, "ompt_get_record_native");
  LOOK_UP(record_abstract, "ompt_get_record_abstract");
  CHECK(lookup("ompt_no_such_name") == NULL && lookup(NULL) == NULL);
  atomic_fetch_add(&devices_known, 1);
  if (on_known) on_known(device);
}

// ---- what callbacks say, for comparison ----

typedef struct {
  ompt_id_t id;
  ompt_data_t* word;
  ompt_id_t target;  // what the word held
  int kernel;
  int kind;
  size_t bytes;
  int64_t begin, end;  // the device's time around it
} Operation;

static Operation operations[kMostRecords];
static atomic_int operation_count;
static uint64_t next_word = 0x7f0000000000;  // like an address, unlike the runtime's numbers

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_data_t* target_task, ompt_data_t* word, const void* code) {
  if (endpoint == ompt_scope_begin) word->value = next_word += 16;
}

static void note(ompt_scope_endpoint_t endpoint, const ompt_data_t* word, ompt_id_t id, int kernel, int kind,
                 size_t bytes) {
  static _Thread_local int open = 0;
  const int64_t now = (int64_t)devices[0].get_time(devices[0].handle);
  if (endpoint == ompt_scope_end) {
    operations[open].end = now;
    return;
  }
  open = atomic_fetch_add(&operation_count, 1);
  CHECK(open < kMostRecords);
  operations[open] = (Operation){.id = id,
                                 .target = word ? word->value : 0,
                                 .kernel = kernel,
                                 .kind = kind,
                                 .bytes = bytes,
                                 .begin = now};
}

static void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* word,
                         ompt_id_t* id, ompt_target_data_op_t kind, void* source, int source_device,
                         void* destination, int destination_device, size_t bytes, const void* code) {
  note(endpoint, word, *id, 0, kind, bytes);
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t* word, ompt_id_t* id, unsigned teams) {
  note(endpoint, word, *id, 1, 0, 0);
}

static inline const Operation* operation_of(ompt_id_t id) {
  for (int i = 0; i < operation_count; i++)
    if (operations[i].id == id) return &operations[i];
  fprintf(stderr, "a record of operation %llu, which no callback told of\n", (unsigned long long)id);
  check_leave();
  return NULL;
}

static void register_callbacks(ompt_function_lookup_t lookup) {
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
  set(ompt_callback_target_emi, (ompt_callback_t)on_target);
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation);
  set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
}

// ---- what the tests ask ----

static inline int is_kernel(const Seen* one) {
  return !one->native && one->ompt.type == ompt_callback_target_submit_emi;
}

static inline int is_copy(const Seen* one) {
  return !one->native && one->ompt.type == ompt_callback_target_data_op_emi &&
         (one->ompt.record.target_data_op.optype == ompt_target_data_transfer_to_device ||
          one->ompt.record.target_data_op.optype == ompt_target_data_transfer_from_device);
}

static inline int count_of(int (*is)(const Seen*), int device) {
  int count = 0;
  for (int i = 0; i < seen_count; i++) count += is(&seen[i]) && (device < 0 || seen[i].device == device);
  return count;
}

static inline int any(const Seen* one) {
  return one != NULL;
}

static inline int is_native(const Seen* one) {
  return one->native;
}

static inline void enable(int device, ompt_callbacks_t type) {
  CHECK_EQ(devices[device].set_ompt(devices[device].handle, 1, type), ompt_set_always);
}

static inline void start(int device) {
  CHECK_EQ(devices[device].start(devices[device].handle, on_request, on_complete), 1);
}

static inline void flush(int device) {
  CHECK_EQ(devices[device].flush(devices[device].handle), 1);
}

static inline void stop(int device) {
  CHECK_EQ(devices[device].stop(devices[device].handle), 1);
}
