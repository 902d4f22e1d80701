// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for device constructs and device memory.
// A tool that registers both forms of a callback gets the one that 5.1 introduced. The older form comes once:
// for a submission at its begin, for a data operation at its end.
#include "events/events.h"
#include "tools/ompt5/device.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/events.h"
#include "tools/ompt5/trace/control.h"
#include "tools/ompt5/trace/engine_device.h"

namespace limpid::tools::ompt5 {
namespace {

using events::Endpoint;

bool is_registered(ompt_callbacks_t event) {
  return callback<ompt_callback_t>(event) != nullptr;
}

// A construct that an engine executes without a deferred task is an included target task, which core
// does not know. This is its data word while it is the thread's innermost target task.
constinit thread_local uint64_t t_included_word = 0;

template <class Event>
ompt_data_t* target_task_of(const Event& event) {
  if (event.target_task != nullptr || !event.offloaded) return data_of(event.target_task);
  return event.target_id != 0 ? data_of(t_included_word) : nullptr;
}

// Events of the host come after the host's device_initialize. Core introduces the devices of engines.
template <class Event>
bool may_dispatch(const Event& event) {
  return event.offloaded || introduce_device(event.thread);
}

}  // namespace

void on_target(const void* what) {
  const auto& event = *static_cast<const events::Target*>(what);
  const void* code = code_of(event.thread, event.return_address);
  if (!may_dispatch(event)) return;
  if (event.offloaded && event.endpoint == Endpoint::begin) t_included_word = 0;
  if (!event.offloaded && event.endpoint == Endpoint::begin && event.kind == events::TargetKind::target)
    introduce_code(event.thread, code);
  ompt_target_t kind = target_kind_of(event.kind, event.nowait);
  ompt_scope_endpoint_t endpoint = endpoint_of(event.endpoint);
  if (is_registered(ompt_callback_target_emi)) {
    dispatch<ompt_callback_target_emi_t>(event.thread, ompt_callback_target_emi, kind, endpoint, event.device,
                                         data_of(event.task), target_task_of(event),
                                         data_of(event.target_word), code);
  } else {
    dispatch<ompt_callback_target_t>(event.thread, ompt_callback_target, kind, endpoint, event.device,
                                     data_of(event.task), event.target_id, code);
  }
}

void on_target_map(const void* what) {
  const auto& event = *static_cast<const events::TargetMap*>(what);
  const void* code = code_of(event.thread, event.return_address);
  if (!may_dispatch(event)) return;
  if (is_registered(ompt_callback_target_map_emi)) {
    dispatch<ompt_callback_target_map_emi_t>(event.thread, ompt_callback_target_map_emi,
                                             data_of(event.target_word), event.count, event.host,
                                             event.mapped, event.bytes, event.flags, code);
  } else {
    dispatch<ompt_callback_target_map_t>(event.thread, ompt_callback_target_map, event.target_id, event.count,
                                         event.host, event.mapped, event.bytes, event.flags, code);
  }
}

void on_target_data_op(const void* what) {
  const auto& event = *static_cast<const events::TargetDataOp*>(what);
  const void* code = code_of(event.thread, event.return_address);
  if (!may_dispatch(event)) return;
  ompt_target_data_op_t kind = data_op_of(event.kind, event.async);
  if (is_registered(ompt_callback_target_data_op_emi)) {
    dispatch<ompt_callback_target_data_op_emi_t>(
        event.thread, ompt_callback_target_data_op_emi, endpoint_of(event.endpoint), target_task_of(event),
        data_of(event.target_word), &event.operation, kind, event.source, event.source_device,
        event.destination, event.destination_device, event.bytes, code);
  } else if (event.endpoint == Endpoint::end) {
    dispatch<ompt_callback_target_data_op_t>(event.thread, ompt_callback_target_data_op, event.target_id,
                                             event.operation, kind, event.source, event.source_device,
                                             event.destination, event.destination_device, event.bytes, code);
  }
}

void on_target_submit(const void* what) {
  const auto& event = *static_cast<const events::TargetSubmit*>(what);
  if (!may_dispatch(event)) return;
  if (is_registered(ompt_callback_target_submit_emi)) {
    dispatch<ompt_callback_target_submit_emi_t>(event.thread, ompt_callback_target_submit_emi,
                                                endpoint_of(event.endpoint), data_of(event.target_word),
                                                &event.operation, event.requested_teams);
  } else if (event.endpoint == Endpoint::begin) {
    dispatch<ompt_callback_target_submit_t>(event.thread, ompt_callback_target_submit, event.target_id,
                                            event.operation, event.requested_teams);
  }
}

// Of a device whose engine says nothing, or nothing of tracing.
constexpr char kDocumentation[] =
    "Device time is CLOCK_MONOTONIC in nanoseconds. A device of CUDA is traced with its library CUPTI; the "
    "functions are those of OpenMP 5.1, section 4.6.2.";

// An engine that traces its devices itself has functions for it; else these are ours.
void on_device_begin(const void* what) {
  const auto& event = *static_cast<const events::DeviceBegin*>(what);
  const auto own = reinterpret_cast<ompt_function_lookup_t>(event.lookup);
  dispatch<ompt_callback_device_initialize_t>(
      event.thread, ompt_callback_device_initialize, event.device, event.type,
      static_cast<ompt_device_t*>(event.handle), own != nullptr ? own : &trace::lookup,
      event.documentation != nullptr ? event.documentation : &kDocumentation[0]);
}

void on_device_end(const void* what) {
  const auto& event = *static_cast<const events::DeviceEnd*>(what);
  trace::end_engine_trace(event.device);
  dispatch<ompt_callback_device_finalize_t>(event.thread, ompt_callback_device_finalize, event.device);
}

void on_device_load(const void* what) {
  const auto& event = *static_cast<const events::DeviceLoad*>(what);
  dispatch<ompt_callback_device_load_t>(event.thread, ompt_callback_device_load, event.device, event.file,
                                        event.offset_in_file, event.address_in_file, event.bytes,
                                        event.host_address, event.device_address, event.module);
}

void on_device_unload(const void* what) {
  const auto& event = *static_cast<const events::DeviceUnload*>(what);
  dispatch<ompt_callback_device_unload_t>(event.thread, ompt_callback_device_unload, event.device,
                                          event.module);
}

}  // namespace limpid::tools::ompt5
