// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/device_recording.h"

#include <atomic>

#include "device/device_clock.h"
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
  DeviceClock clock;
  bool timed = false;  // by that clock
};
constinit Device g_devices[kMostDevices] = {};
constinit ompt_get_num_devices_t g_count = nullptr;
constinit std::atomic<bool> g_traced{false};
constinit std::atomic<uint32_t> g_known{0};  // devices, a bit for each

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

// As the writer has it, of one of the kinds from kKernel on.
profile::DeviceWork work_of(Kind kind) {
  return static_cast<profile::DeviceWork>(static_cast<uint32_t>(kind) - static_cast<uint32_t>(Kind::kKernel) +
                                          static_cast<uint32_t>(profile::DeviceWork::kKernel));
}

struct Work {
  Kind kind = Kind::kKernel;
  ompt_device_time_t begin = 0, end = 0;
  uint64_t bytes = 0;
  const void* host_address = nullptr;
};

// The construct's word holds its context; what belongs to no construct hangs at the root. The file is the caller's.
void add(uint64_t target, int number, const Work& work) {
  const NodeId known = node_of(target);
  const NodeId node = known != kNoNode ? known : kProgramNode;
  const auto device = static_cast<uint32_t>(number);
  Session& session = Session::get();
  ConstructTotals* const totals = session.totals.find(node, work.kind, device);
  if (totals == nullptr) return;
  const DeviceClock& clock = g_devices[number].clock;
  const uint64_t begin = clock.host_ns(work.begin);
  const uint64_t end = work.end > work.begin ? clock.host_ns(work.end) : begin;
  totals->add_device_work(end - begin, work.bytes);
  if (!g_devices[number].timed) return;
  session.writer.device_span({node, device, work_of(work.kind), begin, end, work.bytes,
                              reinterpret_cast<uint64_t>(work.host_address)});
}

void add_record(int device, const ompt_record_ompt_t& record) {
  if (record.type == ompt_callback_target_submit_emi) {
    add(record.target_id, device,
        {Kind::kKernel, record.time, record.record.target_kernel.end_time, 0, nullptr});
  } else if (record.type == ompt_callback_target_data_op_emi) {
    const ompt_record_target_data_op_t& operation = record.record.target_data_op;
    const Kind kind = kind_of(operation.optype);
    const void* const host = kind == Kind::kFromDevice ? operation.dest_addr : operation.src_addr;
    add(record.target_id, device, {kind, record.time, operation.end_time, operation.bytes, host});
  }
}

void on_request(int, ompt_buffer_t** buffer, size_t* bytes) {
  *buffer = map_pages(kBufferBytes);
  *bytes = *buffer != nullptr ? kBufferBytes : 0;
}

void on_complete(int number, ompt_buffer_t* buffer, size_t bytes, ompt_buffer_cursor_t at, int) {
  const Device& device = g_devices[number];
  if (bytes > 0) {
    Session& session = Session::get();
    session.lock_file();
    do {
      if (const ompt_record_ompt_t* record = device.record(buffer, at)) add_record(number, *record);
    } while (device.advance(device.handle, buffer, bytes, at, &at) != 0);
    session.unlock_file();
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
  device.timed = device.clock.start(handle, lookup);
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

bool is_engine_device(int number) {
  return number >= 0 && number < kMostDevices && (g_known.load(std::memory_order_relaxed) >> number & 1) != 0;
}

void add_construct(NodeId node, int device, uint64_t ns) {
  ConstructTotals* const totals =
      Session::get().totals.find(node, Kind::kConstruct, static_cast<uint32_t>(device));
  if (totals != nullptr) totals->add_device_work(ns, 0);
}

void on_device_initialize(int number, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                          const char*) {
  if (g_count == nullptr || number < 0 || number >= g_count() || number >= kMostDevices) return;
  Session& session = Session::get();
  if (!session.active()) return;
  const bool traced = start(g_devices[number], handle, lookup);
  if (traced) g_traced.store(true, std::memory_order_relaxed);
  g_known.fetch_or(1u << number, std::memory_order_relaxed);
  using Known = profile::DeviceKnown;
  uint32_t known = traced ? static_cast<uint32_t>(Known::kTotals) : 0;
  if (traced && g_devices[number].timed) known |= static_cast<uint32_t>(Known::kMoments);
  session.lock_file();
  session.writer.device(static_cast<uint32_t>(number), known, type != nullptr ? type : "");
  session.unlock_file();
}

}  // namespace limpid::recorder
