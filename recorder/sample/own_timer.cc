// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/own_timer.h"

#include <csignal>
#include <ctime>

#include "system.h"

namespace limpid::recorder {

namespace {

timespec time_of(uint64_t ns) {
  return {static_cast<time_t>(ns / kSecond), static_cast<long>(ns % kSecond)};
}

}  // namespace

uint64_t kernel_tick() {
  timespec tick;
  if (clock_getres(CLOCK_MONOTONIC_COARSE, &tick) != 0) return 0;
  return static_cast<uint64_t>(tick.tv_sec) * kSecond + static_cast<uint64_t>(tick.tv_nsec);
}

// By system calls: libc's timers are in a library of their own before glibc 2.34.
bool OwnTimer::start(pid_t thread, int signal, void* token, uint64_t period_ns) {
  const ErrnoGuard keep;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal;
  event.sigev_value.sival_ptr = token;
  event._sigev_un._tid = thread;
  int id = 0;
  if (syscall(SYS_timer_create, thread_cpu_clock(thread), &event, &id) != 0) return false;
  const itimerspec when{time_of(period_ns), time_of(period_ns)};
  if (syscall(SYS_timer_settime, id, 0, &when, nullptr) != 0) {
    syscall(SYS_timer_delete, id);
    return false;
  }
  id_.store(id + 1, std::memory_order_relaxed);
  return true;
}

void OwnTimer::stop() {
  const int id = id_.exchange(kNone, std::memory_order_relaxed);
  if (id == kNone) return;
  const ErrnoGuard keep;
  syscall(SYS_timer_delete, id - 1);
}

}  // namespace limpid::recorder
