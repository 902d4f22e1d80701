// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interrupting threads wherever they are, so that a handler asks the runtime there.
#pragma once

#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "entry_points.h"

namespace limpid::check {

inline void handle_interrupts(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
}

// A timer, not set yet, that interrupts the thread that made it. False: there is none to be had.
inline bool make_interrupt_timer(timer_t* timer) {
  sigevent event = {};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  return timer_create(CLOCK_MONOTONIC, &event, timer) == 0;
}

// Calls the inquiry functions that may answer anything.
inline void ask_what_may_be_anything(const EntryPoints& ask) {
  int ids[4];
  ask.num_places();
  ask.place_ids(0, 4, ids);
  ask.place_num();
  ask.partition(4, ids);
  void* address = nullptr;
  size_t size = 0;
  ask.task_memory(&address, &size, 0);
  uint64_t device = 0;
  ompt_id_t target = 0;
  ompt_id_t operation = 0;
  ask.target_info(&device, &target, &operation);
  ask.num_devices();
}

}  // namespace limpid::check
