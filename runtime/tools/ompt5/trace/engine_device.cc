// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the records of engines' devices, and answers the entry points for them.
#include "tools/ompt5/trace/engine_device.h"

#include <new>

#include "core/device/policy.h"
#include "platform/memory.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/trace/observing.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/records.h"
#include "tools/startup/code_address.h"
#include "tools/trace/device/device_trace.h"
#include "tools/trace/device/follow.h"

namespace limpid::tools::ompt5::trace {
namespace {

using startup::code_of;
using tools::trace::Activity;
using tools::trace::Interval;
using tools::trace::Operation;
using tools::trace::Source;

// What has a record in the trace of a device that is not the host.
constexpr ompt_callbacks_t kTypes[] = {ompt_callback_target,
                                       ompt_callback_target_data_op,
                                       ompt_callback_target_submit,
                                       ompt_callback_target_map,
                                       ompt_callback_target_emi,
                                       ompt_callback_target_data_op_emi,
                                       ompt_callback_target_submit_emi,
                                       ompt_callback_target_map_emi};

// What a device says of itself; the host knows less of it.
constexpr int kMeasuredFlags =
    ompt_native_data_motion_explicit | ompt_native_data_motion_implicit | ompt_native_kernel_execution;
constexpr int kCalledFlags = ompt_native_data_motion_explicit | ompt_native_kernel_execution;

// The recording, if the device has one.
Recording* find(int32_t number) {
  core::Device* const device = core::device_with_number(number);
  if (device == nullptr) return nullptr;
  // Pairs with the exchange in recording_of().
  return static_cast<Recording*>(device->word(core::DeviceWord::ompt5).load(std::memory_order_acquire));
}

bool is_traced(int type) {
  for (const ompt_callbacks_t one : kTypes)
    if (one == type) return true;
  return false;
}

ompt_device_time_t time_of(int64_t ns) {
  return static_cast<ompt_device_time_t>(ns);
}

tools::trace::Wanted wanted_by(const Recording& recording) {
  return {recording.event_enabled(ompt_callback_target_submit_emi) ||
              recording.event_enabled(ompt_callback_target_submit) ||
              recording.native_enabled(ompt_native_kernel_execution),
          recording.event_enabled(ompt_callback_target_data_op_emi) ||
              recording.event_enabled(ompt_callback_target_data_op) ||
              recording.native_enabled(ompt_native_data_motion_explicit) ||
              recording.native_enabled(ompt_native_data_motion_implicit)};
}

// ---- Records ----

void write_kernel(Recording& recording, const Operation& operation, Interval time) {
  const ompt_callbacks_t type =
      recording.enabled_of(ompt_callback_target_submit_emi, ompt_callback_target_submit);
  const RecordHead head = {type, time_of(time.begin), operation.thread, operation.target};
  write_into(recording, head, 0, [&](auto& record, void*) {
    record.target_kernel = {operation.id, operation.requested_teams, operation.teams, time_of(time.end)};
  });
}

void write_data_operation(Recording& recording, const Operation& operation, Interval time) {
  const ompt_callbacks_t type =
      recording.enabled_of(ompt_callback_target_data_op_emi, ompt_callback_target_data_op);
  const RecordHead head = {type, time_of(time.begin), operation.thread, operation.target};
  write_into(recording, head, 0, [&](auto& record, void*) {
    record.target_data_op = {operation.id,          data_op_of(operation.kind, operation.async),
                             operation.source,      operation.source_device,
                             operation.destination, operation.destination_device,
                             operation.bytes,       time_of(time.end),
                             operation.code};
  });
}

void write_native(Recording& recording, ompt_native_mon_flag_t flag, ompt_id_t operation, const char* what,
                  Interval time, ompt_hwid_t where) {
  if (!recording.native_enabled(flag)) return;
  Writing writing(recording, ompt_record_native, operation, sizeof(ompt_record_abstract_t));
  if (!writing) return;
  *static_cast<ompt_record_abstract_t*>(writing.content()) = {ompt_record_native_event, what,
                                                              time_of(time.begin), time_of(time.end), where};
}

void write_both(Recording& recording, const Operation& operation, Interval time, const Activity* activity) {
  const ompt_hwid_t where = activity != nullptr ? activity->stream : ompt_hwid_t{ompt_hwid_none};
  if (operation.is_kernel) {
    write_kernel(recording, operation, time);
    return write_native(recording, ompt_native_kernel_execution, operation.id,
                        activity != nullptr ? activity->name : "region", time, where);
  }
  write_data_operation(recording, operation, time);
  if (operation.moves_data())
    write_native(recording, ompt_native_data_motion_explicit, operation.id, "memcpy", time, where);
}

// On the submitting thread a request for a buffer is a call of the tool like any other; the reader's thread is
// none that the tool observes.
void write_operation(const Operation& operation, Interval time, const Activity* activity) {
  Recording* const recording = find(operation.device);
  if (recording == nullptr) return;
  if (activity != nullptr) return write_both(*recording, operation, time, activity);
  CallbackScope scope(core::this_thread());
  if (scope) write_both(*recording, operation, time, nullptr);
}

void write_other(int32_t device, const Activity& activity) {
  Recording* const recording = find(device);
  if (recording == nullptr) return;
  const bool kernel = activity.kind == Activity::Kind::kernel;
  write_native(*recording, kernel ? ompt_native_kernel_execution : ompt_native_data_motion_implicit,
               ompt_id_none, activity.name, activity.time, activity.stream);
}

constexpr tools::trace::Writer kWriter = {write_operation, write_other};

}  // namespace

Recording* recording_of(core::Device& device) {
  auto& word = device.word(core::DeviceWord::ompt5);
  // Pairs with the exchange below.
  void* known = word.load(std::memory_order_acquire);
  if (known != nullptr) return static_cast<Recording*>(known);
  void* const pages = platform::map_pages(sizeof(Recording));
  if (pages == nullptr) return nullptr;
  Recording* const made = ::new (pages) Recording;
  // Pairs with the loads above and in find().
  if (word.compare_exchange_strong(known, made, std::memory_order_acq_rel)) return made;
  platform::unmap_pages(pages, sizeof(Recording));
  return static_cast<Recording*>(known);
}

// ---- Entry points ----

ompt_set_result_t set_engine_trace_ompt(core::Device& device, bool enable, ompt_callbacks_t type) {
  const bool all = static_cast<int>(type) == 0;
  Recording* const recording = recording_of(device);
  if (recording == nullptr) return ompt_set_error;
  if (!enable || all || is_traced(type)) {
    for (const ompt_callbacks_t one : kTypes)
      if (all || one == type) recording->enable_events(uint64_t{1} << one, enable);
    tools::trace::want(device.facts.number, wanted_by(*recording));
  }
  if (!enable) return ompt_set_always;
  if (tools::trace::source_of(device.facts.number) == Source::none) return ompt_set_never;
  for (const ompt_callbacks_t one : kTypes)
    if (all || one == type) observe_for(one);
  if (all) return ompt_set_sometimes;
  return is_traced(type) ? ompt_set_always : ompt_set_never;
}

ompt_set_result_t set_engine_trace_native(core::Device& device, bool enable, int flags) {
  Recording* const recording = recording_of(device);
  if (recording == nullptr) return ompt_set_error;
  const Source source = tools::trace::source_of(device.facts.number);
  int known = 0;
  if (source == Source::cupti) known = flags & kMeasuredFlags;
  if (source == Source::calls) known = flags & kCalledFlags;
  recording->enable_native(static_cast<uint32_t>(enable ? known : flags), enable);
  tools::trace::want(device.facts.number, wanted_by(*recording));
  if (!enable) return ompt_set_always;
  if (known != 0) observe_targets();
  if (known == flags) return ompt_set_always;
  return known != 0 ? ompt_set_sometimes : ompt_set_never;
}

int start_engine_trace(core::Device& device, ompt_callback_buffer_request_t request,
                       ompt_callback_buffer_complete_t complete) {
  Recording* const recording = recording_of(device);
  const int32_t number = device.facts.number;
  if (recording == nullptr || !recording->start(number, request, complete)) return 0;
  if (begin_observing(number) && tools::trace::follow(number, kWriter, wanted_by(*recording))) return 1;
  end_observing(number);
  recording->trace.stop();
  return 0;
}

// Operations that are finished become records first, unless the tool waits inside the trace for itself.
int flush_engine_trace(core::Device& device) {
  Recording* const recording = find(device.facts.number);
  if (recording == nullptr) return 0;
  if (!recording->trace.is_own_thread()) tools::trace::flush(device.facts.number);
  return recording->trace.flush() ? 1 : 0;
}

int stop_engine_trace(core::Device& device) {
  Recording* const recording = find(device.facts.number);
  if (recording == nullptr) return 0;
  end_observing(device.facts.number);
  tools::trace::unfollow(device.facts.number);
  return recording->trace.stop() ? 1 : 0;
}

// ---- Events ----

void record_engine_target(const events::Target& event) {
  Recording* const recording = find(event.device);
  if (recording == nullptr || !tools::trace::is_followed(event.device)) return;
  const ompt_callbacks_t type = recording->enabled_of(ompt_callback_target_emi, ompt_callback_target);
  if (!recording->event_enabled(type)) return;
  const void* code = code_of(event.thread, event.return_address);
  CallbackScope scope(event.thread);
  if (!scope) return;
  const RecordHead head = {type, device_time(), event.thread.identity.id,
                           tools::trace::target_id_of(event.target_word, event.target_id)};
  write_into(*recording, head, 0, [&](auto& record, void*) {
    record.target = {target_kind_of(event.kind, event.nowait),
                     endpoint_of(event.endpoint),
                     event.device,
                     id_of(&event.task),
                     head.target,
                     code};
  });
}

void record_engine_map(const events::TargetMap& event) {
  Recording* const recording = find(event.device);
  if (recording == nullptr || !tools::trace::is_followed(event.device)) return;
  CallbackScope scope(event.thread);
  if (scope) write_map(*recording, event);
}

// ---- The end ----

void end_engine_trace(int32_t number) {
  Recording* const recording = find(number);
  if (recording == nullptr) return;
  stop_engine_trace(*core::device_with_number(number));
  recording->trace.end();
}

void end_engine_traces() {
  for (int32_t number = 0; number < policy::kMostDevices; ++number) end_engine_trace(number);
}

// Recordings of the parent process are left to it.
void forget_engine_traces_after_fork() {
  tools::trace::forget_devices_after_fork();
}

}  // namespace limpid::tools::ompt5::trace
