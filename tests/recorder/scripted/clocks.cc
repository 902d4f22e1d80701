// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The recorder's clocks as a script has them: in the place of recorder/clocks.cc.
#include "clocks.h"

#include <atomic>

#include "scripted_time.h"
#include "system.h"

namespace limpid::recorder {

namespace {

uint64_t real_clock(clockid_t clock) {
  timespec t;
  if (clock_gettime(clock, &t) != 0) return 0;
  return static_cast<uint64_t>(t.tv_sec) * kSecond + static_cast<uint64_t>(t.tv_nsec);
}

bool of_thread(clockid_t clock) {
  return clock < 0 && (clock & 7) == 6;
}

// What a thread does between two steps takes no time, but that it ran shows: by one nanosecond, if it did not
// run in the step before.
uint64_t processor_time(pid_t tid, uint64_t real) {
  test::ScriptedThread* thread = test::scripted_thread(tid);
  if (thread == nullptr || real == 0) return 0;
  const uint64_t before = thread->real_ns.exchange(real, std::memory_order_relaxed);
  if (real != before && thread->slept.exchange(false, std::memory_order_relaxed))
    thread->processor_ns.fetch_add(1, std::memory_order_relaxed);
  return thread->processor_ns.load(std::memory_order_relaxed);
}

}  // namespace

uint64_t read_clock(clockid_t clock) {
  if (clock == CLOCK_MONOTONIC) return test::scripted_now();
  if (clock == CLOCK_THREAD_CPUTIME_ID) return processor_time(thread_id(), real_clock(clock));
  if (of_thread(clock)) return processor_time(~(clock >> 3), real_clock(clock));
  return real_clock(clock);
}

bool cycles_measure_time() {
  return false;
}

}  // namespace limpid::recorder
