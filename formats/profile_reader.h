// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reader of profile files for offline programs and tests. It believes nothing in the file: sizes are checked
// against the bytes that are there, texts against their records, node parents against the nodes already seen.
// A file that breaks off (kill -9, full disk) gives everything committed before that point.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "profile.h"

namespace limpid::profile {

// One committed record: its type and all its bytes, head included.
struct RawRecord {
  RecordType type = RecordType::kEnd;
  std::span<const std::byte> bytes;
};

// Walks the records of a file image. `damaged()` tells whether it ended at something that no writer leaves
// behind.
class RecordCursor {
 public:
  RecordCursor(std::span<const std::byte> file, size_t offset) : file_(file), offset_(offset) {}

  bool next(RawRecord* out) {
    if (offset_ > file_.size() || file_.size() - offset_ < kUnit) return false;
    RecordHead head;
    std::memcpy(&head, file_.data() + offset_, sizeof head);
    if (head.type == 0 && head.units == 0) return false;
    const size_t bytes = size_t{head.units} * kUnit;
    if (head.units == 0 || bytes > file_.size() - offset_) {
      damaged_ = true;
      return false;
    }
    *out = {static_cast<RecordType>(head.type), file_.subspan(offset_, bytes)};
    offset_ += bytes;
    return true;
  }

  bool damaged() const { return damaged_; }
  size_t offset() const { return offset_; }

 private:
  std::span<const std::byte> file_;
  size_t offset_;
  bool damaged_ = false;
};

// Copies the fixed part of a record; a record shorter than the struct leaves the rest zero and answers false.
template <typename T>
bool read_fixed(const RawRecord& record, T* out) {
  std::memset(static_cast<void*>(out), 0, sizeof(T));
  std::memcpy(static_cast<void*>(out), record.bytes.data(), std::min(sizeof(T), record.bytes.size()));
  return record.bytes.size() >= sizeof(T);
}

// Text of `length` bytes at `offset`, cut to what the record holds.
inline std::string read_text(const RawRecord& record, size_t offset, size_t length) {
  if (offset >= record.bytes.size()) return {};
  length = std::min(length, record.bytes.size() - offset);
  return {reinterpret_cast<const char*>(record.bytes.data() + offset), length};
}

struct Module {
  uint32_t id = 0;
  uint64_t bias = 0, begin = 0, end = 0;
  uint64_t load_ns = 0, unload_ns = kStillThere;
  std::string build_id;  // raw bytes
  std::string path;
  uint64_t file_bytes = 0, file_modified_ns = 0;  // 0: not recorded
};

// Code in no module.
struct CodeName {
  uint64_t begin = 0, bytes = 0;
  std::string name;
};

struct Thread {
  uint32_t id = 0;
  ThreadType type = ThreadType::kUnknown;
  uint32_t os_tid = 0;
  uint64_t begin_ns = 0, end_ns = kStillThere;
};

struct Node {
  uint32_t id = 0;
  uint32_t parent = 0;  // id; 0 for the root
  NodeKind kind = NodeKind::kProgram;
  uint64_t value = 0;
  uint32_t module = 0;  // id of the module that a frame's address belongs to; 0: see Profile::find_module
};

struct Sample {
  uint32_t thread = 0;
  uint64_t time_ns = 0, weight_ns = 0;
  uint32_t node = 0;  // always a known node's id
  uint16_t state = 0, flags = 0;
  uint64_t wait_id = 0;
  uint64_t no_processor_ns = 0;  // at most weight_ns
  BlockedKind blocked = BlockedKind::kNone;
};

struct Device {
  uint32_t number = 0;
  bool measured = false;
  std::string type;
  bool timed = false;       // what it did has moments
  uint64_t lost_spans = 0;  // but so much of it has none
};

// A stretch of time; `end_ns` kStillThere if no end of it was written.
struct Interval {
  uint64_t begin_ns = 0, end_ns = kStillThere;
};

struct Phase {
  std::string name;
  Interval time;
};

// A whole profile in memory. Vectors are in file order; `nodes` is parents before children.
struct Profile {
  FileHeader header{};
  RunRecord run{};
  CountersRecord counters{};
  std::map<std::string, std::string> info;
  std::vector<std::string> notes;
  std::vector<Module> modules;
  std::vector<CodeName> code_names;  // of those that overlap the last one holds
  std::vector<Thread> threads;
  std::vector<OutsiderRecord> outsiders;
  std::vector<Node> nodes;
  std::unordered_map<uint32_t, size_t> node_index;  // id -> position in nodes
  std::vector<Sample> samples;
  std::vector<RegionRecord> regions;
  std::vector<TaskRecord> tasks;
  std::vector<BlameRecord> blames;
  std::vector<Device> devices;
  std::vector<DeviceWorkRecord> device_work;
  std::vector<DeviceSpanRecord> device_spans;
  std::vector<Interval> pauses;
  std::map<uint32_t, std::string> phase_names;
  std::vector<Phase> phases;
  bool finished = false;  // a FinishRecord was there
  FinishRecord finish{};
  uint64_t skipped = 0;  // records of unknown type, too short, or naming things that do not exist
  bool damaged = false;  // ended at bytes that no writer leaves behind

