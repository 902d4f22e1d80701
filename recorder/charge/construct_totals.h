// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "charge/number_table.h"
#include "charge/region_sums.h"
#include "context/node_table.h"

namespace limpid::recorder {

// Running totals of one construct in one context (or of one place that made others wait for a lock). Any
// thread adds; the sampler copies to the file.
struct ConstructTotals {
  // From kKernel on: what a device did, in the order of profile::DeviceWork.
  enum class Kind : uint32_t { kRegion, kTask, kBlame, kKernel, kToDevice, kFromDevice, kMemory, kConstruct };

  // What an instance of a region needs is in the first line, and nothing else.
  alignas(64) std::atomic<uint64_t> longest{0};
  std::atomic<uint64_t> shortest{~0ull};
  std::atomic<uint32_t> requested{0}, actual{0};
  std::atomic<bool> dirty{false};
  RegionSums regions;  // kRegion; in ticks of the session's CycleClock, as `longest` and `shortest`
  NodeId node = kNoNode;
  Kind kind = Kind::kRegion;
  uint32_t mutex_kind = 0;  // kBlame: ompt_mutex_t; of a device: its number
  // Of the others. kBlame: `elapsed` is waiting, in ns. Of a device: `elapsed` in ns, `capacity` in bytes. kTask: `capacity`
  // is how many tasks beside these were not counted, estimated.
  std::atomic<uint64_t> count{0};
  std::atomic<uint64_t> elapsed{0};
  std::atomic<uint64_t> capacity{0};
  std::atomic<uint32_t> smallest{0}, largest{0};
  void* record = nullptr;           // in the file; the sampler's
  std::atomic<bool> listed{false};  // [totals.listed] node and kind are known

  void add_events(uint64_t n) {
    count.fetch_add(n, std::memory_order_relaxed);
    mark();
  }

  void add_wait(uint64_t ns) {
    elapsed.fetch_add(ns, std::memory_order_relaxed);
    add_events(1);
  }

  // Belongs to waiting that was counted already.
  void add_more_wait(uint64_t ns) {
    elapsed.fetch_add(ns, std::memory_order_relaxed);
    mark();
  }

  void add_device_work(uint64_t ns, uint64_t bytes) {
    elapsed.fetch_add(ns, std::memory_order_relaxed);
    capacity.fetch_add(bytes, std::memory_order_relaxed);
    add_events(1);
  }

  void set_missed(double tasks) {
    capacity.store(static_cast<uint64_t>(tasks + 0.5), std::memory_order_relaxed);
    mark();
  }

  // One instance of a region ended. `thread`: the calling thread's slot.
  void add_instance(const void* thread, uint64_t ticks, uint32_t team_size) {
    regions.add(thread, ticks, team_size);
    raise(&longest, ticks);
    lower(&shortest, ticks);
    if (team_size != 0 && actual.load(std::memory_order_relaxed) != team_size) note_size(team_size);
    mark();
  }

  void note_size(uint32_t team_size) {
    actual.store(team_size, std::memory_order_relaxed);
    raise(&largest, team_size);
    uint32_t seen = smallest.load(std::memory_order_relaxed);
    while ((seen == 0 || team_size < seen) &&
           !smallest.compare_exchange_weak(seen, team_size, std::memory_order_relaxed)) {
    }
  }

 private:
  void mark() {
    if (!dirty.load(std::memory_order_relaxed)) dirty.store(true, std::memory_order_relaxed);
  }
  template <typename T>
  static void raise(std::atomic<T>* to, T value) {
    T seen = to->load(std::memory_order_relaxed);
    while (value > seen && !to->compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }
  template <typename T>
  static void lower(std::atomic<T>* to, T value) {
    T seen = to->load(std::memory_order_relaxed);
    while (value < seen && !to->compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
  }
};

// All totals, by node and kind. Adding is for callbacks (cache misses), not for handlers.
class TotalsTable {
 public:
  static constexpr uint32_t kCapacity = 1u << 16;

  bool create();

  // The totals for a node, made if need be; nullptr when the table is full.
  ConstructTotals* find(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind);

  // For another recording, as in a forked child: counts start again at zero; the entries stay, because threads' caches
  // point to them.
  void reset();

  // For the sampler: entries in order of appearance, 0 .. used() - 1, as far as they are listed.
  uint32_t used() const { return std::min(used_.load(std::memory_order_acquire), kCapacity); }
  ConstructTotals& entry(uint32_t order) { return entries_[order]; }
  bool listed(uint32_t order) const {
    return entries_[order].listed.load(std::memory_order_acquire);  // [totals.listed]
  }

 private:
  // The number of a fresh entry, from 1; 0: the table is full.
  uint32_t add(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind);

  // One behind the other, so that few pages hold them.
  ConstructTotals* entries_ = nullptr;
  NumberTable<kCapacity>* numbers_ = nullptr;  // of node, kind and mutex kind
  std::atomic<uint32_t> used_{0};
};

}  // namespace limpid::recorder
