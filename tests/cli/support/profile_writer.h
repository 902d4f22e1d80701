// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "profile.h"

namespace limpid::test {

inline constexpr uint64_t kMs = 1'000'000;

// Writes profile files for tests, record by record, as formats/profile.h describes them.
class ProfileWriter {
 public:
  // When it began, by the clock on the wall.
  explicit ProfileWriter(uint64_t start_ms = 0) {
    profile::FileHeader header{};
    header.start_realtime_ns = start_ms * kMs;
    header.magic = profile::kMagic;
    header.version_major = profile::kVersionMajor;
    header.version_minor = profile::kVersionMinor;
    header.header_bytes = sizeof header;
    append(&header, sizeof header);
  }

  void run(uint32_t pid, int32_t rank = -1, bool connected = true, uint32_t processors = 0) {
    profile::RunRecord record{};
    record.pid = pid;
    record.mpi_rank = rank;
    record.processors = processors;
    record.engine = static_cast<uint32_t>(profile::SamplingEngine::kElapsed);
    record.requested_mhz = 200'000;
    record.runtime_connected_ns = connected ? kMs : 0;
    put(profile::RecordType::kRun, record);
  }

  void info(const std::string& name, const std::string& value) {
    profile::InfoRecord record{};
    record.name_bytes = static_cast<uint32_t>(name.size());
    record.value_bytes = static_cast<uint32_t>(value.size());
    put(profile::RecordType::kInfo, record, name + value);
  }

  void module(uint64_t bias, uint64_t begin, uint64_t end, const std::string& path,
              const std::string& build_id = "") {
    profile::ModuleRecord record{};
    record.id = ++modules_;
    record.bias = bias;
    record.begin = begin;
    record.end = end;
    record.unload_ns = profile::kStillThere;
    record.build_id_bytes = static_cast<uint32_t>(build_id.size());
    record.path_bytes = static_cast<uint32_t>(path.size());
    put(profile::RecordType::kModule, record, build_id + path);
  }

  void code_name(uint64_t begin, uint64_t bytes, const std::string& name) {
    profile::CodeNameRecord record{};
    record.name_bytes = static_cast<uint32_t>(name.size());
    record.begin = begin;
    record.bytes = bytes;
    put(profile::RecordType::kCodeName, record, name);
  }

  void thread(uint32_t id, profile::ThreadType type, uint64_t begin_ms, uint64_t end_ms) {
    profile::ThreadRecord record{};
    record.id = id;
    record.type = static_cast<uint32_t>(type);
    record.begin_ns = begin_ms * kMs;
    record.end_ns = end_ms * kMs;
    put(profile::RecordType::kThread, record);
  }

  // Answers the new node's id.
  uint32_t node(uint32_t parent, profile::NodeKind kind, uint64_t value = 0) {
    profile::NodeRecord record{};
    record.id = ++nodes_;
    record.parent = parent;
    record.kind = static_cast<uint32_t>(kind);
    record.value = value;
    put(profile::RecordType::kNode, record);
    return record.id;
  }

  void sample(uint32_t thread, uint32_t node, uint16_t state, uint64_t time_ms, uint64_t weight_ms) {
    profile::SampleRecord record{};
    record.thread = thread;
    record.node = node;
    record.state = state;
    record.time_ns = time_ms * kMs;
    record.weight_ns = weight_ms * kMs;
    put(profile::RecordType::kSample, record);
  }

  // A sample of a thread that waited for something.
  void sample_waiting(uint32_t thread, uint32_t node, uint16_t state, uint64_t time_ms, uint64_t weight_ms,
                      uint64_t wait_id) {
    profile::SampleRecord record{};
    record.thread = thread;
    record.node = node;
    record.state = state;
    record.time_ns = time_ms * kMs;
    record.weight_ns = weight_ms * kMs;
    put(profile::RecordType::kSample, record,
        std::string(reinterpret_cast<const char*>(&wait_id), sizeof wait_id));
  }

  // A sample of a thread that was blocked, or (kNone) without a processor for a part of the time.
  void sample_off(uint32_t thread, uint32_t node, uint16_t state, uint64_t time_ms, uint64_t weight_ms,
                  profile::BlockedKind kind, uint64_t no_processor_ms = 0) {
    profile::SampleRecord record{};
    record.thread = thread;
    record.node = node;
    record.state = state;
    record.time_ns = time_ms * kMs;
    record.weight_ns = weight_ms * kMs;
    bool blocked = kind != profile::BlockedKind::kNone;
    unsigned flags = blocked ? static_cast<unsigned>(profile::SampleFlag::kBlocked) : 0;
    record.flags = static_cast<uint16_t>(flags | static_cast<unsigned>(kind) << profile::kBlockedShift);
    uint64_t tail[2] = {0, no_processor_ms * kMs};
    put(profile::RecordType::kSample, record,
        blocked ? "" : std::string(reinterpret_cast<const char*>(tail), sizeof tail));
  }

  void outsider(uint32_t tid, const std::string& name, uint64_t run_ms) {
    profile::OutsiderRecord record{};
    record.os_tid = tid;
    record.run_ns = run_ms * kMs;
    name.copy(record.name, sizeof record.name - 1);
    put(profile::RecordType::kOutsider, record);
  }

