// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeping, starting and ending the worker threads of the process.
#include "core/team/pool.h"

#include <time.h>

#include "base/check.h"
#include "base/grace.h"
#include "core/data/root.h"
#include "core/icv/device_icvs.h"
#include "core/team/first_use.h"
#include "core/team/policy.h"
#include "core/team/registry.h"
#include "platform/clock.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {
namespace {

constinit sync::Mutex g_pool_lock;
constinit Thread* g_pool = nullptr;              // under g_pool_lock
constinit bool g_dismissed = false;              // under g_pool_lock
constinit sync::Atomic<uint32_t> g_workers{0};   // native threads started and not yet ended
constinit sync::Atomic<uint32_t> g_in_teams{0};  // of these, those with a slot in a team, or assigned to one

Thread* take_pooled() {
  sync::MutexGuard guard(g_pool_lock);
  Thread* thread = g_pool;
  LIMPID_DCHECK(thread == nullptr || thread->pool.assignment.load(std::memory_order_relaxed) == nullptr);
  if (thread != nullptr) g_pool = thread->pool.next;
  return thread;
}

bool start_worker(Member& member, Root& root) {
  prepare_for_workers();
  Thread* thread = register_thread(events::ThreadKind::worker);
  if (thread == nullptr) return false;
  thread->root = &root;
  thread->pool.assignment.store(&member, std::memory_order_relaxed);
  member.thread.store(thread, std::memory_order_relaxed);
  g_workers.fetch_add(1, std::memory_order_relaxed);
  g_in_teams.fetch_add(1, std::memory_order_relaxed);
  if (platform::start_thread(worker_main, thread, stacksize_var()) == 0) return true;
  g_workers.fetch_sub(1, std::memory_order_relaxed);
  g_in_teams.fetch_sub(1, std::memory_order_relaxed);
  member.thread.store(nullptr, std::memory_order_relaxed);
  unregister_thread(*thread);
  return false;
}

// Adds the worker to the pool unless the process is ending.
bool join_pool(Thread& self) {
  sync::MutexGuard guard(g_pool_lock);
  LIMPID_DCHECK(self.member == nullptr && !self.pool.dismissed.load(std::memory_order_relaxed));
  if (g_dismissed) return false;
  self.pool.next = g_pool;
  g_pool = &self;
  return true;
}

// Workers in a team of another native thread stay. The wait is given up when no worker has ended for the
// grace: then a tool's thread-end callback hangs. The limit is per worker, because hundreds of them on few
// processors may take longer in all.
void await_end_of_pooled() {
  uint32_t left = UINT32_MAX;
  int64_t deadline = 0;
  for (;;) {
    const uint32_t workers = g_workers.load(std::memory_order_acquire);  // [pool.ended]
    if (workers <= g_in_teams.load(std::memory_order_relaxed)) return;
    const int64_t now = platform::monotonic_ns();
    if (workers != left) deadline = now + base::kGraceNs;
    if (now >= deadline) return;
    left = workers;
    timespec pause{0, 20'000};
    nanosleep(&pause, nullptr);
  }
}

}  // namespace

bool assign_worker(Member& member, Root& root) {
  LIMPID_DCHECK(member.thread.load(std::memory_order_relaxed) == nullptr);  // the slot is empty
  Thread* thread = take_pooled();
  if (thread == nullptr) return start_worker(member, root);
  thread->root = &root;
  g_in_teams.fetch_add(1, std::memory_order_relaxed);
  member.thread.store(thread, std::memory_order_relaxed);
  thread->pool.assignment.store(&member, std::memory_order_release);  // [pool.slot]
  thread->pool.parker.notify();
  return true;
}

Member* wait_for_slot(Thread& self) {
  for (;;) {
    // [pool.slot]
    if (Member* member = self.pool.assignment.exchange(nullptr, std::memory_order_acquire)) {
      LIMPID_DCHECK(member->thread.load(std::memory_order_relaxed) == &self);
      return member;
    }
    if (self.pool.dismissed.load(std::memory_order_relaxed)) return nullptr;
    self.pool.parker.sleep_unless([&] {
      return self.pool.assignment.load(std::memory_order_relaxed) != nullptr ||
             self.pool.dismissed.load(std::memory_order_relaxed);
    });
  }
}

Member* return_to_pool(Thread& self) {
  return join_pool(self) ? wait_for_slot(self) : nullptr;
}

void note_slot_left() {
  LIMPID_DCHECK(g_in_teams.load(std::memory_order_relaxed) > 0);
  g_in_teams.fetch_sub(1, std::memory_order_relaxed);
}

void worker_ended(Thread& self) {
  LIMPID_DCHECK(g_workers.load(std::memory_order_relaxed) > 0);
  unregister_thread(self);
  g_workers.fetch_sub(1, std::memory_order_release);  // [pool.ended]
}

void dismiss_pool_without_waiting() {
  sync::MutexGuard guard(g_pool_lock);
  g_dismissed = true;
  for (Thread* thread = g_pool; thread != nullptr; thread = thread->pool.next) {
    thread->pool.dismissed.store(true, std::memory_order_relaxed);  // tells no more than itself
    thread->pool.parker.notify();
  }
  g_pool = nullptr;
}

void dismiss_pool() {
  dismiss_pool_without_waiting();
  await_end_of_pooled();
}

void reopen_pool() {
  sync::MutexGuard guard(g_pool_lock);
  g_dismissed = false;
}

void reset_pool_in_child() {
  g_pool_lock.reset_after_fork();
  g_pool = nullptr;
  g_dismissed = false;
  g_workers.store(0, std::memory_order_relaxed);
  g_in_teams.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::core
