// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <omp-tools.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../trace_image.h"
#include "trace/source.h"

namespace limpid::test {

// Details of events.
inline constexpr uint8_t kIn = ompt_dependence_type_in;
inline constexpr uint8_t kOut = ompt_dependence_type_out;
inline constexpr uint8_t kTaskwait = ompt_sync_region_taskwait;
inline constexpr uint8_t kEndOfRegion = ompt_sync_region_barrier_implicit_parallel;

// Events by hand: `on(thread, ns)` says where and when, what follows happens there and then. Numbers of tasks and
// regions are the test's; places too.
class TraceScript {
 public:
  using Event = trace::Event;
  using Kind = trace::EventKind;

  explicit TraceScript(size_t threads) : streams_(threads) {}

  TraceScript& on(uint32_t thread, uint64_t ns) {
    thread_ = thread;
    ns_ = ns;
    return *this;
  }
  TraceScript& event(Kind kind, uint64_t id = 0, uint64_t other = 0, uint8_t detail = 0, uint32_t place = 0,
                     uint64_t count = 0, uint32_t number = 0) {
    streams_[thread_].push_back({ns_, id, other, count, place, number, kind, detail});
    return *this;
  }

  TraceScript& begin_initial(uint64_t task) { return event(Kind::kImplicitBegin, task, 0, 0, 0, 1); }
  TraceScript& end_initial(uint64_t task) { return event(Kind::kImplicitEnd, task); }
  TraceScript& fork(uint64_t region, uint64_t task, uint32_t place = 0) {
    return event(Kind::kParallelBegin, region, task, 0, place);
  }
  TraceScript& join(uint64_t region, uint64_t task) { return event(Kind::kParallelEnd, region, task); }
  TraceScript& begin_implicit(uint64_t task, uint64_t region, uint64_t team) {
    return event(Kind::kImplicitBegin, task, region, 0, 0, team);
  }
  TraceScript& end_implicit(uint64_t task, uint64_t region) {
    return event(Kind::kImplicitEnd, task, region);
  }
  TraceScript& create(uint64_t task, uint64_t by, uint32_t place = 0, uint8_t shape = 0) {
    return event(Kind::kTaskCreate, task, by, shape, place);
  }
  TraceScript& depends(uint64_t task, uint64_t address, uint8_t type) {
    return event(Kind::kDependence, task, address, type);
  }
  TraceScript& switch_to(uint64_t from, uint64_t to) {
    return event(Kind::kTaskSchedule, from, to, ompt_task_switch);
  }
  TraceScript& complete(uint64_t task, uint64_t then) {
    return event(Kind::kTaskSchedule, task, then, ompt_task_complete);
  }
  TraceScript& begin(uint8_t sync, uint64_t task, uint32_t place = 0) {
    return event(Kind::kSyncBegin, task, 0, sync, place);
  }
  TraceScript& wait(uint8_t sync, uint64_t task) { return event(Kind::kWaitBegin, task, 0, sync); }
  TraceScript& end(uint8_t sync, uint64_t task) { return event(Kind::kSyncEnd, task, 0, sync); }
  TraceScript& ask(uint64_t lock, uint32_t place = 0) {
    return event(Kind::kMutexAcquire, 0, lock, ompt_mutex_critical, place);
  }
  TraceScript& take(uint64_t lock) { return event(Kind::kMutexAcquired, 0, lock, ompt_mutex_critical); }
  TraceScript& give(uint64_t lock) { return event(Kind::kMutexReleased, 0, lock, ompt_mutex_critical); }
  TraceScript& lost(uint64_t events) { return event(Kind::kLost, 0, 0, 0, 0, events); }

  // As a file beside the profile of a process with that number.
  std::string file(uint32_t pid) const {
    TraceImage image;
    image.header().pid = pid;
    for (uint32_t thread = 0; thread < streams_.size(); ++thread) {
      for (const Event& event : streams_[thread]) image.add(thread, event);
    }
    const std::vector<std::byte> bytes = image.bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  cli::tracing::EventList source() const { return cli::tracing::EventList(streams_); }

 private:
  std::vector<std::vector<Event>> streams_;
  uint32_t thread_ = 0;
  uint64_t ns_ = 0;
};

}  // namespace limpid::test
