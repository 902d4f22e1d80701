// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The watcher's life: it starts, asks, rests and ends.
#include "core/task/watcher.h"

#include <stdint.h>
#include <time.h>

#include "core/icv/device_icvs.h"
#include "core/task/in_flight.h"
#include "core/team/adopt.h"
#include "core/team/place_binding.h"
#include "platform/clock.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {
namespace {

// How long it sleeps between two rounds of questions that were all in vain, and with nothing in flight before
// it ends. Those who wait in a construct look more often at first.
constexpr int64_t kShortestNapNs = 50'000;
constexpr int64_t kLongestNapNs = 1'000'000;
constexpr int64_t kLastNapNs = 1'000'000'000;

constinit sync::Mutex g_lock;
constinit bool g_present = false;                 // under g_lock
constinit sync::Atomic<bool> g_can_start{true};   // false: the last attempt to start a thread has failed
constinit sync::Atomic<bool> g_dismissed{false};  // the process ends
constinit sync::Atomic<uint32_t> g_threads{0};    // that have not ended

// Changes with all that is new. Resting, the watcher sleeps until it does.
constinit sync::Atomic<uint32_t> g_bell{0};
constinit sync::Atomic<bool> g_resting{false};

// Nothing is in flight and nobody can have seen this thread since: the next one comes by itself.
bool leave() {
  sync::MutexGuard guard(g_lock);
  if (tasks_in_flight()) return false;
  g_present = false;
  return true;
}

// Orders   [watcher.bell] the bell is rung after the count of tasks has changed, and this looks at the count
//          after it has said that it rests: the ringer sees that it rests, or it sees the count.
// False: nothing came.
bool rest() {
  g_resting.store(true, std::memory_order_seq_cst);  // [watcher.bell]
  const int64_t end = platform::monotonic_ns() + kLastNapNs;
  while (!g_dismissed.load(std::memory_order_acquire) && platform::monotonic_ns() < end) {
    const uint32_t bell = g_bell.load(std::memory_order_seq_cst);
    if (g_in_flight.load(std::memory_order_seq_cst) != 0) break;
    sync::futex_wait_for(g_bell, bell, kLastNapNs);
  }
  g_resting.store(false, std::memory_order_relaxed);
  return tasks_in_flight();
}

void watch(Thread& self) {
  int64_t nap = kShortestNapNs;
  for (;;) {
    const uint32_t bell = g_bell.load(std::memory_order_acquire);
    if (start_waiting_tasks(self) || ask_about_all(self)) {
      nap = kShortestNapNs;
    } else if (tasks_in_flight()) {
      sync::futex_wait_for(g_bell, bell, nap);
      if (nap < kLongestNapNs) nap *= 2;
    } else if (!rest() && leave()) {
      return;
    }
  }
}

// To tools it is an initial thread of its own that waits for devices: it runs target tasks like one.
void* watcher_main(void*) {
  Thread& self = this_thread();
  move_anywhere(self);
  self.state.store(State::wait_target, std::memory_order_relaxed);
  watch(self);
  self.state.store(State::work_serial, std::memory_order_relaxed);
  retire_thread(self);
  g_threads.fetch_sub(1, std::memory_order_release);  // [watcher.ended]
  return nullptr;
}

// True: there was none, and the caller is to start one.
bool claim() {
  sync::MutexGuard guard(g_lock);
  const bool absent = !g_present;
  g_present = true;
  return absent;
}

void start_thread() {
  g_threads.fetch_add(1, std::memory_order_relaxed);
  const bool started = platform::start_thread(watcher_main, nullptr, stacksize_var()) == 0;
  g_can_start.store(started, std::memory_order_relaxed);
  if (started) return;
  g_threads.fetch_sub(1, std::memory_order_relaxed);
  sync::MutexGuard guard(g_lock);
  g_present = false;
}

}  // namespace

void ring_watcher() {
  g_bell.fetch_add(1, std::memory_order_seq_cst);
  if (g_resting.load(std::memory_order_seq_cst)) sync::futex_wake(g_bell, 1);  // [watcher.bell]
  if (claim()) start_thread();
}

bool has_watcher() {
  return g_can_start.load(std::memory_order_relaxed);
}

void end_watcher() {
  constexpr int64_t kGraceNs = 2'000'000'000;
  constexpr timespec kPause{0, 20'000};
  g_dismissed.store(true, std::memory_order_release);
  g_bell.fetch_add(1, std::memory_order_seq_cst);
  const int64_t deadline = platform::monotonic_ns() + kGraceNs;
  sync::futex_wake(g_bell, sync::kWakeAll);
  while (g_threads.load(std::memory_order_acquire) != 0 &&
         platform::monotonic_ns() < deadline)  // [watcher.ended]
    nanosleep(&kPause, nullptr);
  g_dismissed.store(false, std::memory_order_relaxed);
}

void forget_watcher_after_fork() {
  g_lock.reset_after_fork();
  g_present = false;
  g_can_start.store(true, std::memory_order_relaxed);
  g_dismissed.store(false, std::memory_order_relaxed);
  g_threads.store(0, std::memory_order_relaxed);
  g_resting.store(false, std::memory_order_relaxed);
}

}  // namespace limpid::core
