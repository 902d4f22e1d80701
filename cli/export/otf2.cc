// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/failure.h"
#include "export/device_tracks.h"
#include "export/frame_name.h"
#include "export/slices.h"
#include "export/trace_writer.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;

constexpr uint64_t kEventChunk = 1 << 20;       // bytes
constexpr uint64_t kDefinitionChunk = 4 << 20;  // bytes
constexpr uint64_t kPerSecond = 1'000'000'000;

void check(OTF2_ErrorCode code, const std::string& folder) {
  if (code != OTF2_SUCCESS)
    throw Failure(kExitBadInput, fmt::format("cannot write {}: {}", folder, OTF2_Error_GetDescription(code)));
}

OTF2_FlushType flush_always(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

OTF2_TimeStamp no_time_of_flush(void*, OTF2_FileType, OTF2_LocationRef) {
  return 0;
}

struct Kind {
  OTF2_RegionRole role;
  OTF2_Paradigm paradigm;
};

// In OTF2's words.
Kind kind_of(const Tree::Key& key) {
  static const std::map<std::string, OTF2_RegionRole> kWaits = {
      {"<barrier>", OTF2_REGION_ROLE_BARRIER},    {"<implicit barrier>", OTF2_REGION_ROLE_IMPLICIT_BARRIER},
      {"<taskwait>", OTF2_REGION_ROLE_TASK_WAIT}, {"<critical>", OTF2_REGION_ROLE_CRITICAL},
      {"<atomic>", OTF2_REGION_ROLE_ATOMIC},      {"<ordered>", OTF2_REGION_ROLE_ORDERED}};
  switch (key.kind) {
    case Tree::Kind::kRegion:
      return {OTF2_REGION_ROLE_PARALLEL, OTF2_PARADIGM_OPENMP};
    case Tree::Kind::kTask:
      return {OTF2_REGION_ROLE_TASK, OTF2_PARADIGM_OPENMP};
    case Tree::Kind::kWait: {
      const auto known = kWaits.find(key.name);
      if (known == kWaits.end()) return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_OPENMP};
      return {known->second, OTF2_PARADIGM_OPENMP};
    }
    case Tree::Kind::kBlocked:
    case Tree::Kind::kNoProcessor:
      return {OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_MEASUREMENT_SYSTEM};
    default:
      return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER};
  }
}

// What a device does for a place, in OTF2's words.
Kind kind_of(profile::DeviceWork work) {
  switch (work) {
    case profile::DeviceWork::kKernel:
      return {OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_OPENMP};
    case profile::DeviceWork::kMemory:
      return {OTF2_REGION_ROLE_ALLOCATE, OTF2_PARADIGM_OPENMP};
    default:
      return {OTF2_REGION_ROLE_DATA_TRANSFER, OTF2_PARADIGM_OPENMP};
  }
}

// An open archive; closed with its object, whatever happens.
class Archive {
 public:
  explicit Archive(const std::string& folder) : folder_(folder) {
    archive_ = OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, kEventChunk, kDefinitionChunk,
                                 OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive_ == nullptr) throw Failure(kExitBadInput, "cannot write an OTF2 archive into " + folder);
    static constexpr OTF2_FlushCallbacks kFlush = {flush_always, no_time_of_flush};
    check(OTF2_Archive_SetFlushCallbacks(archive_, &kFlush, nullptr), folder_);
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_), folder_);
    check(OTF2_Archive_SetCreator(archive_, "limpid " LIMPID_VERSION), folder_);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() {
    if (archive_ != nullptr) OTF2_Archive_Close(archive_);
  }

  void close() { check(OTF2_Archive_Close(std::exchange(archive_, nullptr)), folder_); }
  OTF2_Archive* get() const { return archive_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  OTF2_Archive* archive_ = nullptr;
};

class Otf2Writer : public TraceWriter {
 public:
  explicit Otf2Writer(const std::string& folder) : archive_(folder) {
    checked(OTF2_Archive_OpenEvtFiles(archive_.get()));
  }

