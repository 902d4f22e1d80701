// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "sample/thread_slot.h"

namespace limpid::recorder {

// Times one callback in so many, for the account of the recorder's own cost. Walks of stacks are rare and long, and
// counted by themselves: where one lies in a callback, or the thread has lost its processor, what is counted for the
// callback is the most that one without takes.
class CallbackTimer {
 public:
  // Counts an event, and answers its number.
  static uint64_t next(std::atomic<uint64_t>* counter) {
    const uint64_t number = counter->load(std::memory_order_relaxed) + 1;
    counter->store(number, std::memory_order_relaxed);
    return number;
  }

  CallbackTimer(ThreadSlot* slot, uint64_t event) : slot_(slot) {
    if (event % kEvery == 0) [[unlikely]]
      begin();
  }
  ~CallbackTimer() {
    if (timed_) [[unlikely]]
      end();
  }
  CallbackTimer(const CallbackTimer&) = delete;
  CallbackTimer& operator=(const CallbackTimer&) = delete;

 private:
  static constexpr uint64_t kEvery = 1024;

  void begin();
  void end() const;

  ThreadSlot* slot_;
  uint64_t began_ = 0;
  bool timed_ = false;
};

}  // namespace limpid::recorder
