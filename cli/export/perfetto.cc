// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// https://github.com/google/perfetto/tree/main/protos/perfetto/trace; the numbers are those of its fields.
#include <fmt/format.h>

#include <map>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <unordered_map>

#include "base/style.h"
#include "export/device_tracks.h"
#include "export/frame_name.h"
#include "export/slices.h"
#include "export/trace_writer.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;
using protozero::pbf_writer;

constexpr uint32_t kPacket = 1;  // of Trace
enum PacketField : uint32_t {
  kTimestamp = 8,
  kSequence = 10,
  kEvent = 11,
  kInterned = 12,
  kFlags = 13,
  kTrack = 60
};
enum TrackField : uint32_t { kUuid = 1, kTrackName = 2, kProcess = 3, kThread = 4, kParent = 5 };
enum EventField : uint32_t {
  kCategory = 3,
  kAnnotation = 4,
  kType = 9,
  kName = 10,
  kTrackUuid = 11,
  kSourceLocation = 34
};
enum InternedField : uint32_t { kCategories = 1, kNames = 2, kSourceLocations = 4 };
enum Flag : uint32_t { kStateCleared = 1, kNeedsState = 2 };
enum Type : int32_t { kBegin = 1, kEnd = 2 };
constexpr uint32_t kOnlySequence = 1;

constexpr uint64_t kFirstThread = uint64_t{1} << 32;  // of the tracks' numbers
constexpr uint64_t kFirstDevice = uint64_t{1} << 48;
constexpr uint64_t kFirstWork = 1000;  // of the categories' numbers
constexpr uint64_t kFirstPiece = 2000;
constexpr size_t kAtOnce = 1 << 20;  // bytes to be written

// What a slice is called, and where it is; line 0: nowhere.
struct Called {
  uint64_t category;
  std::string_view category_name;
  std::string name;
  const Tree::Key& place;
};

// What a level is by the events: the program's code, waiting, the runtime's code, or not known.
std::string_view category_name(tracing::PieceKind kind) {
  switch (kind) {
    case tracing::PieceKind::kWork:
      return "work";
    case tracing::PieceKind::kFork:
    case tracing::PieceKind::kStart:
      return "runtime";
    case tracing::PieceKind::kUnknown:
      return "unknown";
    default:
      return "wait";
  }
}

class PerfettoWriter : public EventWriter {
 public:
  explicit PerfettoWriter(std::function<void(std::string_view)> write)
      : write_(std::move(write)), trace_(bytes_) {}

  void add(const analysis::Timeline& timeline, const analysis::Analysis& so_far) override {
    add_process(so_far);
    for (; threads_ < so_far.threads.size(); ++threads_) add_thread(so_far.threads[threads_]);
    walk_slices(timeline, so_far.tree, [&](const Step& step) { add_step(step, so_far.tree); });
    for (const analysis::DeviceRow& device : timeline.devices) add_device(device);
    flush();
  }

  // Interned by a packet of its own.
  uint32_t add_slice_name(tracing::PieceKind kind, const std::string& name, const Tree::Key& place) override {
    const uint64_t category = kFirstPiece + static_cast<uint64_t>(kind);
    pbf_writer packet(trace_, kPacket);
    finish_packet(packet);
    const uint64_t number = intern(packet, {category, category_name(kind), name, place});
    slice_names_.push_back({category, number, !place.file.empty()});
    return static_cast<uint32_t>(slice_names_.size() - 1);
  }

  void enter(size_t thread, uint64_t time_ns, uint32_t name) override {
    const SliceName& called = slice_names_[name];
    pbf_writer packet(trace_, kPacket);
    packet.add_uint64(kTimestamp, time_ns);
    finish_packet(packet);
    pbf_writer event(packet, kEvent);
    event.add_int32(kType, kBegin);
    event.add_uint64(kTrackUuid, thread_uuid(thread));
    event.add_uint64(kCategory, called.category);
    event.add_uint64(kName, called.name);
    if (called.placed) event.add_uint64(kSourceLocation, called.name);
  }

  void leave(size_t thread, uint64_t time_ns) override {
    add_end(thread_uuid(thread), time_ns);
    if (bytes_.size() > kAtOnce) flush();
  }

  void finish(const analysis::Analysis&) override { flush(); }

 private:
  struct SliceName {
    uint64_t category;
    uint64_t name;
    bool placed;
  };

  void flush() {
    write_(bytes_);
    bytes_.clear();
  }

  static uint64_t process_uuid(size_t process) { return 1 + process; }
  static uint64_t thread_uuid(size_t thread) { return kFirstThread + thread; }

  void add_step(const Step& step, const Tree& tree) {
    const Tree::Key& key = tree.at(step.node).key;
    pbf_writer packet(trace_, kPacket);
    packet.add_uint64(kTimestamp, step.time_ns);
    finish_packet(packet);
    if (step.enters) intern(packet, step.node, key);
    pbf_writer event(packet, kEvent);
    event.add_int32(kType, step.enters ? kBegin : kEnd);
    event.add_uint64(kTrackUuid, thread_uuid(step.thread));
    if (!step.enters) return;
    event.add_uint64(kCategory, static_cast<uint64_t>(key.kind) + 1);
    event.add_uint64(kName, name_of_node_.at(step.node));
    if (!key.file.empty()) event.add_uint64(kSourceLocation, name_of_node_.at(step.node));
  }

  void add_track(uint64_t uuid, uint64_t parent, const std::string& name) {
    pbf_writer packet(trace_, kPacket);
    finish_packet(packet);
    pbf_writer track(packet, kTrack);
    track.add_uint64(kUuid, uuid);
    track.add_string(kTrackName, name);
    track.add_uint64(kParent, parent);
  }

