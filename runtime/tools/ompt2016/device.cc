// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of a device (report, sections 5.7 and 6).
#include "tools/ompt2016/device.h"

#include <stdio.h>
#include <string.h>

#include <initializer_list>

#include "core/device/devices.h"
#include "core/icv/devices.h"
#include "platform/processor_name.h"
#include "tools/ompt2016/engine_device.h"
#include "tools/ompt2016/lookup.h"
#include "tools/ompt2016/trace.h"
#include "tools/trace/device/device_trace.h"

namespace limpid::tools::ompt2016 {
namespace {

constexpr char kDocumentation[] =
    "The host. Regions and memory operations run in the program's own threads and memory. Device time is "
    "CLOCK_MONOTONIC in nanoseconds. ompt_event_target_data and ompt_event_target_submit can be traced; "
    "there "
    "are no native records and no functions besides those of the report.";

constexpr char kEngineDocumentation[] =
    "A device of an offload engine. Device time is CLOCK_MONOTONIC in nanoseconds, into which what the "
    "device "
    "measures itself is translated. A device of CUDA needs its library CUPTI to be traced; without it a "
    "device "
    "of GCC's engine is traced with the times of the calls, which are a little longer. "
    "ompt_event_target_data and ompt_event_target_submit can be traced, and native records of the execution "
    "of "
    "kernels and of data motion: explicit, and implicit where the device measures itself. There are no "
    "functions "
    "besides those of the report.";

// The results of setting a trace (report, table 2).
enum { kError = 0, kCannotTrace = 1, kSomeTraced = 3, kTraced = 4 };

bool is_host(const ompt_target_device_t* device) {
  return device == &g_host;
}

bool is_device(const ompt_target_device_t* device) {
  return is_host(device) || core::device_with_handle(device) != nullptr;
}

bool can_trace(ompt_event_t event) {
  return event == ompt_event_target_data || event == ompt_event_target_submit;
}

ompt_target_time_t get_time(ompt_target_device_t* device) {
  return is_device(device) ? device_time() : ompt_time_none;
}

double translate_time(ompt_target_device_t* device, ompt_target_time_t time) {
  constexpr double kSecondsPerTick = 1e-9;
  return is_device(device) ? static_cast<double>(time) * kSecondsPerTick : 0;
}

// Null: no device, or no memory.
Recording* recording_with_handle(ompt_target_device_t* device) {
  if (is_host(device)) return &g_host;
  core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr ? recording_of(*engine) : nullptr;
}

bool has_times(const ompt_target_device_t* device) {
  if (is_host(device)) return true;
  const core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr && tools::trace::source_of(engine->facts.number) != tools::trace::Source::none;
}

void follow_enabled(const ompt_target_device_t* device) {
  const core::Device* const engine = core::device_with_handle(device);
  if (engine != nullptr) follow_what_is_enabled(*engine);
}

int set_trace_ompt(ompt_target_device_t* device, bool enable, ompt_event_t event) {
  Recording* const recording = recording_with_handle(device);
  const bool all = static_cast<int>(event) == 0;
  if (recording == nullptr) return kError;
  if (!all && (event < ompt_event_thread_begin || event > ompt_event_flush)) return kError;
  if (!all && !can_trace(event)) return kCannotTrace;
  if (enable && !has_times(device)) return kCannotTrace;
  for (const ompt_event_t one : {ompt_event_target_data, ompt_event_target_submit})
    if (all || one == event) recording->enable(one, enable);
  follow_enabled(device);
  return all ? kSomeTraced : kTraced;
}

// What a device says of itself; the host knows less of it.
uint32_t known_natives(const ompt_target_device_t* device) {
  const core::Device* const engine = core::device_with_handle(device);
  if (engine == nullptr) return 0;
  constexpr uint32_t kCalled = ompt_native_data_motion_explicit | ompt_native_kernel_execution;
  switch (tools::trace::source_of(engine->facts.number)) {
    case tools::trace::Source::cupti:
      return kCalled | ompt_native_data_motion_implicit;
    case tools::trace::Source::calls:
      return kCalled;
    case tools::trace::Source::none:
      break;
  }
  return 0;
}

// The host has none.
int set_trace_native(ompt_target_device_t* device, bool enable, uint32_t flags) {
  constexpr uint32_t kAll = 2 * ompt_native_idleness - 1;
  Recording* const recording = recording_with_handle(device);
  if (recording == nullptr || flags == 0 || (flags & ~kAll) != 0) return kError;
  const uint32_t known = flags & known_natives(device);
  recording->enable_native(known, enable);
  follow_enabled(device);
  if (known == flags) return kTraced;
  return known != 0 ? kSomeTraced : kCannotTrace;
}

bool start_trace(ompt_target_device_t* device, ompt_target_buffer_request_callback_t request,
                 ompt_target_buffer_complete_callback_t complete, ompt_get_target_info_inquiry_t) {
  if (is_host(device)) return g_host.start(core::host_device(), request, complete);
  core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr && start_engine_trace(*engine, request, complete);
}

bool pause_trace(ompt_target_device_t* device, bool begin_pause) {
  Recording* const recording = recording_with_handle(device);
  return recording != nullptr && recording->trace.pause(begin_pause);
}

bool stop_trace(ompt_target_device_t* device) {
  if (is_host(device)) return g_host.trace.stop();
  core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr && stop_engine_trace(*engine);
}

// There is no other form.
ompt_record_native_abstract_t* get_record_native_abstract(void* native) {
  return static_cast<ompt_record_native_abstract_t*>(native);
}

ompt_interface_fn_t device_lookup(const char* name) {
  const Entry entries[] = {
      {"ompt_target_get_time", entry<ompt_target_get_time_fn_t>(&get_time)},
      {"ompt_target_translate_time", entry<ompt_target_translate_time_fn_t>(&translate_time)},
      {"ompt_target_set_trace_ompt", entry<ompt_target_set_trace_ompt_fn_t>(&set_trace_ompt)},
      {"ompt_trace_set_ompt", entry<ompt_target_set_trace_ompt_fn_t>(&set_trace_ompt)},
      {"ompt_target_set_trace_native", entry<ompt_target_set_trace_native_fn_t>(&set_trace_native)},
      {"ompt_target_start_trace", entry<ompt_target_start_trace_fn_t>(&start_trace)},
      {"ompt_target_pause_trace", entry<ompt_target_pause_trace_fn_t>(&pause_trace)},
      {"ompt_target_stop_trace", entry<ompt_target_stop_trace_fn_t>(&stop_trace)},
      {"ompt_target_advance_buffer_cursor",
       entry<ompt_target_advance_buffer_cursor_fn_t>(&advance_buffer_cursor)},
      {"ompt_target_buffer_get_record_type",
       entry<ompt_target_buffer_get_record_type_fn_t>(&get_record_type)},
      {"ompt_target_buffer_get_record_ompt",
       entry<ompt_target_buffer_get_record_ompt_fn_t>(&get_record_ompt)},
      {"ompt_target_buffer_get_record_native",
       entry<ompt_target_buffer_get_record_native_fn_t>(&get_record_native)},
      {"ompt_target_buffer_get_record_native_abstract",
       entry<ompt_target_buffer_get_record_native_abstract_fn_t>(&get_record_native_abstract)},
  };
  return find(entries, name);
}

// Vendor and model of the processor, then "host".
const char* device_type() {
  static constinit char text[256] = {};
  snprintf(text, sizeof text, "%s;host", platform::processor_name());
  return text;
}

template <class Value>
void answer(Value* where, Value value) {
  if (where != nullptr) *where = value;
}

}  // namespace

bool get_device_info(int32_t device_id, const char** type, ompt_target_device_t** device,
                     ompt_function_lookup_t* lookup_function, const char** documentation) {
  core::Device* const engine = core::device_with_number(device_id);
  if (engine == nullptr && device_id != core::host_device()) return false;
  answer(type, engine != nullptr ? engine->facts.type : device_type());
  answer(device, engine != nullptr ? static_cast<ompt_target_device_t*>(engine->handle()) : &g_host);
  answer(lookup_function, &device_lookup);
  answer(documentation, engine != nullptr ? &kEngineDocumentation[0] : &kDocumentation[0]);
  return true;
}

}  // namespace limpid::tools::ompt2016
