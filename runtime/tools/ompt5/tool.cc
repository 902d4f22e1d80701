// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/ompt5/tool.h"

#include <sched.h>

#include <atomic>

#include "base/check.h"
#include "core/icv/icv.h"
#include "core/team/build.h"
#include "core/team/member.h"
#include "core/team/pool.h"
#include "core/team/registry.h"
#include "core/team/root.h"
#include "events/spine.h"
#include "platform/clock.h"
#include "tools/ompt5/callbacks.h"
#include "tools/ompt5/facts.h"
#include "tools/ompt5/log.h"
#include "tools/ompt5/lookup.h"
#include "tools/ompt5/search.h"

namespace limpid::tools::ompt5 {
namespace {

constinit std::atomic<bool> g_active{false};
constinit ompt_start_tool_result_t* g_tool = nullptr;

// How long the end of the tool waits for callbacks on other threads. A callback that waits for the thread
// that finalizes would otherwise hang the process.
constexpr int64_t kGraceNs = INT64_C(2000000000);

std::atomic_ref<uint32_t> callback_depth(core::Thread& thread) {
  return std::atomic_ref<uint32_t>(thread.nesting_in_runtime);
}

bool others_are_in_callbacks() {
  core::Thread* self = core::this_thread_if_known();
  core::Thread* thread = core::g_threads.load(std::memory_order_acquire);
  for (; thread != nullptr; thread = thread->next_registered.load(std::memory_order_acquire)) {
    if (thread == self || !thread->alive.load(std::memory_order_acquire)) continue;
    if (callback_depth(*thread).load(std::memory_order_seq_cst) != 0) return true;  // [callback.enter]
  }
  return false;
}

void await_callbacks() {
  int64_t deadline = platform::monotonic_ns() + kGraceNs;
  while (others_are_in_callbacks() && platform::monotonic_ns() < deadline) sched_yield();
}

// Both must be there; a tool without a finalizer would not be told of its end.
bool is_complete(const ompt_start_tool_result_t& tool) {
  return tool.initialize != nullptr && tool.finalize != nullptr;
}

int initial_device() {
  return 0;
}  // host only: the host's number is the number of other devices

// Between regions the calling thread can also end the workers: their threads end, and say so.
void end_idle_workers(core::Thread& self) {
  if (self.root == nullptr || self.member != &self.root->member) return;
  core::release_teams(self.root->member);
  core::dismiss_pool();
  core::reopen_pool();
}

}  // namespace

bool active() {
  return g_active.load(std::memory_order_acquire);
}

CallbackScope::CallbackScope(core::Thread& thread) : thread_(thread) {
  if (thread.nesting_in_runtime != 0) return;
  callback_depth(thread).exchange(1,
                                  std::memory_order_seq_cst);  // [callback.enter] before the look at g_active
  entered_ = g_active.load(std::memory_order_seq_cst);         // [callback.active]
  if (!entered_) callback_depth(thread).store(0, std::memory_order_release);
}

CallbackScope::~CallbackScope() {
  if (entered_) callback_depth(thread_).store(0, std::memory_order_release);
}

void start() {
  const core::GlobalIcvs& icvs = core::global_icvs();
  Log log(icvs.tool_verbose_init);
  if (!icvs.tool_enabled) {
    log.say("OMP_TOOL=disabled: no tool is looked for.\n");
    return;
  }
  g_tool = find_tool(icvs.tool_libraries, log);
  if (g_tool == nullptr) {
    log.say("No OMP tool is active.\n");
    return;
  }
  if (!is_complete(*g_tool)) {
    log.say("The tool gave no %s: it is not started.\n",
            g_tool->initialize == nullptr ? "initializer" : "finalizer");
    g_tool = nullptr;
    return;
  }
  log.say("Calling the tool's initializer... ");
  allow_registration(true);
  if (g_tool->initialize(lookup, initial_device(), &g_tool->tool_data) == 0) {
    log.say("it returned 0: the tool is inactive.\n");
    allow_registration(false);
    g_tool = nullptr;
    return;
  }
  g_active.store(true, std::memory_order_seq_cst);
  if (!listen()) {
    log.say("too many tools are active already: the tool is inactive.\n");
    stop();
    return;
  }
  log.say("Tool was started and is using the OMPT interface.\n");
}

void stop() {
  if (!g_active.exchange(false, std::memory_order_seq_cst))
    return;  // [callback.active] pairs with [callback.enter]
  stop_listening();
  allow_registration(false);
  await_callbacks();
  if (g_tool != nullptr) g_tool->finalize(&g_tool->tool_data);
  g_tool = nullptr;
}

void forget_after_fork() {
  g_active.store(false, std::memory_order_relaxed);
  allow_registration(false);
  g_tool = nullptr;
}

void finalize_from_tool() {
  if (!active()) return;
  core::Thread* self = core::this_thread_if_known();
  if (self != nullptr && (self->nesting_in_runtime == 0 || in_control_tool())) {
    end_idle_workers(*self);
    state_end_of_initial_thread(*self);
  }
  stop();
}

}  // namespace limpid::tools::ompt5