  void add_device(const analysis::DeviceRow& device) {
    const std::vector<DeviceTrack> tracks = device_tracks(device);
    if (tracks.empty()) return;
    const uint64_t parent = device_tracks_++;
    add_track(parent, process_uuid(device.process), device_name(device));
    for (const DeviceTrack& track : tracks) {
      const uint64_t uuid = device_tracks_++;
      add_track(uuid, parent, track.name);
      for (const analysis::DeviceSpan* span : track.spans) {
        add_begin(uuid, device, *span);
        add_end(uuid, span->end_ns);
      }
    }
  }

  void add_begin(uint64_t uuid, const analysis::DeviceRow& device, const analysis::DeviceSpan& span) {
    const Tree::Key& place = device.places[span.place];
    pbf_writer packet(trace_, kPacket);
    packet.add_uint64(kTimestamp, span.begin_ns);
    finish_packet(packet);
    const uint64_t category = kFirstWork + static_cast<uint64_t>(span.work);
    const uint64_t name =
        intern(packet, {category, analysis::device_work_name(span.work), span_name(device, span), place});
    pbf_writer event(packet, kEvent);
    event.add_int32(kType, kBegin);
    event.add_uint64(kTrackUuid, uuid);
    event.add_uint64(kCategory, category);
    event.add_uint64(kName, name);
    if (!place.file.empty()) event.add_uint64(kSourceLocation, name);
    if (span.bytes == 0) return;
    pbf_writer annotation(event, kAnnotation);
    annotation.add_uint64(3, span.bytes);
    annotation.add_string(10, "bytes");
  }

  void add_end(uint64_t uuid, uint64_t time_ns) {
    pbf_writer packet(trace_, kPacket);
    packet.add_uint64(kTimestamp, time_ns);
    finish_packet(packet);
    pbf_writer event(packet, kEvent);
    event.add_int32(kType, kEnd);
    event.add_uint64(kTrackUuid, uuid);
  }

  // Numbers, not the system's: files of several hosts may have one process number twice.
  static int32_t number(size_t index) { return static_cast<int32_t>(index) + 1; }

  void finish_packet(pbf_writer& packet) {
    packet.add_uint32(kSequence, kOnlySequence);
    packet.add_uint32(kFlags, first_ ? kStateCleared | kNeedsState : kNeedsState);
    first_ = false;
  }

  void add_process(const analysis::Analysis& so_far) {
    const size_t index = so_far.processes.size() - 1;
    const analysis::Process& process = so_far.processes[index];
    const std::string name = printable(process.command);
    pbf_writer packet(trace_, kPacket);
    finish_packet(packet);
    pbf_writer track(packet, kTrack);
    track.add_uint64(kUuid, process_uuid(index));
    pbf_writer descriptor(track, kProcess);
    descriptor.add_int32(1, number(index));
    descriptor.add_string(6, process.rank >= 0 ? fmt::format("rank {}: {}", process.rank, name) : name);
  }

  void add_thread(const analysis::Thread& thread) {
    pbf_writer packet(trace_, kPacket);
    finish_packet(packet);
    pbf_writer track(packet, kTrack);
    track.add_uint64(kUuid, thread_uuid(threads_));
    track.add_uint64(kParent, process_uuid(thread.process));
    pbf_writer descriptor(track, kThread);
    descriptor.add_int32(1, number(thread.process));
    descriptor.add_int64(2, number(threads_));
    descriptor.add_string(5, fmt::format("thread {}", thread.id));
  }

  void intern(pbf_writer& packet, uint32_t node, const Tree::Key& key) {
    const auto [at, fresh] = name_of_node_.try_emplace(node, 0);
    if (!fresh) return;
    at->second = intern(
        packet, {static_cast<uint64_t>(key.kind) + 1, analysis::kind_name(key.kind), frame_name(key), key});
  }

  // Names, categories and places are written once each, in the first packet that needs them. Answers the name's number, which is
  // the place's, too.
  uint64_t intern(pbf_writer& packet, const Called& called) {
    const Tree::Key& key = called.place;
    const auto [name, fresh_name] =
        names_.try_emplace({called.name, key.file, key.line}, static_cast<uint64_t>(names_.size() + 1));
    const bool fresh_kind = categories_.insert(called.category).second;
    if (!fresh_name && !fresh_kind) return name->second;
    pbf_writer interned(packet, kInterned);
    if (fresh_kind) add_text(interned, kCategories, called.category, called.category_name);
    if (!fresh_name) return name->second;
    add_text(interned, kNames, name->second, called.name);
    if (key.file.empty()) return name->second;
    pbf_writer place(interned, kSourceLocations);
    place.add_uint64(1, name->second);
    place.add_string(2, key.file);
    place.add_string(3, key.name);
    place.add_uint32(4, static_cast<uint32_t>(key.line));
    return name->second;
  }

  static void add_text(pbf_writer& interned, uint32_t field, uint64_t number, std::string_view text) {
    pbf_writer entry(interned, field);
    entry.add_uint64(1, number);
    entry.add_string(2, text.data(), text.size());
  }

  std::function<void(std::string_view)> write_;
  std::string bytes_;  // not written yet
  size_t threads_ = 0;
  pbf_writer trace_;
  bool first_ = true;
  std::map<std::tuple<std::string, std::string, int>, uint64_t> names_;
  std::unordered_map<uint32_t, uint64_t> name_of_node_;
  std::set<uint64_t> categories_;
  std::vector<SliceName> slice_names_;
  uint64_t device_tracks_ = kFirstDevice;  // the next one's number
};

}  // namespace

std::unique_ptr<EventWriter> perfetto_writer(std::function<void(std::string_view)> write) {
  return std::make_unique<PerfettoWriter>(std::move(write));
}

}  // namespace limpid::cli::exporting
