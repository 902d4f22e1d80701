// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every clock that the recorder reads: what time it is comes into a recording through here, Rounds (rounds.h),
// timers (own_timer.h) and what the kernel counts (thread_times.h), and nowhere else. Tests put a script in the
// place of all four (tests/recorder/scripted).
#pragma once

#include <cstdint>

#include <sys/types.h>
#include <time.h>

namespace limpid::recorder {

inline constexpr uint64_t kSecond = 1'000'000'000;

// Nanoseconds on a clock; 0 if the clock cannot be read (a thread's clock after its end). May set errno.
// Async-signal-safe.
uint64_t read_clock(clockid_t clock);

// Whether the cycle counter runs at one rate on all processors, so that differences mean time.
bool cycles_measure_time();

inline uint64_t now_ns() {
  return read_clock(CLOCK_MONOTONIC);
}

// The processor-time clock of a thread of this process, by its kernel id: the kernel's own encoding (per
// thread, scheduler clock), which pthread_getcpuclockid would compute too but only for a live pthread_t.
inline clockid_t thread_cpu_clock(pid_t tid) {
  return static_cast<clockid_t>((~static_cast<unsigned>(tid) << 3) | 4 | 2);
}

}  // namespace limpid::recorder
