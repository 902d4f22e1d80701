// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a thread that has slept for a while wakes up: not on the processor of the thread that wakes it.
#pragma once

#include <stdint.h>

#include "sync/atomic.h"

namespace limpid::sync {

// Keeps a sleeper and the thread that wakes it, which are to work at the same time, on different processors.
//
// A processor of a virtual machine that has been idle for a while counts as taken by the host, and Linux then
// wakes the sleeper on its waker's processor, if the waker has slept, too. There the sleeper waits some
// milliseconds for its first turn (docs/performance/launches.md). So the waker takes its own processor out of the
// sleeper's affinity mask before it wakes it, and the sleeper takes it back as soon as it runs.
//
// Owner     the thread that sleeps. One waker at a time.
// States    awake -> asleep since a time -> awake: the owner. asleep -> changing -> left out: the waker, if the
//           owner has slept for long. left out -> awake: the owner, which takes the processor back. If the
//           owner runs before the change is complete, changing -> awake, and the waker undoes its change.
// Orders    [wake_place.asleep] what the owner wrote before it slept, its thread id above all, comes before what the
//           waker reads. [wake_place.left_out] the waker's change of the mask comes before the owner's.
// Units     nanoseconds of CLOCK_MONOTONIC, handed in.
class WakePlace {
 public:
  WakePlace() = default;
  WakePlace(const WakePlace&) = delete;
  WakePlace& operator=(const WakePlace&) = delete;

  // The owner is about to sleep.
  void begin_sleep(int64_t now);
  // The owner runs again, for whatever reason. Its affinity mask is its own again when this returns, or soon
  // after if the waker is changing it at this moment.
  void end_sleep();

  // The owner is another thread now: the last one has ended, in the child of fork(2) in the middle of a sleep.
  void start_afresh() { state_.store(kAwake, std::memory_order_relaxed); }

  // The calling thread is about to wake the owner, if it sleeps at all. native_id: the owner's kernel thread id, written
  // by it before its first sleep, and read here only if it sleeps.
  void avoid_waker(int64_t now, const uint64_t& native_id);

 private:
  static constexpr int64_t kAwake = 0;
  static constexpr int64_t kChanging = -1;
  static constexpr int64_t kLeftOut = -2;  // kLeftOut - P: processor P. Positive: asleep since that time

  Atomic<int64_t> state_{kAwake};
};

}  // namespace limpid::sync
