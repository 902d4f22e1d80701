// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "charge/construct_totals.h"
#include "context/module_table.h"
#include "context/node_table.h"
#include "file/profile_file.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

// Turns the recorder's tables into records. Used by one thread at a time. What a record names is written
// before it: nodes with their parents, threads before their samples.
class RecordWriter {
 public:
  constexpr RecordWriter(ProfileFile& file, NodeTable& nodes, TotalsTable& totals, ModuleTable& modules)
      : file_(file), nodes_(nodes), totals_(totals), modules_(modules) {}
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // `origin_ns`: CLOCK_MONOTONIC of time 0. `timed_bytes`: file size from which samples are aggregated.
  bool create(uint64_t origin_ns, uint64_t timed_bytes);

  void info(const char* name, const char* value, size_t value_bytes);
  void note(const char* text);
  void device(uint32_t number, uint32_t known, const char* type);
  // What a device did; one that cannot be written counts as lost. Spans count against the budget of timed samples. Moments
  // are CLOCK_MONOTONIC's.
  struct DeviceSpan {
    NodeId node;
    uint32_t device;
    profile::DeviceWork work;
    uint64_t begin_ns, end_ns;
    uint64_t bytes, host_address;
  };
  void device_span(const DeviceSpan& span);
  void begin_thread(ThreadSlot* slot);
  void end_thread(ThreadSlot* slot);
  // What is special about a thread that does not use OpenMP; nullptr if it could not be written.
  profile::OutsiderRecord* outsider(const ThreadSlot& slot);

  // The thread spent the time from slot->sampler.accounted_ns to `until_ns` like this, and so much of it
  // without a processor. False if it could not be written.
  bool sample(ThreadSlot* slot, const SampleKey& key, uint64_t until_ns,
              const ProcessorShare::Missing& missing);

  // A stretch that is not recorded begins; nullptr if it could not be written.
  profile::PauseRecord* begin_pause(uint64_t at_ns);
  void end_pause(profile::PauseRecord* pause, uint64_t at_ns);

  // Phases count against the budget of timed samples. False, nullptr: this one is not written.
  bool phase_name(uint32_t id, const char* name);
  profile::PhaseRecord* begin_phase(uint32_t name, uint64_t at_ns);
  void end_phase(profile::PhaseRecord* phase, uint64_t at_ns);

  void write_modules();
  // All nodes that there are, whether a record names them or not.
  bool has_new_nodes() const { return nodes_.used() > nodes_looked_at_; }
  void write_nodes();
  // `ns_per_tick`: of the clock that totals are kept in.
  void write_totals(double ns_per_tick);
  // Once: what comes later says nothing.
  void finish(profile::FinishReason reason, uint64_t at_ns);
  bool finished() const { return finished_; }

  uint64_t relative(uint64_t ns) const { return ns > origin_ns_ ? ns - origin_ns_ : 0; }

 private:
  struct Aggregate {
    profile::SampleRecord* record;
    uint64_t wait_id;
    uint32_t thread;
    SampleKey key;
  };
  static constexpr uint32_t kAggregates = 1u << 20;

  bool ensure_node(NodeId id);
  bool ensure_written(NodeId id, uint32_t depth);
  // A stretch of time, and the part of it without a processor; `open`: more of that may come.
  struct Weight {
    uint64_t until_ns;
    uint64_t all_ns;
    uint64_t no_processor_ns;
    bool open;
  };

  profile::SampleRecord* new_sample(const ThreadSlot& slot, const SampleKey& key, const Weight& weight,
                                    bool will_grow);
  static void add_no_processor(profile::SampleRecord* record, uint64_t ns);
  void grow_sample(profile::SampleRecord* record, const Weight& weight);
  bool place_sample(ThreadSlot* slot, const SampleKey& key, const Weight& weight);
  bool aggregate(ThreadSlot* slot, const SampleKey& key, const Weight& weight);
  void write_module_file(uint32_t module, const char* path);
  void write_totals_of(ConstructTotals* totals);
  void write_device_work(ConstructTotals* totals);
  bool write_device_span(const DeviceSpan& span);
  void lose_device_span(uint32_t device);
  void update_region(const ConstructTotals& totals, profile::RegionRecord* record);

  ProfileFile& file_;
  NodeTable& nodes_;
  TotalsTable& totals_;
  ModuleTable& modules_;
  uint64_t origin_ns_ = 0;
  uint64_t timed_bytes_ = 0;
  double ns_per_tick_ = 1;
  bool finished_ = false;
  bool said_no_phases_ = false;
  uint8_t* written_ = nullptr;  // one byte per node
  NodeId nodes_looked_at_ = 0, nodes_done_ = 0;
  profile::ModuleRecord** module_records_ = nullptr;
  uint32_t modules_written_ = 0;
  Aggregate* aggregates_ = nullptr;
  static constexpr uint32_t kMostDevices = 16;
  profile::DeviceLossRecord* device_losses_[kMostDevices] = {};
};

}  // namespace limpid::recorder
