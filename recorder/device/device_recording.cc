// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/device_recording.h"

#include <atomic>

#include "ompt_link.h"
#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

using Kind = ConstructTotals::Kind;

constexpr int kMostDevices = 16;  // as totals can tell apart
constexpr size_t kBufferBytes = size_t{64} << 10;

// What is needed to read a device's records.
struct Device {
  ompt_device_t* handle = nullptr;
  ompt_advance_buffer_cursor_t advance = nullptr;
  ompt_get_record_ompt_t record = nullptr;
};
constinit Device g_devices[kMostDevices] = {};
constinit ompt_get_num_devices_t g_count = nullptr;
constinit std::atomic<bool> g_traced{false};

Kind kind_of(ompt_target_data_op_t operation) {
  switch (operation) {
    case ompt_target_data_transfer_to_device:
    case ompt_target_data_transfer_to_device_async:
      return Kind::kToDevice;
    case ompt_target_data_transfer_from_device:
    case ompt_target_data_transfer_from_device_async:
      return Kind::kFromDevice;
    default:
      return Kind::kMemory;
  }
}

// The construct's word holds its context; what belongs to no construct hangs at the root.
void add(uint64_t target, int device, Kind kind, uint64_t begin, uint64_t end, uint64_t bytes) {
  const NodeId node = node_of(target);
  ConstructTotals* const totals =
      Session::get().totals.find(node != kNoNode ? node : kProgramNode, kind, static_cast<uint32_t>(device));
  if (totals != nullptr) totals->add_device_work(end > begin ? end - begin : 0, bytes);
}

void add_record(int device, const ompt_record_ompt_t& record) {
  if (record.type == ompt_callback_target_submit_emi) {
    add(record.target_id, device, Kind::kKernel, record.time, record.record.target_kernel.end_time, 0);
  } else if (record.type == ompt_callback_target_data_op_emi) {
    const ompt_record_target_data_op_t& operation = record.record.target_data_op;
    add(record.target_id, device, kind_of(operation.optype), record.time, operation.end_time,
        operation.bytes);
  }
}

void on_request(int, ompt_buffer_t** buffer, size_t* bytes) {
  *buffer = map_pages(kBufferBytes);
  *bytes = *buffer != nullptr ? kBufferBytes : 0;
}

void on_complete(int number, ompt_buffer_t* buffer, size_t bytes, ompt_buffer_cursor_t at, int) {
  const Device& device = g_devices[number];
  if (bytes > 0) {
    do {
      if (const ompt_record_ompt_t* record = device.record(buffer, at)) add_record(number, *record);
    } while (device.advance(device.handle, buffer, bytes, at, &at) != 0);
  }
  munmap(buffer, kBufferBytes);
}

template <typename Function>
bool find(ompt_function_lookup_t lookup, const char* name, Function& function) {
  function = lookup != nullptr ? reinterpret_cast<Function>(lookup(name)) : nullptr;
  return function != nullptr;
}

bool start(Device& device, ompt_device_t* handle, ompt_function_lookup_t lookup) {
  ompt_set_trace_ompt_t set = nullptr;
  ompt_start_trace_t start_trace = nullptr;
  const bool found = find(lookup, "ompt_set_trace_ompt", set) &&
                     find(lookup, "ompt_start_trace", start_trace) &&
                     find(lookup, "ompt_advance_buffer_cursor", device.advance) &&
                     find(lookup, "ompt_get_record_ompt", device.record);
  if (!found) return false;
  device.handle = handle;
  for (const unsigned type : {ompt_callback_target_submit_emi, ompt_callback_target_data_op_emi})
    if (set(handle, 1, type) != ompt_set_always) return false;
  return start_trace(handle, on_request, on_complete) != 0;
}

}  // namespace

void find_devices(ompt_function_lookup_t lookup) {
  find(lookup, "ompt_get_num_devices", g_count);
}

bool devices_are_traced() {
  return g_traced.load(std::memory_order_relaxed);
}

void on_device_initialize(int number, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                          const char*) {
  if (g_count == nullptr || number < 0 || number >= g_count() || number >= kMostDevices) return;
  Session& session = Session::get();
  if (!session.active()) return;
  const bool traced = start(g_devices[number], handle, lookup);
  if (traced) g_traced.store(true, std::memory_order_relaxed);
  session.lock_file();
  session.writer.device(static_cast<uint32_t>(number), traced, type != nullptr ? type : "");
  session.unlock_file();
}

}  // namespace limpid::recorder
