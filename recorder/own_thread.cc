// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "own_thread.h"

#include <cerrno>
#include <csignal>

#include <linux/futex.h>

#include "sample/real_functions.h"
#include "system.h"

namespace limpid::recorder {

bool start_own_thread(pthread_t* thread, size_t stack_bytes, void* (*enter)(void*), void* argument) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, stack_bytes);
  sigset_t all, before;
  sigfillset(&all);
  real::pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failed = real::pthread_create(thread, &attributes, enter, argument);
  real::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (failed != 0) errno = failed;
  return failed == 0;
}

bool stop_own_thread(pthread_t thread, std::atomic<uint32_t>* stop, uint64_t patience_ns) {
  stop->store(1, std::memory_order_release);
  syscall(SYS_futex, stop, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
  timespec limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  const uint64_t until = static_cast<uint64_t>(limit.tv_nsec) + patience_ns;
  limit.tv_sec += static_cast<time_t>(until / kSecond);
  limit.tv_nsec = static_cast<long>(until % kSecond);
  return pthread_timedjoin_np(thread, nullptr, &limit) == 0;
}

}  // namespace limpid::recorder
