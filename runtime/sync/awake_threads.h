// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads of the process compete for its processors.
#pragma once

#include <stdint.h>

#include "platform/sleeping_thread.h"
#include "sync/atomic.h"
#include "sync/policy.h"

namespace limpid::sync {

// The threads of the process that do not sleep in a wait. If they are few, one of them that sleeps may leave a
// processor idle, and its wake-up takes long; a yield finds the thread that computes on the same processor.
//
// Writers  user threads, when a team changes its size. Only hints: relaxed.
class AwakeThreads {
 public:
  // So many threads in teams, and so many processors that they may use.
  static void note_threads(uint32_t threads, uint32_t processors) {
    threads_.store(threads, std::memory_order_relaxed);
    processors_.store(processors, std::memory_order_relaxed);
  }

  // The number of sleepers may be larger than that of the threads in teams: others sleep, too.
  [[nodiscard]] static bool are_few() {
    const uint64_t most = uint64_t{processors_.load(std::memory_order_relaxed)} * policy::kAwakePerProcessor;
    return threads_.load(std::memory_order_relaxed) <= most + platform::SleepingThread::count();
  }

 private:
  static inline constinit Atomic<uint32_t> threads_{UINT32_MAX};  // unknown
  static inline constinit Atomic<uint32_t> processors_{0};
};

}  // namespace limpid::sync
