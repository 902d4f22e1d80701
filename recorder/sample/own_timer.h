// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

// The distance of the kernel's ticks, in ns; 0 if it is not known.
uint64_t kernel_tick();

// A timer on the processor time of one thread that sends it a signal. The kernel looks at such timers at its tick, which
// interrupts a running thread anyway: a signal costs little more than its handler, and a thread that does not run gets
// none. So it comes at most once a tick.
class OwnTimer {
 public:
  // From now on `signal` comes once in each `period_ns` of what the thread runs, with `token` as its value. False, and
  // nothing is started, if the kernel has no such timer or no room for one. Of a thread of this process; by one thread at
  // a time (the sampler), while the timer is stopped.
  bool start(pid_t thread, int signal, void* token, uint64_t period_ns);

  // No signal is sent any more; one that was sent may still be on its way. Any thread, also in handlers; harmless to
  // repeat.
  void stop();

  bool started() const { return id_.load(std::memory_order_relaxed) != kNone; }

  // In a forked child, which has no timers: the numbers are those of the parent's.
  void forget() { id_.store(kNone, std::memory_order_relaxed); }

 private:
  static constexpr int kNone = 0;

  // The kernel's number of it, from 0, and 1; a slot begins as zeroed memory. Who takes it out deletes the timer.
  std::atomic<int> id_{kNone};
};

}  // namespace limpid::recorder
