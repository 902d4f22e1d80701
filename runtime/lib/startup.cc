// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start-up of the runtime and of the tools, the end of the process, and the steps of a fork's child.
#include <pthread.h>
#include <stdlib.h>

#include "core/data/root.h"
#include "core/data/team_spin_policy.h"
#include "core/device/device_library.h"
#include "core/device/devices.h"
#include "core/icv/device_icvs.h"
#include "core/icv/icv.h"
#include "core/memory/allocation_registry.h"
#include "core/memory/device_blocks.h"
#include "core/memory/threadprivate.h"
#include "core/task/detach/watcher.h"
#include "core/team/after_fork.h"
#include "core/team/attach.h"
#include "core/team/first_use.h"
#include "core/team/idle_workers.h"
#include "events/emit.h"
#include "lib/attach.h"
#include "lib/startup.h"
#include "lib/tool_start.h"
#include "platform/freed_memory.h"
#include "platform/futex.h"
#include "platform/os_thread.h"
#include "platform/sleep_probe.h"
#include "platform/upper_halves.h"
#include "sync/mutex.h"

namespace limpid::core {
namespace {

constinit sync::Mutex g_preparation;
constinit std::atomic<bool> g_prepared{false};

// The start of tools: 0 not requested yet, 1 tools are starting, 2 they have started.
enum : uint32_t { kNotStarted, kStarting, kStarted };
constinit std::atomic<uint32_t> g_tool_start{kNotStarted};

// The tools have finished, in this process.
constinit bool g_tools_finished = false;

// On the thread that ends the process: the workers emit their end and destroy their copies of threadprivate
// variables, at the time when the program's static objects are destroyed; then the tools finish. The second
// call ends workers that were started since the first.
void finish_process() {
  Thread* const self = this_thread_if_known();
  lib::await_attachment();
  const bool observed = events::anyone_observes();
  if (observed) lib::stop_collector();
  // Static destructors of the program may still open regions.
  if (observed || copies_have_destructors()) end_idle_workers(self);
  if (!observed || g_tools_finished) return;
  g_tools_finished = true;
  if (self == nullptr || self->asking.about == nullptr) end_watchers();
  if (self != nullptr) {
    end_devices_of_engines(*self);
    lib::end_devices();  // before this thread emits its own end
    end_initial_thread(*self);
  }
  end_device_library();
  lib::stop_tools();
  lib::await_attachment();  // it may have been ending just now, on the thread that attached it
}

void finish_observed_process() {
  if (events::anyone_observes()) finish_process();
}

void start_over_after_fork() {
  Thread* self = this_thread_if_known();
  g_preparation.reset_after_fork();
  reset_device_icvs_after_fork();
  AllocationRegistry::process().reset_after_fork();
  reset_device_blocks_after_fork();
  g_tools_finished = false;
  start_over_in_child(self);
  lib::forget_tools_after_fork();
  forget_device_library();
  forget_told_devices();
  // The child requests a tool again at its next OpenMP use. A child that was forked inside a region gets
  // none: a tool must observe a region from its start.
  bool inside = self != nullptr && self->member != &self->root->member;
  g_tool_start.store(inside ? kStarted : kNotStarted, std::memory_order_relaxed);
  if (self != nullptr && !inside) forget_until_next_use(*self);
}

// Waits until the tools have started. False: the thread that starts them has been asleep in one wait for a
// second, so it probably waits for the calling thread. This happens when a tool's initializer starts a thread
// that uses OpenMP, and joins it.
bool await_tools(const std::atomic<uint64_t>& starter) {
  constexpr int64_t kPollNs = 50000000;
  constexpr int kMaxAsleepPolls = 20;
  platform::SleepProbe probe;
  // Pairs with the release of kStarted in start_tools_once().
  for (int asleep = 0; g_tool_start.load(std::memory_order_acquire) == kStarting;) {
    asleep = probe.still_asleep(starter.load(std::memory_order_relaxed)) ? asleep + 1 : 0;
    if (asleep == kMaxAsleepPolls) return false;
    platform::futex_wait_for(g_tool_start, kStarting, kPollNs);
  }
  return true;
}

// False: await_tools() gave up.
bool start_tools_or_wait(uint64_t native_id) {
  static constinit std::atomic<uint64_t> starter{};
  uint32_t state = kNotStarted;
  // A failure acquires: pairs with the release of kStarted below.
  if (g_tool_start.compare_exchange_strong(state, kStarting, std::memory_order_acquire)) {
    starter.store(native_id, std::memory_order_relaxed);
    lib::start_tools();
    static constinit bool registered = false;
    if (!registered) atexit(finish_process);
    registered = true;
    // Pairs with the acquires above and in await_tools().
    g_tool_start.store(kStarted, std::memory_order_release);
    platform::futex_wake(g_tool_start, platform::kWakeAll);
    return true;
  }
  // A tool's initializer that calls OpenMP gets here on the starting thread: it must not wait for itself.
  if (state != kStarting || starter.load(std::memory_order_relaxed) == native_id) return true;
  return await_tools(starter);
}

}  // namespace

void prepare_process() {
  // Acquire pairs with the release at the end of this function.
  if (g_prepared.load(std::memory_order_acquire)) return;
  sync::MutexGuard guard(g_preparation);
  if (g_prepared.load(std::memory_order_relaxed)) return;
  platform::find_upper_halves();
  read_environment();
  if (global_icvs().keeps_freed_memory) platform::keep_freed_memory();
  prepare_spin_policies();
  make_exit_key();
  pthread_atfork(nullptr, nullptr, start_over_after_fork);
  g_prepared.store(true, std::memory_order_release);  // pairs with the acquire at the begin
}

void start_tools_once(Thread& self) {
  if (start_tools_or_wait(self.identity.native_id)) return;
  self.tools.nesting = ThreadToolData::kOwnedByTool;
}

// If a library's constructor is the first to use OpenMP, the function that start_tools_once() registers is
// called when libraries are destroyed, after those that use this one. If the tool is one of these, its
// callbacks and its finalizer would run in a destroyed library. The function registered here is called before
// that, provided that no constructor starts workers.
void prepare_for_workers() {
  static constinit std::atomic<bool> registered{false};
  if (registered.load(std::memory_order_relaxed)) return;
  if (!registered.exchange(true, std::memory_order_relaxed)) atexit(finish_observed_process);
}

}  // namespace limpid::core

void limpid::lib::start_tools_before_use() {
  core::start_tools_or_wait(platform::native_thread_id());
}
