// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The watcher's life: it starts, asks, rests and ends.
#include "core/task/watcher.h"

#include <stdint.h>
#include <time.h>

#include "base/check.h"
#include "core/icv/device_icvs.h"
#include "core/task/in_flight.h"
#include "core/team/attach.h"
#include "core/team/place_binding.h"
#include "platform/clock.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {
namespace {

// How long the lookout sleeps between two rounds of questions that were all in vain, and a thread without it
// before it ends. Those who wait in a construct look more often at first.
constexpr int64_t kShortestNapNs = 50'000;
constexpr int64_t kLongestNapNs = 1'000'000;
constexpr int64_t kLastNapNs = 1'000'000'000;

// More operations than that may have to wait for each other.
constexpr uint32_t kMostThreads = 8;

constinit sync::Mutex g_lock;
constinit bool g_taken = false;                   // under g_lock: some thread has the lookout, or will come
constinit uint32_t g_patient = 0;                 // under g_lock: threads that ask and may be blocked
constinit uint32_t g_spare = 0;                   // under g_lock: threads that rest
constinit uint32_t g_called = 0;                  // under g_lock: of those that rested, who will come
constinit sync::Atomic<bool> g_can_start{true};   // false: the last attempt to start a thread has failed
constinit sync::Atomic<bool> g_dismissed{false};  // the process ends
constinit sync::Atomic<uint32_t> g_threads{0};    // that have not ended

// Changes with all that is new; what the threads here sleep on.
constinit sync::Atomic<uint32_t> g_bell{0};

// A watcher that has done something new looks at it itself.
constinit thread_local bool t_watches = false;

void start_thread();

// Under g_lock. A task is counted before it is in a line, and not before the bell is rung for it: who gives
// up the lookout sees it, or whoever rings finds that nobody has it.
bool others_in_flight() {
  return g_in_flight.load(std::memory_order_seq_cst) > g_patient;
}

enum class Next : uint8_t { nobody, spare, thread };

// Under g_lock: gives the lookout to somebody who is not there yet. The caller brings him.
Next appoint() {
  if (g_taken) return Next::nobody;
  if (g_spare == 0) {
    if (g_threads.load(std::memory_order_relaxed) >= kMostThreads) return Next::nobody;
    g_taken = true;
    return Next::thread;
  }
  g_taken = true;
  --g_spare;
  ++g_called;
  return Next::spare;
}

void bring(Next next) {
  if (next == Next::thread) start_thread();
  if (next != Next::spare) return;
  g_bell.fetch_add(1, std::memory_order_release);
  sync::futex_wake(g_bell, 1);
}

// The caller is about to be patient with one task.
void hand_over() {
  Next next = Next::nobody;
  {
    sync::MutexGuard guard(g_lock);
    ++g_patient;
    g_taken = false;
    if (others_in_flight()) next = appoint();
  }
  bring(next);
}

// It has been. False: somebody else has the lookout, or there is nothing to look at.
bool take_back() {
  sync::MutexGuard guard(g_lock);
  --g_patient;
  if (!g_taken && others_in_flight()) return g_taken = true;
  ++g_spare;
  return false;
}

// True if there is nothing to look at.
bool stand_down() {
  sync::MutexGuard guard(g_lock);
  if (others_in_flight()) return false;
  g_taken = false;
  ++g_spare;
  return true;
}

// Without the lookout. True: the caller has it now. False: nobody needed it.
bool rest() {
  const int64_t end = platform::monotonic_ns() + kLastNapNs;
  for (;;) {
    const uint32_t bell = g_bell.load(std::memory_order_acquire);
    {
      sync::MutexGuard guard(g_lock);
      if (g_called > 0) {
        --g_called;
        return true;
      }
      if (g_dismissed.load(std::memory_order_acquire) || platform::monotonic_ns() >= end) {
        --g_spare;
        return false;
      }
    }
    sync::futex_wait_for(g_bell, bell, kLastNapNs);
  }
}

enum class Round : uint8_t { in_vain, landed, lookout_lost };

// Each task once: those that are in vain line up again.
Round ask_round(Thread& self) {
  Round round = Round::in_vain;
  for (uint32_t left = g_in_flight.load(std::memory_order_relaxed); left > 0; --left) {
    Task* const task = take_in_flight();
    if (task == nullptr) break;
    const bool patient = self.asking.may_be_blocked();
    if (patient) hand_over();
    if (ask_about(self, *task)) round = Round::landed;
    if (patient && !take_back()) return Round::lookout_lost;
  }
  return round;
}

// With the lookout, and until the caller has lost it.
void watch(Thread& self) {
  int64_t nap = kShortestNapNs;
  for (;;) {
    const uint32_t bell = g_bell.load(std::memory_order_acquire);
    const bool started = start_waiting_tasks(self);
    const Round round = started ? Round::landed : ask_round(self);
    if (round == Round::lookout_lost) return;
    if (round == Round::landed) {
      nap = kShortestNapNs;
    } else if (stand_down()) {
      return;
    } else {
      sync::futex_wait_for(g_bell, bell, nap);
      if (nap < kLongestNapNs) nap *= 2;
    }
  }
}

// To tools each is an initial thread of its own that waits for devices: it runs target tasks like one.
void* watcher_main(void*) {
  Thread& self = this_thread();
  t_watches = true;
  move_anywhere(self);
  self.state.store(State::wait_target, std::memory_order_relaxed);
  do watch(self);
  while (rest());
  self.state.store(State::work_serial, std::memory_order_relaxed);
  retire_thread(self);
  LIMPID_DCHECK(g_threads.load(std::memory_order_relaxed) > 0);
  g_threads.fetch_sub(1, std::memory_order_release);  // [watcher.ended]
  return nullptr;
}

void start_thread() {
  g_threads.fetch_add(1, std::memory_order_relaxed);
  const bool started = platform::start_thread(watcher_main, nullptr, stacksize_var()) == 0;
  g_can_start.store(started, std::memory_order_relaxed);
  if (started) return;
  g_threads.fetch_sub(1, std::memory_order_relaxed);
  sync::MutexGuard guard(g_lock);
  g_taken = false;
}

}  // namespace

void ring_watcher() {
  g_bell.fetch_add(1, std::memory_order_release);
  if (t_watches) return;
  Next next;
  {
    sync::MutexGuard guard(g_lock);
    next = appoint();
  }
  bring(next);
}

bool has_watcher() {
  return g_can_start.load(std::memory_order_relaxed);
}

void end_watchers() {
  constexpr int64_t kGraceNs = 2'000'000'000;
  constexpr timespec kPause{0, 20'000};
  g_dismissed.store(true, std::memory_order_release);
  g_bell.fetch_add(1, std::memory_order_release);
  const int64_t deadline = platform::monotonic_ns() + kGraceNs;
  sync::futex_wake(g_bell, sync::kWakeAll);
  while (g_threads.load(std::memory_order_acquire) != 0 &&
         platform::monotonic_ns() < deadline)  // [watcher.ended]
    nanosleep(&kPause, nullptr);
  g_dismissed.store(false, std::memory_order_relaxed);
}

// Nobody else is left.
void forget_watchers_after_fork() {
  g_lock.reset_after_fork();
  g_taken = false;
  g_patient = 0;
  g_spare = 0;
  g_called = 0;
  t_watches = false;
  g_can_start.store(true, std::memory_order_relaxed);
  g_dismissed.store(false, std::memory_order_relaxed);
  g_threads.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::core