  void add(const analysis::Timeline& timeline, const analysis::Analysis& so_far) override {
    const size_t first = events_.size();
    events_.resize(so_far.threads.size(), 0);
    walk_slices(timeline, so_far.tree, [&](const Step& step) { add_step(step, so_far.tree); });
    for (size_t thread = first; thread < events_.size(); ++thread) close_events(thread);
    for (const analysis::DeviceRow& device : timeline.devices) add_device(device);
  }

  void finish(const analysis::Analysis& analysis) override {
    checked(OTF2_Archive_CloseEvtFiles(archive_.get()));
    write_local_definitions();
    write_definitions(analysis);
    archive_.close();
  }

 private:
  void checked(OTF2_ErrorCode code) const { check(code, archive_.folder()); }

  void add_step(const Step& step, const Tree& tree) {
    add_event(step.thread, step.time_ns, region_of(step.node, tree.at(step.node).key), step.enters);
    ++events_[step.thread];
  }

  void add_event(OTF2_LocationRef location, uint64_t time_ns, OTF2_RegionRef region, bool enters) {
    OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive_.get(), location);
    if (writer == nullptr) throw Failure(kExitBadInput, "cannot write events into " + archive_.folder());
    checked(enters ? OTF2_EvtWriter_Enter(writer, nullptr, time_ns, region)
                   : OTF2_EvtWriter_Leave(writer, nullptr, time_ns, region));
    end_ns_ = std::max(end_ns_, time_ns);
  }

  void close_events(OTF2_LocationRef location) {
    checked(OTF2_Archive_CloseEvtWriter(archive_.get(), OTF2_Archive_GetEvtWriter(archive_.get(), location)));
  }

  // Behind the numbers that threads may get.
  static OTF2_LocationRef stream_ref(size_t stream) { return (OTF2_LocationRef{1} << 32) + stream; }

  void add_device(const analysis::DeviceRow& row) {
    const std::vector<DeviceTrack> tracks = device_tracks(row);
    if (tracks.empty()) return;
    devices_.push_back({row.process, device_name(row)});
    for (const DeviceTrack& track : tracks) {
      const OTF2_LocationRef location = stream_ref(streams_.size());
      streams_.push_back({devices_.size() - 1, track.name, 2 * track.spans.size()});
      for (const analysis::DeviceSpan* span : track.spans) {
        const OTF2_RegionRef region = region_of(row, *span);
        add_event(location, span->begin_ns, region, true);
        add_event(location, span->end_ns, region, false);
      }
      close_events(location);
    }
  }

  OTF2_RegionRef region_of(const analysis::DeviceRow& row, const analysis::DeviceSpan& span) {
    return number_of({row.places[span.place], span_name(row, span), kind_of(span.work)});
  }

  OTF2_RegionRef region_of(uint32_t node, const Tree::Key& key) {
    const auto [at, fresh] = region_of_node_.try_emplace(node, 0);
    if (!fresh) return at->second;
    return at->second = number_of({key, frame_name(key), kind_of(key)});
  }

  struct Region {
    Tree::Key place;
    std::string name;
    Kind kind;
  };
  OTF2_RegionRef number_of(const Region& region) {
    const auto [at, unseen] = numbers_.try_emplace({region.name, region.place.file, region.place.line},
                                                   static_cast<OTF2_RegionRef>(regions_.size()));
    if (unseen) regions_.push_back(region);
    return at->second;
  }

  // Each location has to have them, empty as they are.
  void write_local_definitions() {
    checked(OTF2_Archive_OpenDefFiles(archive_.get()));
    const auto write = [this](OTF2_LocationRef location) {
      checked(
          OTF2_Archive_CloseDefWriter(archive_.get(), OTF2_Archive_GetDefWriter(archive_.get(), location)));
    };
    for (size_t thread = 0; thread < events_.size(); ++thread) write(thread);
    for (size_t stream = 0; stream < streams_.size(); ++stream) write(stream_ref(stream));
    checked(OTF2_Archive_CloseDefFiles(archive_.get()));
  }

  void write_definitions(const analysis::Analysis& analysis) {
    global_ = OTF2_Archive_GetGlobalDefWriter(archive_.get());
    if (global_ == nullptr)
      throw Failure(kExitBadInput, "cannot write definitions into " + archive_.folder());
    checked(OTF2_GlobalDefWriter_WriteClockProperties(global_, kPerSecond, 0, end_ns_ + 1,
                                                      OTF2_UNDEFINED_TIMESTAMP));
    const std::string host = analysis.run.hosts.empty() ? "unknown" : analysis.run.hosts.front();
    checked(OTF2_GlobalDefWriter_WriteSystemTreeNode(global_, 0, text(host), text("node"),
                                                     OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    write_locations(analysis);
    for (OTF2_RegionRef region = 0; region < regions_.size(); ++region) write_region(region);
  }

  void write_locations(const analysis::Analysis& analysis) {
    for (size_t i = 0; i < analysis.processes.size(); ++i) {
      const analysis::Process& process = analysis.processes[i];
      const std::string name = process.rank >= 0 ? fmt::format("rank {}", process.rank) : process.command;
      checked(OTF2_GlobalDefWriter_WriteLocationGroup(global_, static_cast<OTF2_LocationGroupRef>(i),
                                                      text(name), OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                      OTF2_UNDEFINED_LOCATION_GROUP));
    }
    for (size_t i = 0; i < analysis.threads.size(); ++i) {
      const analysis::Thread& thread = analysis.threads[i];
      checked(OTF2_GlobalDefWriter_WriteLocation(global_, i, text(fmt::format("thread {}", thread.id)),
                                                 OTF2_LOCATION_TYPE_CPU_THREAD, events_[i],
                                                 static_cast<OTF2_LocationGroupRef>(thread.process)));
    }
    const auto first_device = static_cast<OTF2_LocationGroupRef>(analysis.processes.size());
    for (size_t i = 0; i < devices_.size(); ++i)
      checked(OTF2_GlobalDefWriter_WriteLocationGroup(
          global_, first_device + static_cast<OTF2_LocationGroupRef>(i), text(devices_[i].name),
          OTF2_LOCATION_GROUP_TYPE_ACCELERATOR, 0, static_cast<OTF2_LocationGroupRef>(devices_[i].process)));
    for (size_t i = 0; i < streams_.size(); ++i)
      checked(OTF2_GlobalDefWriter_WriteLocation(
          global_, stream_ref(i), text(streams_[i].name), OTF2_LOCATION_TYPE_ACCELERATOR_STREAM,
          streams_[i].events, first_device + static_cast<OTF2_LocationGroupRef>(streams_[i].device)));
  }

  void write_region(OTF2_RegionRef number) {
    const auto& [key, name, kind] = regions_[number];
    const auto line = static_cast<uint32_t>(key.line);
    checked(OTF2_GlobalDefWriter_WriteRegion(global_, number, text(name), text(key.name), text(""), kind.role,
                                             kind.paradigm, OTF2_REGION_FLAG_NONE, text(key.file), line,
                                             line));
  }

  // The number of a string, written where it is new.
  OTF2_StringRef text(const std::string& string) {
    const auto [at, fresh] = strings_.try_emplace(string, static_cast<OTF2_StringRef>(strings_.size()));
    if (fresh) checked(OTF2_GlobalDefWriter_WriteString(global_, at->second, string.c_str()));
    return at->second;
  }

  Archive archive_;
  OTF2_GlobalDefWriter* global_ = nullptr;
  std::vector<uint64_t> events_;  // by thread
  uint64_t end_ns_ = 0;
  struct Device {
    size_t process;
    std::string name;
  };
  struct Stream {
    size_t device;
    std::string name;
    uint64_t events;
  };
  std::vector<Device> devices_;
  std::vector<Stream> streams_;
  std::vector<Region> regions_;
  std::map<std::tuple<std::string, std::string, int>, OTF2_RegionRef> numbers_;
  std::unordered_map<uint32_t, OTF2_RegionRef> region_of_node_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;
};

}  // namespace

std::unique_ptr<TraceWriter> otf2_writer(const std::string& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_empty(folder, ignored))
    throw Failure(
        kExitBadInput,
        fmt::format("cannot write an OTF2 archive into {}: it exists, and is not an empty directory",
                    folder));
  return std::make_unique<Otf2Writer>(folder);
}

}  // namespace limpid::cli::exporting
