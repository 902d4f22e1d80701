// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits for the calls of a tool's code on other threads.
#include "tools/startup/session.h"

#include <sched.h>

#include "base/grace.h"
#include "core/team/registry.h"
#include "platform/clock.h"

namespace limpid::tools::startup {
namespace {

bool others_are_in_calls() {
  core::Thread* self = core::this_thread_if_known();
  // Pairs: g_threads with [registry.add]; alive with its stores in register_thread() and unregister_thread();
  // the mark with [call.enter] and with the release at the end of a call.
  core::Thread* thread = core::g_threads.load(std::memory_order_acquire);
  for (; thread != nullptr; thread = thread->registration.next.load(std::memory_order_acquire)) {
    if (thread == self || !thread->registration.alive.load(std::memory_order_acquire)) continue;
    if (mark_of(*thread).load(std::memory_order_seq_cst) == 1) return true;  // [call.enter]
  }
  return false;
}

}  // namespace

void await_calls() {
  if (platform::has_process_fence()) platform::process_fence();  // pairs with [call.enter]
  int64_t deadline = platform::monotonic_ns() + base::kGraceNs;
  while (others_are_in_calls() && platform::monotonic_ns() < deadline) sched_yield();
}

}  // namespace limpid::tools::startup
