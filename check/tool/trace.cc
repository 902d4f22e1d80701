// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device tracing (OpenMP 5.1, 4.2.5): starts it on every device that has it, and looks at what comes back.
#include <stdlib.h>
#include <string.h>

#include <atomic>

#include "rules.h"
#include "world.h"

namespace limpid::check {
namespace {

constexpr size_t kBufferBytes = 65536;
constexpr char kSection[] = "4.2.5";

struct Tracing {
  ompt_get_device_num_procs_t num_procs;
  ompt_get_device_time_t time;
  ompt_translate_time_t translate;
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
};

constexpr const char* kNames[] = {
    "ompt_get_device_num_procs", "ompt_get_device_time",       "ompt_translate_time",  "ompt_set_trace_ompt",
    "ompt_set_trace_native",     "ompt_start_trace",           "ompt_pause_trace",     "ompt_flush_trace",
    "ompt_stop_trace",           "ompt_advance_buffer_cursor", "ompt_get_record_type", "ompt_get_record_ompt",
    "ompt_get_record_native",    "ompt_get_record_abstract"};
static_assert(sizeof(Tracing) == sizeof(kNames));

constexpr int kDevices = 16;
struct Traced {
  std::atomic<ompt_device_t*> handle{nullptr};
  Tracing ask = {};
};
Traced g_devices[kDevices];

void on_request(int, ompt_buffer_t** buffer, size_t* bytes) {
  if (buffer == nullptr || bytes == nullptr) {
    Lock lock;
    world().expect(false, "trace.buffer", "4.5.2.23", "a buffer is asked for without a place for the answer");
    return;
  }
  *buffer = malloc(kBufferBytes);
  *bytes = *buffer != nullptr ? kBufferBytes : 0;
}

void check_record(World& w, const Tracing& ask, ompt_buffer_t* buffer, ompt_buffer_cursor_t at) {
  ompt_record_t kind = ask.record_type(buffer, at);
  w.expect(kind == ompt_record_ompt || kind == ompt_record_native, "trace.record", kSection,
           "a record of type %d", kind);
  if (kind != ompt_record_ompt) return;
  const ompt_record_ompt_t* record = ask.record_ompt(buffer, at);
  bool known =
      record != nullptr && record->type >= ompt_callback_thread_begin && record->type <= ompt_callback_error;
  w.expect(known, "trace.record", kSection, "an OMPT record of type %d",
           record != nullptr ? record->type : -1);
  w.count("record:" + std::to_string(known ? record->type : 0));
}

void on_complete(int device, ompt_buffer_t* buffer, size_t bytes, ompt_buffer_cursor_t begin, int owned) {
  Lock lock;
  World& w = world();
  w.place = {"buffer_complete", 0, nullptr};
  w.expect(!w.finalized, "tool.finalized", "4.3", "buffer_complete after the tool's finalizer was called");
  w.expect(bytes <= kBufferBytes && buffer != nullptr, "trace.buffer", "4.5.2.24",
           "a buffer at %p with %zu bytes", buffer, bytes);
  if (device < 0 || device >= kDevices) return;
  const Tracing& ask = g_devices[device].ask;
  ompt_buffer_cursor_t at = begin;
  bool more = bytes > 0 && buffer != nullptr && ask.record_type != nullptr && ask.advance != nullptr;
  for (size_t records = 0; more && records <= kBufferBytes; ++records) {
    check_record(w, ask, buffer, at);
    more = ask.advance(g_devices[device].handle, buffer, bytes, at, &at) != 0;
  }
  if (owned) free(buffer);
}

}  // namespace

void trace_device(int device, ompt_device_t* handle, ompt_function_lookup_t lookup) {
  if (lookup == nullptr || device < 0 || device >= kDevices) return;
  Traced& traced = g_devices[device];
  bool complete = true;
  ompt_interface_fn_t members[sizeof kNames / sizeof kNames[0]];
  for (size_t i = 0; i < sizeof kNames / sizeof kNames[0]; ++i) {
    members[i] = lookup(kNames[i]);
    complete = complete && members[i] != nullptr;
    Lock lock;
    world().expect(members[i] != nullptr, "trace.entry", "4.2.5", "lookup(\"%s\") of device %d is NULL",
                   kNames[i], device);
  }
  if (!complete) return;
  memcpy(&traced.ask, members, sizeof members);
  traced.handle = handle;
  ompt_set_result_t enabled = traced.ask.set_ompt(handle, 1, 0);
  if (enabled >= ompt_set_sometimes) traced.ask.start(handle, on_request, on_complete);
}

}  // namespace limpid::check
