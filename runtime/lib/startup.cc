// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <pthread.h>
#include <stdlib.h>

#include "core/device/device_library.h"
#include "core/icv/device_icvs.h"
#include "core/icv/icv.h"
#include "core/memory/allocation_registry.h"
#include "core/memory/threadprivate.h"
#include "core/task/watcher.h"
#include "core/team/after_fork.h"
#include "core/team/attach.h"
#include "core/team/build.h"
#include "core/team/first_use.h"
#include "core/team/pool.h"
#include "core/team/root.h"
#include "core/team/team_spin_policy.h"
#include "events/emit.h"
#include "lib/tool_start.h"
#include "platform/futex.h"
#include "platform/sleep_probe.h"
#include "sync/mutex.h"

namespace limpid::core {
namespace {

constinit sync::Mutex g_preparation;
constinit std::atomic<bool> g_prepared{false};

// 0: no tool asked for yet; 1: tools are starting; 2: started.
enum : uint32_t { kNotStarted, kStarting, kStarted };
constinit std::atomic<uint32_t> g_observers{kNotStarted};

// Where the process ends inside a region, its workers are left as they are. The thread that ends it may never
// have used OpenMP: the workers that there are then have been another's.
void end_workers(const Thread* self) {
  if (self != nullptr && self->member != &self->root->member) return;
  if (self != nullptr) release_teams(self->root->member);
  dismiss_pool();
  reopen_pool();  // static destructors of the program may still open regions
}

// The tools have finished, in this process.
constinit bool g_tools_finished = false;

// On the thread that ends the process: the workers state their end and destroy what they have of
// threadprivate variables, as the program's static objects are destroyed; then the tools finish. The second
// call ends what was begun since.
void finish_process() {
  Thread* const self = this_thread_if_known();
  const bool heard = events::anyone_observes();
  if (heard) lib::silence_collector();
  if (heard || copies_have_destructors()) end_workers(self);
  if (!heard || g_tools_finished) return;
  g_tools_finished = true;
  if (self == nullptr || self->asking.about == nullptr) end_watchers();
  if (self != nullptr) {
    lib::end_devices();  // before the thread that tells of it says its last word
    end_initial_thread(*self);
  }
  end_device_library();
  lib::stop_tools();
}

void finish_observed_process() {
  if (events::anyone_observes()) finish_process();
}

void start_over_after_fork() {
  Thread* self = this_thread_if_known();
  g_preparation.reset_after_fork();
  reset_device_icvs_after_fork();
  NotedBlocks::process().reset_after_fork();
  g_tools_finished = false;
  start_over_in_child(self);
  lib::forget_tools_after_fork();
  forget_device_library();
  // The child asks for a tool again at its next OpenMP use. One that was forked inside a region goes on in
  // the middle of what its tool would have had to see from the start: it has none.
  bool inside = self != nullptr && self->member != &self->root->member;
  g_observers.store(inside ? kStarted : kNotStarted, std::memory_order_relaxed);
  if (self != nullptr && !inside) forget_until_next_use(*self);
}

// Until the tools have started. False: the thread that starts them has been asleep in one wait for a second,
// so it may well be waiting for the calling one, as when a tool's initializer starts a thread that uses
// OpenMP, and joins it.
bool await_tools(const std::atomic<uint64_t>& starter) {
  constexpr int64_t kLookNs = 50000000;
  constexpr int kPatience = 20;
  platform::SleepProbe probe;
  for (int asleep = 0; g_observers.load(std::memory_order_acquire) == kStarting;) {
    asleep = probe.still_asleep(starter.load(std::memory_order_acquire)) ? asleep + 1 : 0;
    if (asleep == kPatience) return false;
    platform::futex_wait_for(g_observers, kStarting, kLookNs);
  }
  return true;
}

}  // namespace

void prepare_process() {
  if (g_prepared.load(std::memory_order_acquire)) return;
  sync::MutexGuard guard(g_preparation);
  if (g_prepared.load(std::memory_order_relaxed)) return;
  read_environment();
  prepare_spin_policies();
  make_exit_key();
  pthread_atfork(nullptr, nullptr, start_over_after_fork);
  g_prepared.store(true, std::memory_order_release);
}

void start_observers(Thread& self) {
  static constinit std::atomic<uint64_t> starter{};
  uint32_t state = kNotStarted;
  if (g_observers.compare_exchange_strong(state, kStarting, std::memory_order_acq_rel)) {
    starter.store(self.native_id, std::memory_order_release);
    lib::start_tools();
    static constinit bool registered = false;
    if (!registered) atexit(finish_process);
    registered = true;
    g_observers.store(kStarted, std::memory_order_release);
    platform::futex_wake(g_observers, platform::kWakeAll);
    return;
  }
  // A tool's initializer that calls OpenMP comes here on the starting thread: it must not wait for itself.
  if (state != kStarting || starter.load(std::memory_order_acquire) == self.native_id) return;
  if (!await_tools(starter)) self.nesting_in_runtime = Thread::kOwnedByTool;
}

// Where a library's constructor is the first to use OpenMP, what is registered then is called when the
// libraries are destroyed, and so after those are that use this one: a tool among them would be called, by
// workers too, and finished in ruins. What is registered now comes before, provided that no constructor
// starts workers.
void prepare_for_workers() {
  static constinit std::atomic<bool> registered{false};
  if (registered.load(std::memory_order_relaxed)) return;
  if (!registered.exchange(true, std::memory_order_relaxed)) atexit(finish_observed_process);
}

}  // namespace limpid::core
