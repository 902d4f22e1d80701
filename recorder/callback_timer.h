// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "cycle_clock.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

// Times one callback in so many, for the account of the recorder's own cost. Whether it is one is decided before, so
// that between the two readings of the clock there is the callback's work alone. Walks of stacks are rare and long,
// and counted by themselves: where one lies in a callback, or the thread has lost its processor, what is counted for
// the callback is the most that one without takes.
class CallbackTimer {
 public:
  // Counts an event; true if this one is to be timed.
  static bool counts(std::atomic<uint64_t>* counter) {
    const uint64_t number = counter->load(std::memory_order_relaxed) + 1;
    counter->store(number, std::memory_order_relaxed);
    return number % kEvery == 0;
  }

  enum class Of { kRegions, kTasks };
  CallbackTimer(Of what, ThreadSlot* slot, const CycleClock& clock)
      : what_(what), slot_(slot), clock_(clock), began_(clock.now()) {}
  ~CallbackTimer() { account(clock_.now() - began_); }
  CallbackTimer(const CallbackTimer&) = delete;
  CallbackTimer& operator=(const CallbackTimer&) = delete;

 private:
  static constexpr uint64_t kEvery = 1024;

  void account(uint64_t ticks) const;

  Of what_;
  ThreadSlot* slot_;
  const CycleClock& clock_;
  uint64_t began_;
};

}  // namespace limpid::recorder
