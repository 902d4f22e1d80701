// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adding threads to the list of all threads, and recycling those that have ended.
#include "core/team/registry.h"

#include <new>

#include "base/check.h"
#include "core/lock/lock_word.h"
#include "platform/memory.h"
#include "platform/os_thread.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

constinit sync::Atomic<Thread*> g_threads{nullptr};
constinit uint64_t g_next_thread_id = 1;
constinit sync::Atomic<uint64_t> g_region_ids{1};
constinit sync::Atomic<uint64_t> g_task_ids{1};
constinit sync::Atomic<uint64_t> g_unique_ids{1};
constinit Thread g_unregistered{Thread::Unregistered{}};
thread_local constinit Thread* t_self = &g_unregistered;

namespace {

constinit sync::Mutex g_registry;
constinit sync::Atomic<uint32_t> g_live{0};
constinit sync::Atomic<uint32_t> g_ended{0};  // registered and not alive: what recycle_locked() may find

// A thread that has ended, or null. Its memory (slabs, id blocks) is reused by the next one. The count is a hint:
// where it is not up to date, another thread is made, or none is found.
Thread* recycle_locked() {
  if (g_ended.load(std::memory_order_relaxed) == 0)
    return nullptr;  // so that 10,000 threads start in linear time
  for (Thread* thread = g_threads.load(std::memory_order_relaxed); thread != nullptr;
       thread = thread->registration.next.load(std::memory_order_relaxed)) {
    if (thread->registration.alive.load(std::memory_order_acquire))
      continue;  // pairs with unregister_thread()
    g_ended.fetch_sub(1, std::memory_order_relaxed);
    return thread;
  }
  return nullptr;
}

Thread* create_locked() {
  void* memory = platform::map_ready_pages(sizeof(Thread));
  if (memory == nullptr) return nullptr;
  Thread* thread = ::new (memory) Thread;
  thread->registration.next.store(g_threads.load(std::memory_order_relaxed), std::memory_order_relaxed);
  g_threads.store(thread, std::memory_order_release);  // [registry.add]
  events::add(thread->observers);
  return thread;
}

void start_afresh(Thread& thread, events::ThreadKind kind) {
  LIMPID_DCHECK(!thread.registration.alive.load(std::memory_order_relaxed));
  sync::writes_plain(&thread.bound_place);
  thread.task = nullptr;
  thread.member = nullptr;
  thread.team = nullptr;
  thread.index = 0;
  thread.team_size = 1;
  thread.state.store(State::undefined, std::memory_order_relaxed);
  thread.wait_id.store(0, std::memory_order_relaxed);
  thread.return_address = nullptr;
  thread.tools.nesting = 0;  // a fork may have cloned it in the middle of a callback
  thread.tools.word = 0;
  thread.root = nullptr;
  thread.tools.callback = nullptr;
  thread.tools.is_in_callback = false;
  thread.tools.began = false;
  thread.bound_place = -1;
  thread.wake_place.start_afresh();
  thread.copies = {};
  thread.identity.kind = kind;
  thread.identity.id = g_next_thread_id++;
  LIMPID_DCHECK(thread.identity.id != 0);
  thread.lock_mark = LockWord::mark_of(thread.identity.id);
  thread.pool.assignment.store(nullptr, std::memory_order_relaxed);
  thread.pool.dismissed.store(false, std::memory_order_relaxed);
  thread.pool.next = nullptr;
  thread.tools.announced_team = nullptr;
  thread.tools.announced_task = nullptr;
}

}  // namespace

Thread* register_thread(events::ThreadKind kind) {
  sync::MutexGuard guard(g_registry);
  Thread* thread = recycle_locked();
  if (thread == nullptr) thread = create_locked();
  if (thread == nullptr) return nullptr;
  start_afresh(*thread, kind);
  // Pairs with the acquire in others_are_in_calls() (tools/startup/session.cc).
  thread->registration.alive.store(true, std::memory_order_release);
  g_live.fetch_add(1, std::memory_order_relaxed);
  return thread;
}

void unregister_thread(Thread& thread) {
  LIMPID_DCHECK(thread.registration.alive.load(std::memory_order_relaxed));
  LIMPID_DCHECK(thread.task == nullptr && thread.member == nullptr && thread.team == nullptr);
  LIMPID_DCHECK(g_live.load(std::memory_order_relaxed) > 0);
  thread.state.store(State::undefined, std::memory_order_relaxed);
  sync::writes_plain(&thread.bound_place);
  g_live.fetch_sub(1, std::memory_order_relaxed);
  // Pairs with the acquire in recycle_locked().
  thread.registration.alive.store(false, std::memory_order_release);
  g_ended.fetch_add(1, std::memory_order_relaxed);
}

uint32_t live_threads() {
  return g_live.load(std::memory_order_relaxed);
}

void forget_other_threads(Thread* survivor) {
  g_registry.reset_after_fork();
  uint32_t ended = 0;
  for (Thread* thread = g_threads.load(std::memory_order_relaxed); thread != nullptr;
       thread = thread->registration.next.load(std::memory_order_relaxed)) {
    if (thread == survivor) continue;
    thread->registration.alive.store(false, std::memory_order_relaxed);
    ++ended;
  }
  g_ended.store(ended, std::memory_order_relaxed);
  g_live.store(survivor != nullptr ? 1 : 0, std::memory_order_relaxed);
}

}  // namespace limpid::core