  const Node* find_node(uint32_t id) const {
    const auto it = node_index.find(id);
    return it == node_index.end() ? nullptr : &nodes[it->second];
  }
  // The module that an address in this node belongs to (for return addresses: value - 1); nullptr if there is
  // none.
  const Module* find_module(const Node& node, uint64_t address) const {
    for (const Module& m : modules) {
      if (node.module != 0 ? m.id == node.module : address >= m.begin && address < m.end) return &m;
    }
    return nullptr;
  }
  std::string text(const std::string& name) const {
    const auto it = info.find(name);
    return it == info.end() ? std::string() : it->second;
  }
  // Latest moment that the file knows of, in ns since the start.
  uint64_t end_ns() const { return finished ? finish.time_ns : counters.updated_ns; }
};

// What loads records into a Profile; one function per record type.
class ProfileBuilder {
 public:
  explicit ProfileBuilder(Profile* profile) : p_(*profile) {}

  void add(const RawRecord& record) {
    if (!take(record)) ++p_.skipped;
  }

 private:
  bool take(const RawRecord& r) {
    switch (r.type) {
      case RecordType::kPad:
        return true;
      case RecordType::kRun:
        return read_fixed(r, &p_.run);
      case RecordType::kInfo:
        return add_info(r);
      case RecordType::kModule:
        return add_module(r);
      case RecordType::kModuleFile:
        return add_module_file(r);
      case RecordType::kCodeName:
        return add_code_name(r);
      case RecordType::kThread:
        return add_thread(r);
      case RecordType::kNode:
        return add_node(r);
      case RecordType::kSample:
        return add_sample(r);
      case RecordType::kRegion:
        return add_totals(r, &p_.regions);
      case RecordType::kTask:
        return add_totals(r, &p_.tasks, kTaskBytes_1_2);
      case RecordType::kBlame:
        return add_totals(r, &p_.blames);
      case RecordType::kCounters:
        return read_fixed(r, &p_.counters) || r.bytes.size() >= kCountersBytes_1_0;
      case RecordType::kOutsider:
        return add_outsider(r);
      case RecordType::kDevice:
        return add_device(r);
      case RecordType::kDeviceWork:
        return add_totals(r, &p_.device_work);
      case RecordType::kDeviceSpan:
        return add_device_span(r);
      case RecordType::kDeviceLoss:
        return add_device_loss(r);
      case RecordType::kNote:
        return add_note(r);
      case RecordType::kPause:
        return add_pause(r);
      case RecordType::kPhaseName:
        return add_phase_name(r);
      case RecordType::kPhase:
        return add_phase(r);
      case RecordType::kFinish:
        return p_.finished = read_fixed(r, &p_.finish);
      default:
        return false;
    }
  }

  bool add_info(const RawRecord& r) {
    InfoRecord fixed;
    if (!read_fixed(r, &fixed)) return false;
    p_.info[read_text(r, sizeof fixed, fixed.name_bytes)] =
        read_text(r, sizeof fixed + size_t{fixed.name_bytes}, fixed.value_bytes);
    return true;
  }