  // One whose samples are those of a thread.
  void sampled_outsider(uint32_t thread, const std::string& name, uint64_t life_ms, uint64_t run_ms) {
    profile::OutsiderRecord record{};
    record.os_tid = 100 + thread;
    record.end_ns = life_ms * kMs;
    record.run_ns = run_ms * kMs;
    record.sampled = 1;
    record.thread = thread;
    name.copy(record.name, sizeof record.name - 1);
    put(profile::RecordType::kOutsider, record);
  }

  void region(uint32_t node, uint64_t count, uint64_t elapsed_ms, uint32_t team) {
    profile::RegionRecord record{};
    record.node = node;
    record.count = count;
    record.elapsed_ns = elapsed_ms * kMs;
    record.capacity_ns = elapsed_ms * kMs * team;
    record.actual_size = record.smallest_size = record.largest_size = team;
    put(profile::RecordType::kRegion, record);
  }

  void task(uint32_t node, uint64_t count, uint64_t missed = 0) {
    profile::TaskRecord record{};
    record.node = node;
    record.count = count;
    record.missed = missed;
    put(profile::RecordType::kTask, record);
  }

  void blame(uint32_t node, uint32_t kind, uint64_t wait_ms, uint64_t count) {
    profile::BlameRecord record{};
    record.node = node;
    record.kind = kind;
    record.wait_ns = wait_ms * kMs;
    record.count = count;
    put(profile::RecordType::kBlame, record);
  }

  void pause(uint64_t begin_ms, uint64_t end_ms) {
    profile::PauseRecord record{};
    record.begin_ns = begin_ms * kMs;
    record.end_ns = end_ms * kMs;
    put(profile::RecordType::kPause, record);
  }

  void phase_name(uint32_t id, const std::string& name) {
    profile::PhaseNameRecord record{};
    record.id = id;
    record.name_bytes = static_cast<uint32_t>(name.size());
    put(profile::RecordType::kPhaseName, record, name);
  }

  void phase(uint32_t name, uint64_t begin_ms, uint64_t end_ms) {
    profile::PhaseRecord record{};
    record.name = name;
    record.begin_ns = begin_ms * kMs;
    record.end_ns = end_ms * kMs;
    put(profile::RecordType::kPhase, record);
  }

  // `known`: bits of DeviceKnown.
  void device(uint32_t number, const std::string& type, uint32_t known) {
    profile::DeviceRecord record{};
    record.number = number;
    record.known = known;
    record.type_bytes = static_cast<uint32_t>(type.size());
    put(profile::RecordType::kDevice, record, type);
  }

  void device_work(uint32_t node, uint32_t device, profile::DeviceWork work, uint64_t count, uint64_t busy_ms,
                   uint64_t bytes = 0) {
    profile::DeviceWorkRecord record{};
    record.node = node;
    record.device = device;
    record.work = static_cast<uint32_t>(work);
    record.count = count;
    record.busy_ns = busy_ms * kMs;
    record.bytes = bytes;
    put(profile::RecordType::kDeviceWork, record);
  }

  void device_span(uint32_t node, uint32_t device, profile::DeviceWork work, uint64_t begin_ms,
                   uint64_t end_ms, uint64_t bytes = 0, uint64_t host_address = 0) {
    profile::DeviceSpanRecord record{};
    record.node = node;
    record.device = static_cast<uint16_t>(device);
    record.work = static_cast<uint16_t>(work);
    record.begin_ns = begin_ms * kMs;
    record.end_ns = end_ms * kMs;
    record.bytes = bytes;
    record.host_address = host_address;
    put(profile::RecordType::kDeviceSpan, record);
  }

  void device_loss(uint32_t device, uint64_t spans) {
    profile::DeviceLossRecord record{};
    record.device = device;
    record.spans = spans;
    put(profile::RecordType::kDeviceLoss, record);
  }

  void counters(uint64_t samples, uint64_t lost, uint64_t limited_ms = 0, uint64_t delivery_ms = 0) {
    profile::CountersRecord record{};
    record.limited_ns = limited_ms * kMs;
    record.delivery_ns = delivery_ms * kMs;
    record.samples = samples;
    record.lost = lost;
    put(profile::RecordType::kCounters, record);
  }

  void note(const std::string& text) {
    profile::NoteRecord record{};
    record.text_bytes = static_cast<uint32_t>(text.size());
    put(profile::RecordType::kNote, record, text);
  }

  void finish(uint64_t time_ms, profile::FinishReason reason = profile::FinishReason::kExit) {
    profile::FinishRecord record{};
    record.reason = static_cast<uint32_t>(reason);
    record.time_ns = time_ms * kMs;
    put(profile::RecordType::kFinish, record);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void append(const void* data, size_t size) { bytes_.append(static_cast<const char*>(data), size); }

  template <typename Record>
  void put(profile::RecordType type, Record record, const std::string& tail = "") {
    size_t size = sizeof record + tail.size();
    size_t units = (size + profile::kUnit - 1) / profile::kUnit;
    record.head.type = static_cast<uint16_t>(type);
    record.head.units = static_cast<uint16_t>(units);
    append(&record, sizeof record);
    bytes_ += tail;
    bytes_.append(units * profile::kUnit - size, '\0');
  }

  std::string bytes_;
  uint32_t nodes_ = 0;
  uint32_t modules_ = 0;
};

}  // namespace limpid::test
