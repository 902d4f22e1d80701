// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of traced events, and the entry points that start, pause and stop a trace.
#include "tools/ompt5/trace/control.h"

#include <string.h>

#include <type_traits>

#include "core/icv/devices.h"
#include "core/icv/icv.h"
#include "tools/ompt5/callbacks.h"
#include "tools/ompt5/trace/engine_device.h"
#include "tools/ompt5/trace/observing.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/recorder.h"
#include "tools/ompt5/trace/records.h"
#include "tools/trace/device/device_trace.h"

namespace limpid::tools::ompt5::trace {
namespace {

using events::EventId;

// The callbacks that have a record in 4.5.2, and the events that they come from.
struct Row {
  ompt_callbacks_t type;
  EventId event;
  events::Observer::Handler handler;
};

constexpr Row kRows[] = {
    {ompt_callback_thread_begin, EventId::thread_begin, record_thread_begin},
    {ompt_callback_parallel_begin, EventId::parallel_begin, record_parallel_begin},
    {ompt_callback_parallel_end, EventId::parallel_end, record_parallel_end},
    {ompt_callback_task_create, EventId::task_create, record_task_create},
    {ompt_callback_task_schedule, EventId::task_schedule, record_task_schedule},
    {ompt_callback_implicit_task, EventId::implicit_task, record_implicit_task},
    {ompt_callback_target, EventId::target, record_target},
    {ompt_callback_target_data_op, EventId::target_data_op, record_target_data_op},
    {ompt_callback_target_submit, EventId::target_submit, record_target_submit},
    {ompt_callback_control_tool, EventId::control_tool, record_control_tool},
    {ompt_callback_sync_region_wait, EventId::sync_wait, record_sync_wait},
    {ompt_callback_mutex_released, EventId::mutex_released, record_mutex_released},
    {ompt_callback_dependences, EventId::dependences, record_dependences},
    {ompt_callback_task_dependence, EventId::task_dependence, record_task_dependence},
    {ompt_callback_work, EventId::work, record_work},
    {ompt_callback_masked, EventId::masked, record_masked},
    {ompt_callback_target_map, EventId::target_map, record_target_map},
    {ompt_callback_sync_region, EventId::sync_region, record_sync_region},
    {ompt_callback_lock_init, EventId::lock_init, record_lock_init},
    {ompt_callback_lock_destroy, EventId::lock_destroy, record_lock_destroy},
    {ompt_callback_mutex_acquire, EventId::mutex_acquire, record_mutex_acquire},
    {ompt_callback_mutex_acquired, EventId::mutex_acquired, record_mutex_acquired},
    {ompt_callback_nest_lock, EventId::nest_lock, record_nest_lock},
    {ompt_callback_flush, EventId::flush, record_flush},
    {ompt_callback_cancel, EventId::cancel, record_cancel},
    {ompt_callback_reduction, EventId::reduction, record_reduction},
    {ompt_callback_dispatch, EventId::dispatch, record_dispatch},
    {ompt_callback_target_emi, EventId::target, record_target},
    {ompt_callback_target_data_op_emi, EventId::target_data_op, record_target_data_op},
    {ompt_callback_target_submit_emi, EventId::target_submit, record_target_submit},
    {ompt_callback_target_map_emi, EventId::target_map, record_target_map},
    {ompt_callback_error, EventId::error, record_error},
};

// What the host as a device can record natively.
constexpr int kNativeFlags = ompt_native_data_motion_explicit | ompt_native_kernel_execution;
constexpr int kAllNativeFlags = 0xff;

bool is_host(const ompt_device_t* device) {
  return device == host();
}

bool is_device(const ompt_device_t* device) {
  return is_host(device) || core::device_with_handle(device) != nullptr;
}

uint64_t bit_of(ompt_callbacks_t type) {
  return uint64_t{1} << type;
}

void set_row(const Row& row, bool enable) {
  g_host.enable_events(bit_of(row.type), enable);
  if (enable) observe(row.event, row.handler);
}

ompt_set_result_t set_host_trace_ompt(bool enable, unsigned int etype) {
  // Not every event has a record.
  ompt_set_result_t result = etype == 0 ? ompt_set_sometimes : ompt_set_never;
  for (const Row& row : kRows) {
    if (etype != 0 && row.type != static_cast<int>(etype)) continue;
    set_row(row, enable);
    if (etype != 0) result = promise_of(row.type);
  }
  return enable ? result : ompt_set_always;
}

ompt_set_result_t set_host_trace_native(bool enable, int flags) {
  const int known = flags & kNativeFlags;
  g_host.enable_native(static_cast<uint32_t>(known), enable);
  if (known != 0 && enable) observe_targets();
  if (!enable || known == flags) return ompt_set_always;
  return known != 0 ? ompt_set_sometimes : ompt_set_never;
}

// A function of the runtime, which must have the type that the specification gives it.
template <class Specified, class Ours>
ompt_interface_fn_t entry(Ours ours) {
  static_assert(std::is_same_v<Specified, Ours>, "the entry point has the specified type");
  return reinterpret_cast<ompt_interface_fn_t>(ours);
}

}  // namespace

ompt_device_t* host() {
  return &g_host;
}

void observe_for(ompt_callbacks_t type) {
  for (const Row& row : kRows)
    if (row.type == type) observe(row.event, row.handler);
}

void observe_targets() {
  observe(EventId::target, record_target);
  observe(EventId::target_map, record_target_map);
  observe(EventId::target_data_op, record_target_data_op);
  observe(EventId::target_submit, record_target_submit);
}

int get_device_num_procs(ompt_device_t* device) {
  if (is_host(device)) return static_cast<int>(core::global_icvs().available_processors);
  const core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr ? tools::trace::num_procs(engine->facts.number) : 0;
}

// All devices have the host's time: what they measure themselves is translated.
ompt_device_time_t get_device_time(ompt_device_t* device) {
  return is_device(device) ? device_time() : ompt_device_time_t{ompt_time_none};
}

// That of omp_get_wtime.
double translate_time(ompt_device_t* device, ompt_device_time_t time) {
  return is_device(device) ? static_cast<double>(time) * 1e-9 : 0.0;
}

ompt_set_result_t set_trace_ompt(ompt_device_t* device, unsigned int enable, unsigned int etype) {
  if (etype >= static_cast<unsigned int>(kCallbackCount)) return ompt_set_error;
  if (is_host(device)) return set_host_trace_ompt(enable != 0, etype);
  core::Device* const engine = core::device_with_handle(device);
  if (engine == nullptr) return ompt_set_error;
  return set_engine_trace_ompt(*engine, enable != 0, static_cast<ompt_callbacks_t>(etype));
}

ompt_set_result_t set_trace_native(ompt_device_t* device, int enable, int flags) {
  if (flags == 0 || (flags & ~kAllNativeFlags) != 0) return ompt_set_error;
  if (is_host(device)) return set_host_trace_native(enable != 0, flags);
  core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr ? set_engine_trace_native(*engine, enable != 0, flags) : ompt_set_error;
}

int start_trace(ompt_device_t* device, ompt_callback_buffer_request_t request,
                ompt_callback_buffer_complete_t complete) {
  if (!is_host(device)) {
    core::Device* const engine = core::device_with_handle(device);
    return engine != nullptr ? start_engine_trace(*engine, request, complete) : 0;
  }
  if (!g_host.start(core::host_device(), request, complete)) return 0;
  if (begin_observing(kHostTrace)) return 1;
  g_host.trace.stop();
  return 0;
}

int pause_trace(ompt_device_t* device, int begin_pause) {
  if (is_host(device)) return g_host.trace.pause(begin_pause != 0) ? 1 : 0;
  core::Device* const engine = core::device_with_handle(device);
  Recording* const recording = engine != nullptr ? recording_of(*engine) : nullptr;
  return recording != nullptr && recording->trace.pause(begin_pause != 0) ? 1 : 0;
}

int flush_trace(ompt_device_t* device) {
  if (is_host(device)) return g_host.trace.flush() ? 1 : 0;
  core::Device* const engine = core::device_with_handle(device);
  return engine != nullptr ? flush_engine_trace(*engine) : 0;
}

int stop_trace(ompt_device_t* device) {
  if (!is_host(device)) {
    core::Device* const engine = core::device_with_handle(device);
    return engine != nullptr ? stop_engine_trace(*engine) : 0;
  }
  end_observing(kHostTrace);
  return g_host.trace.stop() ? 1 : 0;
}

void end_trace() {
  end_observing(kHostTrace);
  g_host.trace.end();
}

void forget_trace_after_fork() {
  forget_observing_after_fork();
  g_host.forget_after_fork();
  forget_engine_traces_after_fork();
}

ompt_interface_fn_t lookup(const char* name) {
  const struct {
    const char* name;
    ompt_interface_fn_t function;
  } entries[] = {
      {"ompt_get_device_num_procs", entry<ompt_get_device_num_procs_t>(&get_device_num_procs)},
      {"ompt_get_device_time", entry<ompt_get_device_time_t>(&get_device_time)},
      {"ompt_translate_time", entry<ompt_translate_time_t>(&translate_time)},
      {"ompt_set_trace_ompt", entry<ompt_set_trace_ompt_t>(&set_trace_ompt)},
      {"ompt_set_trace_native", entry<ompt_set_trace_native_t>(&set_trace_native)},
      {"ompt_start_trace", entry<ompt_start_trace_t>(&start_trace)},
      {"ompt_pause_trace", entry<ompt_pause_trace_t>(&pause_trace)},
      {"ompt_flush_trace", entry<ompt_flush_trace_t>(&flush_trace)},
      {"ompt_stop_trace", entry<ompt_stop_trace_t>(&stop_trace)},
      {"ompt_advance_buffer_cursor", entry<ompt_advance_buffer_cursor_t>(&advance_buffer_cursor)},
      {"ompt_get_record_type", entry<ompt_get_record_type_t>(&get_record_type)},
      {"ompt_get_record_ompt", entry<ompt_get_record_ompt_t>(&get_record_ompt)},
      {"ompt_get_record_native", entry<ompt_get_record_native_t>(&get_record_native)},
      {"ompt_get_record_abstract", entry<ompt_get_record_abstract_t>(&get_record_abstract)},
  };
  if (name == nullptr) return nullptr;
  for (const auto& candidate : entries) {
    if (strcmp(candidate.name, name) == 0) return candidate.function;
  }
  return nullptr;
}

}  // namespace limpid::tools::ompt5::trace