  bool add_module(const RawRecord& r) {
    ModuleRecord fixed;
    if (!read_fixed(r, &fixed) || fixed.begin >= fixed.end) return false;
    Module m{fixed.id, fixed.bias, fixed.begin, fixed.end, fixed.load_ns, fixed.unload_ns, {}, {}, 0, 0};
    m.build_id = read_text(r, sizeof fixed, fixed.build_id_bytes);
    m.path = read_text(r, sizeof fixed + size_t{fixed.build_id_bytes}, fixed.path_bytes);
    p_.modules.push_back(std::move(m));
    return true;
  }

  bool add_module_file(const RawRecord& r) {
    ModuleFileRecord fixed;
    if (!read_fixed(r, &fixed)) return false;
    for (Module& m : p_.modules) {
      if (m.id != fixed.module) continue;
      m.file_bytes = fixed.bytes;
      m.file_modified_ns = fixed.modified_ns;
      return true;
    }
    return false;
  }

  bool add_code_name(const RawRecord& r) {
    CodeNameRecord fixed;
    if (!read_fixed(r, &fixed) || fixed.bytes == 0) return false;
    p_.code_names.push_back({fixed.begin, fixed.bytes, read_text(r, sizeof fixed, fixed.name_bytes)});
    return true;
  }

  bool add_thread(const RawRecord& r) {
    ThreadRecord fixed;
    if (!read_fixed(r, &fixed)) return false;
    p_.threads.push_back(
        {fixed.id, static_cast<ThreadType>(fixed.type), fixed.os_tid, fixed.begin_ns, fixed.end_ns});
    return true;
  }

  bool add_outsider(const RawRecord& r) {
    OutsiderRecord fixed;
    if (!read_fixed(r, &fixed) && r.bytes.size() < kOutsiderBytes_1_1) return false;
    fixed.name[sizeof fixed.name - 1] = '\0';
    p_.outsiders.push_back(fixed);
    return true;
  }

  bool add_device(const RawRecord& r) {
    DeviceRecord fixed;
    if (!read_fixed(r, &fixed)) return false;
    const auto knows = [&](DeviceKnown what) { return (fixed.known & static_cast<uint32_t>(what)) != 0; };
    p_.devices.push_back({fixed.number, knows(DeviceKnown::kTotals),
                          read_text(r, sizeof fixed, fixed.type_bytes), knows(DeviceKnown::kMoments), 0});
    return true;
  }

  bool add_device_span(const RawRecord& r) {
    DeviceSpanRecord fixed;
    if (!read_fixed(r, &fixed) && r.bytes.size() < kKernelSpanBytes) return false;
    if (fixed.end_ns < fixed.begin_ns || !p_.node_index.contains(fixed.node)) return false;
    p_.device_spans.push_back(fixed);
    return true;
  }

  bool add_device_loss(const RawRecord& r) {
    DeviceLossRecord fixed;
    if (!read_fixed(r, &fixed)) return false;
    for (Device& device : p_.devices) {
      if (device.number != fixed.device) continue;
      device.lost_spans = fixed.spans;
      return true;
    }
    return false;
  }

  bool add_node(const RawRecord& r) {
    NodeRecord fixed;
    if (!read_fixed(r, &fixed) || fixed.id == 0 || p_.node_index.contains(fixed.id)) return false;
    const bool root = fixed.parent == 0;
    if (root != p_.nodes.empty() || (!root && !p_.node_index.contains(fixed.parent))) return false;
    p_.node_index[fixed.id] = p_.nodes.size();
    const auto kind = static_cast<NodeKind>(fixed.kind & ((1u << kNodeKindBits) - 1));
    p_.nodes.push_back({fixed.id, fixed.parent, kind, fixed.value, fixed.kind >> kNodeKindBits});
    return true;
  }

  bool add_sample(const RawRecord& r) {
    SampleRecord fixed;
    if (!read_fixed(r, &fixed) || !p_.node_index.contains(fixed.node)) return false;
    uint64_t tail[2] = {};  // wait id, time without a processor
    std::memcpy(tail, r.bytes.data() + sizeof fixed, std::min(sizeof tail, r.bytes.size() - sizeof fixed));
    const auto flags = static_cast<uint16_t>(fixed.flags & ((1u << kBlockedShift) - 1));
    p_.samples.push_back({fixed.thread, fixed.time_ns, fixed.weight_ns, fixed.node, fixed.state, flags,
                          tail[0], std::min(tail[1], fixed.weight_ns),
                          static_cast<BlockedKind>(fixed.flags >> kBlockedShift)});
    return true;
  }

