// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/signal_cost.h"

#include <algorithm>
#include <csignal>

#include "sample/real_functions.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constexpr int kTries = 8;

// The shortest of some calls: the others were disturbed.
uint64_t cost_of(void (*call)()) {
  uint64_t least = ~0ull;
  for (int i = 0; i < kTries; ++i) {
    const uint64_t began = now_ns();
    call();
    least = std::min(least, now_ns() - began);
  }
  return least;
}

// The system call alone: no signal comes of it.
void send_nothing() {
  syscall(SYS_tgkill, getpid(), thread_id(), 0);
}

}  // namespace

uint64_t measure_delivery(int signal, void (*send)()) {
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, signal);
  real::pthread_sigmask(SIG_UNBLOCK, &only, &before);
  const uint64_t delivered = cost_of(send), sent = cost_of(send_nothing);
  real::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return delivered > sent ? delivered - sent : 0;
}

}  // namespace limpid::recorder
