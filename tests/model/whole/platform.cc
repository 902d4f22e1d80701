// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What core asks of the machine and of lib/, for executions of the whole core: threads are those of the
// model.
#include <stdlib.h>

#include "checker/execution.h"
#include "core/icv/icv.h"
#include "core/team/first_use.h"
#include "core/team/team_budget.h"
#include "core/team/thread.h"
#include "platform/os_thread.h"

namespace limpid::platform {

int start_thread(void* (*entry)(void*), void* argument, size_t) {
  model::Execution::current()->thread([=] {
    core::t_self = &core::g_stranger;
    entry(argument);
  });
  return 0;
}

size_t default_stack_bytes() {
  return 1 << 20;
}

uint64_t native_thread_handle() {
  return 1;
}

uint64_t native_thread_id() {
  return 1;
}

bool is_initial_thread() {
  return true;
}

bool initial_thread_has_ended() {
  return false;
}

}  // namespace limpid::platform

// The runtime's naps are yields here.
extern "C" int nanosleep(const timespec*, timespec*) {
  model::Execution::current()->yield();
  return 0;
}

namespace limpid::core {

// Threads that wait sleep at once: polls add executions, and no order.
void prepare_process() {
  static bool prepared = false;
  if (prepared) return;
  prepared = true;
  setenv("OMP_WAIT_POLICY", "passive", 1);
  setenv("OMP_PROC_BIND", "false", 1);
  read_environment();
  prepare_budgets();
}

void start_observers(Thread&) {}

void prepare_for_workers() {}

}  // namespace limpid::core
