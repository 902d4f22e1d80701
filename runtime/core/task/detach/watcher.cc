// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The watcher threads: starting, querying, resting and ending.
#include "core/task/detach/watcher.h"

#include <stdint.h>
#include <time.h>

#include "base/check.h"
#include "base/grace.h"
#include "core/icv/device_icvs.h"
#include "core/task/detach/in_flight.h"
#include "core/task/policy.h"
#include "platform/clock.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "sync/mutex.h"
#include "sync/relaxed.h"

namespace limpid::core {
namespace {

constinit sync::Mutex g_lock;
constinit bool g_taken = false;                   // under g_lock: a thread is the lookout or is about to be
constinit uint32_t g_patient = 0;                 // under g_lock: threads whose query may block
constinit uint32_t g_spare = 0;                   // under g_lock: resting threads
constinit uint32_t g_called = 0;                  // under g_lock: resting threads appointed but not yet awake
constinit sync::Atomic<bool> g_can_start{true};   // false: the last attempt to start a thread has failed
constinit sync::Atomic<bool> g_dismissed{false};  // the process ends
constinit sync::Atomic<uint32_t> g_threads{0};    // that have not ended

// The futex on which watchers sleep; changes whenever there is a reason to wake.
//
// Orders   [watcher.bell] release increments pair with the acquire loads before a sleep: a watcher that sees
//          the new count sees what was written before it.
constinit sync::Atomic<uint32_t> g_bell{0};

constinit sync::Relaxed<WatcherMain> g_watcher_main{nullptr};

void start_thread();

// Under g_lock. A task is counted before it enters a line, and the bell rings for it only after that: either
// the thread that gives up the lookout sees the task, or the thread that rings sees that there is no lookout.
// The load pairs with the fetch_add in announce() in in_flight.cc.
bool others_in_flight() {
  return g_in_flight.load(std::memory_order_seq_cst) > g_patient;
}

enum class Next : uint8_t { nobody, spare, thread };

// Under g_lock: makes a resting or new thread the lookout, if there is none. The caller wakes or starts it
// with bring().
Next appoint() {
  if (g_taken) return Next::nobody;
  if (g_spare == 0) {
    if (g_threads.load(std::memory_order_relaxed) >= policy::kMostWatchers) return Next::nobody;
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
  g_bell.fetch_add(1, std::memory_order_release);  // [watcher.bell]
  sync::futex_wake(g_bell, 1);
}

// Gives the lookout up: the caller's next query may block.
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

// After a query that could block. True: the caller is the lookout again. False: another thread is the
// lookout, or there are no other tasks in flight; the caller rests.
bool take_back() {
  sync::MutexGuard guard(g_lock);
  --g_patient;
  if (!g_taken && others_in_flight()) return g_taken = true;
  ++g_spare;
  return false;
}

// True if no tasks are in flight: the caller is no longer the lookout.
bool stand_down() {
  sync::MutexGuard guard(g_lock);
  if (others_in_flight()) return false;
  g_taken = false;
  ++g_spare;
  return true;
}

// Rests. True: the caller is the lookout now. False: it was not needed in time and must end.
bool rest() {
  const int64_t end = platform::monotonic_ns() + policy::kLastNapNs;
  for (;;) {
    const uint32_t bell = g_bell.load(std::memory_order_acquire);  // [watcher.bell]
    {
      sync::MutexGuard guard(g_lock);
      if (g_called > 0) {
        --g_called;
        return true;
      }
      // Pairs with the store in end_watchers().
      if (g_dismissed.load(std::memory_order_acquire) || platform::monotonic_ns() >= end) {
        --g_spare;
        return false;
      }
    }
    sync::futex_wait_for(g_bell, bell, policy::kLastNapNs);
  }
}

enum class Round : uint8_t { in_vain, landed, lookout_lost };

// Queries each task once. Those that are not done enter the line again.
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

// The work of the lookout, until the caller no longer has that role.
void watch(Thread& self) {
  int64_t nap = policy::kShortestNapNs;
  for (;;) {
    const uint32_t bell = g_bell.load(std::memory_order_acquire);  // [watcher.bell]
    const bool started = start_waiting_tasks(self);
    const Round round = started ? Round::landed : ask_round(self);
    if (round == Round::lookout_lost) return;
    if (round == Round::landed) {
      nap = policy::kShortestNapNs;
    } else if (stand_down()) {
      return;
    } else {
      sync::futex_wait_for(g_bell, bell, nap);
      if (nap < policy::kLongestNapNs) nap *= 2;
    }
  }
}

void start_thread() {
  LIMPID_DCHECK(g_watcher_main != nullptr);  // a task in flight has an attached thread
  g_threads.fetch_add(1, std::memory_order_relaxed);
  const bool started = platform::start_thread(g_watcher_main, nullptr, stacksize_var()) == 0;
  g_can_start.store(started, std::memory_order_relaxed);
  if (started) return;
  g_threads.fetch_sub(1, std::memory_order_relaxed);
  sync::MutexGuard guard(g_lock);
  g_taken = false;
}

}  // namespace

void set_watcher_main(WatcherMain main) {
  g_watcher_main = main;
}

void serve_as_watcher(Thread& self) {
  self.asking.watches = true;
  self.state.store(State::wait_target, std::memory_order_relaxed);
  do watch(self);
  while (rest());
  self.state.store(State::work_serial, std::memory_order_relaxed);
}

void note_watcher_end() {
  LIMPID_DCHECK(g_threads.load(std::memory_order_relaxed) > 0);
  g_threads.fetch_sub(1, std::memory_order_release);  // [watcher.ended]
}

void ring_watcher() {
  g_bell.fetch_add(1, std::memory_order_release);  // [watcher.bell]
  if (t_self->asking.watches) return;              // it will see a task that it adds itself
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
  constexpr timespec kPause{0, 20'000};
  g_dismissed.store(true, std::memory_order_release);  // pairs with the load in rest()
  g_bell.fetch_add(1, std::memory_order_release);      // [watcher.bell]
  const int64_t deadline = platform::monotonic_ns() + base::kGraceNs;
  sync::futex_wake(g_bell, sync::kWakeAll);
  // [watcher.ended]
  while (g_threads.load(std::memory_order_acquire) != 0 && platform::monotonic_ns() < deadline)
    nanosleep(&kPause, nullptr);
  g_dismissed.store(false, std::memory_order_relaxed);
}

// The child has only the calling thread.
void forget_watchers_after_fork() {
  g_lock.reset_after_fork();
  g_taken = false;
  g_patient = 0;
  g_spare = 0;
  g_called = 0;
  if (Thread* const self = this_thread_if_known()) self->asking.watches = false;
  g_can_start.store(true, std::memory_order_relaxed);
  g_dismissed.store(false, std::memory_order_relaxed);
  g_threads.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::core
