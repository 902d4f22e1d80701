// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many threads of the process sleep in futex_wait().
#pragma once

#include <stdint.h>

#include <atomic>

namespace limpid::platform {

// A thread that sleeps in a futex, or is about to, or has just been woken. Async-signal-safe.
class SleepingThread {
 public:
  SleepingThread() { count_.fetch_add(1, std::memory_order_relaxed); }
  ~SleepingThread() { count_.fetch_sub(1, std::memory_order_relaxed); }
  SleepingThread(const SleepingThread&) = delete;
  SleepingThread& operator=(const SleepingThread&) = delete;

  // How many there are: a hint, which may be out of date at once.
  [[nodiscard]] static uint32_t count() { return count_.load(std::memory_order_relaxed); }
  // In a fork's child: the others are gone.
  static void forget_all() { count_.store(0, std::memory_order_relaxed); }

 private:
  // Every thread that sleeps writes this line twice. That costs little beside the system call between.
  static inline constinit std::atomic<uint32_t> count_{0};
};

}  // namespace limpid::platform
