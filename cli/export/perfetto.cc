// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// https://github.com/google/perfetto/tree/main/protos/perfetto/trace; the numbers are those of its fields.
#include <fmt/format.h>

#include <map>
#include <protozero/pbf_writer.hpp>
#include <set>
#include <unordered_map>

#include "base/style.h"
#include "export/formats.h"
#include "export/frame_name.h"
#include "export/slices.h"

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
enum EventField : uint32_t { kCategory = 3, kType = 9, kName = 10, kTrackUuid = 11, kSourceLocation = 34 };
enum InternedField : uint32_t { kCategories = 1, kNames = 2, kSourceLocations = 4 };
enum Flag : uint32_t { kStateCleared = 1, kNeedsState = 2 };
enum Type : int32_t { kBegin = 1, kEnd = 2 };
constexpr uint32_t kOnlySequence = 1;

class Writer {
 public:
  explicit Writer(const analysis::Analysis& analysis) : analysis_(analysis), trace_(bytes_) {
    for (size_t process = 0; process < analysis.processes.size(); ++process) {
      if (analysis.processes[process].counted) add_process(process);
    }
    for (size_t thread = 0; thread < analysis.threads.size(); ++thread) add_thread(thread);
  }

  void add(const Step& step) {
    pbf_writer packet(trace_, kPacket);
    packet.add_uint64(kTimestamp, step.time_ns);
    finish_packet(packet);
    if (step.enters) intern(packet, step.node);
    pbf_writer event(packet, kEvent);
    event.add_int32(kType, step.enters ? kBegin : kEnd);
    event.add_uint64(kTrackUuid, thread_uuid(step.thread));
    if (!step.enters) return;
    const Tree::Key& key = analysis_.tree.at(step.node).key;
    event.add_uint64(kCategory, static_cast<uint64_t>(key.kind) + 1);
    event.add_uint64(kName, name_of_node_.at(step.node));
    if (!key.file.empty()) event.add_uint64(kSourceLocation, name_of_node_.at(step.node));
  }

  std::string finish() { return std::move(bytes_); }

 private:
  static uint64_t process_uuid(size_t process) { return 1 + process; }
  uint64_t thread_uuid(size_t thread) const { return 1 + analysis_.processes.size() + thread; }

  // Numbers, not the system's: files of several hosts may have one process number twice.
  static int32_t number(size_t index) { return static_cast<int32_t>(index) + 1; }

  void finish_packet(pbf_writer& packet) {
    packet.add_uint32(kSequence, kOnlySequence);
    packet.add_uint32(kFlags, first_ ? kStateCleared | kNeedsState : kNeedsState);
    first_ = false;
  }

  void add_process(size_t index) {
    const analysis::Process& process = analysis_.processes[index];
    const std::string name = printable(process.command);
    pbf_writer packet(trace_, kPacket);
    finish_packet(packet);
    pbf_writer track(packet, kTrack);
    track.add_uint64(kUuid, process_uuid(index));
    pbf_writer descriptor(track, kProcess);
    descriptor.add_int32(1, number(index));
    descriptor.add_string(6, process.rank >= 0 ? fmt::format("rank {}: {}", process.rank, name) : name);
  }

  void add_thread(size_t index) {
    const analysis::Thread& thread = analysis_.threads[index];
    pbf_writer packet(trace_, kPacket);
    finish_packet(packet);
    pbf_writer track(packet, kTrack);
    track.add_uint64(kUuid, thread_uuid(index));
    track.add_uint64(kParent, process_uuid(thread.process));
    pbf_writer descriptor(track, kThread);
    descriptor.add_int32(1, number(thread.process));
    descriptor.add_int64(2, number(index));
    descriptor.add_string(5, fmt::format("thread {}", thread.id));
  }

  // Names, categories and places are written once each, in the first packet that needs them.
  void intern(pbf_writer& packet, uint32_t node) {
    const Tree::Key& key = analysis_.tree.at(node).key;
    const auto [at, fresh] = name_of_node_.try_emplace(node, 0);
    if (!fresh) return;
    const auto [name, fresh_name] =
        names_.try_emplace({frame_name(key), key.file, key.line}, static_cast<uint64_t>(names_.size() + 1));
    at->second = name->second;
    const bool fresh_kind = kinds_.insert(key.kind).second;
    if (!fresh_name && !fresh_kind) return;
    pbf_writer interned(packet, kInterned);
    if (fresh_kind)
      add_text(interned, kCategories, static_cast<uint64_t>(key.kind) + 1, analysis::kind_name(key.kind));
    if (!fresh_name) return;
    add_text(interned, kNames, name->second, frame_name(key));
    if (key.file.empty()) return;
    pbf_writer place(interned, kSourceLocations);
    place.add_uint64(1, name->second);
    place.add_string(2, key.file);
    place.add_string(3, key.name);
    place.add_uint32(4, static_cast<uint32_t>(key.line));
  }

  static void add_text(pbf_writer& interned, uint32_t field, uint64_t number, std::string_view text) {
    pbf_writer entry(interned, field);
    entry.add_uint64(1, number);
    entry.add_string(2, text.data(), text.size());
  }

  const analysis::Analysis& analysis_;
  std::string bytes_;
  pbf_writer trace_;
  bool first_ = true;
  std::map<std::tuple<std::string, std::string, int>, uint64_t> names_;
  std::unordered_map<uint32_t, uint64_t> name_of_node_;
  std::set<Tree::Kind> kinds_;
};

}  // namespace

std::string perfetto(const analysis::Analysis& analysis) {
  Writer writer(analysis);
  walk_slices(analysis.timeline, analysis.tree, [&](const Step& step) { writer.add(step); });
  return writer.finish();
}

}  // namespace limpid::cli::exporting