  template <typename Totals>
  bool add_totals(const RawRecord& r, std::vector<Totals>* out, size_t least = sizeof(Totals)) {
    Totals fixed;
    if ((!read_fixed(r, &fixed) && r.bytes.size() < least) || !p_.node_index.contains(fixed.node))
      return false;
    out->push_back(fixed);
    return true;
  }

  bool add_note(const RawRecord& r) {
    NoteRecord fixed;
    if (!read_fixed(r, &fixed)) return false;
    p_.notes.push_back(read_text(r, sizeof fixed, fixed.text_bytes));
    return true;
  }

  bool add_pause(const RawRecord& r) {
    PauseRecord fixed;
    if (!read_fixed(r, &fixed) || fixed.end_ns < fixed.begin_ns) return false;
    // In their order, or something is wrong with them.
    if (!p_.pauses.empty() && p_.pauses.back().end_ns > fixed.begin_ns) return false;
    p_.pauses.push_back({fixed.begin_ns, fixed.end_ns});
    return true;
  }

  bool add_phase_name(const RawRecord& r) {
    PhaseNameRecord fixed;
    if (!read_fixed(r, &fixed) || fixed.id == 0) return false;
    return p_.phase_names.emplace(fixed.id, read_text(r, sizeof fixed, fixed.name_bytes)).second;
  }

  bool add_phase(const RawRecord& r) {
    PhaseRecord fixed;
    if (!read_fixed(r, &fixed) || fixed.end_ns < fixed.begin_ns) return false;
    const auto name = p_.phase_names.find(fixed.name);
    if (name == p_.phase_names.end()) return false;
    p_.phases.push_back({name->second, {fixed.begin_ns, fixed.end_ns}});
    return true;
  }

  Profile& p_;
};

// Which records to take. Of a file that is looked at twice, the first look may need a few only.
using Wanted = bool (*)(RecordType);
inline bool take_all(RecordType) {
  return true;
}

// Parses a file image. Answers false, with one sentence in *error, only if this is no profile of a known
// version.
inline bool parse_profile(std::span<const std::byte> file, Profile* profile, std::string* error,
                          Wanted wanted = take_all) {
  *profile = {};
  if (file.size() < sizeof(FileHeader)) {
    *error = "too short to be a Limpid profile (" + std::to_string(file.size()) + " bytes)";
    return false;
  }
  std::memcpy(&profile->header, file.data(), sizeof(FileHeader));
  const FileHeader& h = profile->header;
  if (h.magic != kMagic) {
    *error = "not a Limpid profile";
    return false;
  }
  if (h.version_major != kVersionMajor) {
    *error = "profile format " + std::to_string(h.version_major) + "; this program reads format " +
             std::to_string(kVersionMajor);
    return false;
  }
  if (h.header_bytes < sizeof(FileHeader) || h.header_bytes % kUnit != 0 || h.header_bytes > file.size()) {
    *error = "damaged header";
    return false;
  }
  RecordCursor cursor(file, h.header_bytes);
  ProfileBuilder builder(profile);
  for (RawRecord record; cursor.next(&record);) {
    if (wanted(record.type)) builder.add(record);
  }
  profile->damaged = cursor.damaged();
  return true;
}

inline bool read_profile(const std::string& path, Profile* profile, std::string* error,
                         Wanted wanted = take_all) {
  std::FILE* f = std::fopen(path.c_str(), "rb");
  if (f == nullptr) {
    *error = "cannot open: " + std::string(std::strerror(errno));
    return false;
  }
  std::vector<std::byte> bytes;
  std::byte block[1 << 16];
  for (size_t n; (n = std::fread(block, 1, sizeof block, f)) > 0;)
    bytes.insert(bytes.end(), block, block + n);
  const bool failed = std::ferror(f) != 0;
  std::fclose(f);
  if (failed) {
    *error = "cannot read: " + std::string(std::strerror(errno));
    return false;
  }
  return parse_profile(bytes, profile, error, wanted);
}

}  // namespace limpid::profile
