// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DeviceConstruct: the events of a device construct. Without an observer it stores nothing and costs one load
// and one branch per event.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/data/task.h"
#include "core/data/thread.h"
#include "events/emit.h"
#include "events/events.h"

namespace limpid::core {

// Instead of a number: the host, whatever its number is.
constexpr std::int32_t kHostItself = -1;

// The tasks of a construct. Inside a target task, that task is the current one and its parent encountered the
// construct.
struct TargetContext {
  Task& encountering;
  Task* target_task = nullptr;  // null: the construct needs no task of its own
  bool nowait = false;
  std::int32_t device = kHostItself;
};

// An item of a construct's map clauses.
struct MapItem {
  void* address;
  std::size_t bytes;
  std::uint32_t flags;  // events::MapFlag
};

// The map clauses as an entry point has them: decoded only when observed.
struct MapView {
  const void* list = nullptr;
  std::size_t count = 0;
  // Decodes item number index; false if it maps nothing.
  bool (*item)(const void* list, std::size_t index, MapItem& item) = nullptr;
};

inline bool maps_observed() {
  return events::is_observed(events::EventId::target_map);
}

// One device construct, from its begin to its end. Between them its id is TargetConstruct::id. The host submits
// and completes regions itself; for an engine's device that is done where the engine calls its plug-in.
class DeviceConstruct {
 public:
  // context: outlives the construct. requested_teams: for a region that an engine executes.
  DeviceConstruct(Thread& self, events::TargetKind kind, const TargetContext& context, const MapView& maps,
                  std::uint32_t requested_teams = 0)
      : self_(self), context_(context), kind_(kind), requested_teams_(requested_teams) {
    if (is_observed()) [[unlikely]]
      begin(maps);
  }
  ~DeviceConstruct() {
    if (id_ != 0) [[unlikely]]
      end();
  }
  DeviceConstruct(const DeviceConstruct&) = delete;
  DeviceConstruct& operator=(const DeviceConstruct&) = delete;

  // Any event of device constructs is observed.
  static bool is_observed() {
    constexpr std::uint64_t kObserved =
        events::bit(events::EventId::target) | events::bit(events::EventId::target_submit) |
        events::bit(events::EventId::target_map) | events::bit(events::EventId::target_data_op);
    return events::is_any_observed(kObserved);
  }

  std::uint64_t id() const { return id_; }  // 0: not observed when it began
  std::uint64_t& word() { return word_; }
  Task* target_task() const { return context_.target_task; }
  std::uint32_t requested_teams() const { return requested_teams_; }

  // The region begins to run on the device, and has ended; granted: the number of teams that ran it.
  void submit(std::uint32_t requested_teams) {
    if (id_ != 0) [[unlikely]]
      begin_submit(requested_teams);
  }
  void complete(std::uint32_t requested_teams, std::uint32_t granted_teams) {
    if (id_ != 0 && operation_ != 0) [[unlikely]]
      end_submit(requested_teams, granted_teams);
  }

 private:
  void begin(const MapView& maps);
  void end();
  void state(events::Endpoint endpoint);
  void emit_maps(const MapView& maps);
  bool offloaded() const { return context_.device != kHostItself; }
  int device() const;
  void begin_submit(std::uint32_t requested_teams);
  void end_submit(std::uint32_t requested_teams, std::uint32_t granted_teams);

  Thread& self_;
  const TargetContext& context_;
  events::TargetKind kind_;
  std::uint32_t requested_teams_;
  std::uint64_t id_ = 0;
  // The others are set by begin(), since most constructs are not observed.
  std::uint64_t word_;
  std::uint64_t outer_id_;  // of the construct around this one, as the next two
  DeviceConstruct* outer_;
  std::int32_t outer_device_;
  std::uint64_t operation_;
  std::int64_t began_;  // of the submission
  const void* return_address_;
};

}  // namespace limpid::core
