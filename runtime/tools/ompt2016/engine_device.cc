// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the records of engines' devices, and answers the functions for them.
#include "tools/ompt2016/engine_device.h"

#include "core/device/policy.h"
#include "platform/memory.h"
#include "tools/ompt2016/data_operation.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"
#include "tools/trace/device/device_trace.h"

namespace limpid::tools::ompt2016 {
namespace {

using tools::trace::Activity;
using tools::trace::Interval;
using tools::trace::Operation;

tools::trace::Wanted wanted_by(const Recording& recording) {
  return {
      recording.is_enabled(ompt_event_target_submit) ||
          recording.is_native_enabled(ompt_native_kernel_execution),
      recording.is_enabled(ompt_event_target_data) ||
          recording.is_native_enabled(ompt_native_data_motion_explicit | ompt_native_data_motion_implicit)};
}

// The recording, if the device has one.
Recording* find(int32_t number) {
  core::Device* const device = core::device_with_number(number);
  if (device == nullptr) return nullptr;
  // Pairs with the exchange in recording_of().
  return static_cast<Recording*>(device->word(core::DeviceWord::ompt2016).load(std::memory_order_acquire));
}

ompt_record_ompt_t record_of(const Operation& operation, Interval time) {
  const auto end = static_cast<ompt_target_time_t>(time.end);
  ompt_record_ompt_t record = {};
  record.type = operation.is_kernel ? ompt_event_target_submit : ompt_event_target_data;
  record.time = static_cast<ompt_target_time_t>(time.begin);
  record.thread_id = operation.thread;
  record.target_id = operation.target;
  if (operation.is_kernel) {
    record.record.kernel = {operation.id, operation.teams, end};
  } else {
    const DataOperation data = decode(operation.kind, operation.source, operation.destination);
    record.record.data = {operation.id, data.type, data.host, data.device, operation.bytes, end};
  }
  return record;
}

void write_native(Recording& recording, ompt_native_mon_flags_t kind, ompt_target_id_t operation,
                  const char* what, Interval time, const Activity* activity) {
  const uint64_t where =
      activity != nullptr ? uint64_t{activity->stream} : static_cast<uint64_t>(ompt_hwid_none);
  recording.write_native(kind, operation,
                         {ompt_record_native_class_event, what, static_cast<ompt_target_time_t>(time.begin),
                          static_cast<ompt_target_time_t>(time.end), where});
}

// The report has no associations.
void write_operation(const Operation& operation, Interval time, const Activity* activity) {
  Recording* const recording = find(operation.device);
  if (recording == nullptr) return;
  if (operation.is_kernel || !is_association(operation.kind)) recording->write(record_of(operation, time));
  if (operation.is_kernel)
    write_native(*recording, ompt_native_kernel_execution, operation.id,
                 activity != nullptr ? activity->name : "region", time, activity);
  else if (operation.moves_data())
    write_native(*recording, ompt_native_data_motion_explicit, operation.id, "memcpy", time, activity);
}

void write_other(int32_t device, const Activity& activity) {
  Recording* const recording = find(device);
  if (recording == nullptr) return;
  const bool kernel = activity.kind == Activity::Kind::kernel;
  write_native(*recording, kernel ? ompt_native_kernel_execution : ompt_native_data_motion_implicit, 0,
               activity.name, activity.time, &activity);
}

constexpr tools::trace::Writer kWriter = {write_operation, write_other};

}  // namespace

Recording* recording_of(core::Device& device) {
  auto& word = device.word(core::DeviceWord::ompt2016);
  // Pairs with the exchange below.
  void* known = word.load(std::memory_order_acquire);
  if (known != nullptr) return static_cast<Recording*>(known);
  Recording* const made = Recording::make();
  // Pairs with the loads above and in find().
  if (made == nullptr || word.compare_exchange_strong(known, made, std::memory_order_acq_rel)) return made;
  platform::unmap_pages(made, sizeof *made);
  return static_cast<Recording*>(known);
}

bool start_engine_trace(core::Device& device, ompt_target_buffer_request_callback_t request,
                        ompt_target_buffer_complete_callback_t complete) {
  Recording* const recording = recording_of(device);
  const int32_t number = device.facts.number;
  if (recording == nullptr || !recording->start(number, request, complete)) return false;
  if (tools::trace::follow(number, kWriter, wanted_by(*recording))) return true;
  recording->trace.stop();
  return false;
}

void follow_what_is_enabled(const core::Device& device) {
  const Recording* const recording = find(device.facts.number);
  if (recording != nullptr) tools::trace::want(device.facts.number, wanted_by(*recording));
}

// The trace's own thread, in the tool's callback, must not wait for records that wait for this thread.
bool stop_engine_trace(core::Device& device) {
  Recording* const recording = find(device.facts.number);
  if (recording == nullptr) return false;
  tools::trace::unfollow(device.facts.number, !recording->trace.is_own_thread());
  return recording->trace.stop();
}

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

void on_device_end(const void* what) {
  end_engine_trace(static_cast<const events::DeviceEnd*>(what)->device);
}

}  // namespace limpid::tools::ompt2016
