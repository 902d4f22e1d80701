// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thread: a native thread as the runtime knows it, and this_thread().
#pragma once

#include <stdint.h>

#include "core/data/asking.h"
#include "core/data/id_block.h"
#include "core/data/state.h"
#include "core/data/task_memory.h"
#include "core/data/thread_copies.h"
#include "events/emit.h"
#include "platform/cpu.h"
#include "sync/atomic.h"
#include "sync/parker.h"
#include "sync/poll_interval.h"
#include "sync/spin_limit.h"
#include "sync/wake_place.h"

namespace limpid::core {

class DeviceConstruct;
struct Member;
struct ToolCallbackContext;
struct Root;
struct Task;
struct Team;

// What core keeps in a thread for tools' sake. See "What core does for tools" in core/README.md.
struct ThreadToolData {
  // In nesting: a tool's initializer waits for this thread, so its events are not reported.
  static constexpr uint32_t kOwnedByTool = 2;

  // 1 while the thread is in a tool's code, so that a tool's own use is not reported; kOwnedByTool for ever.
  uint32_t nesting = 0;
  bool began = false;  // thread_begin was emitted
  bool is_in_callback = false;
  ToolCallbackContext* callback = nullptr;  // of a worker, outside of regions: see team/tool_callback.h
  uint64_t word = 0;                        // belongs to the tool
  // While an ompd_bp_ function runs: the region or task that it announces. For a debugger this is already, or
  // still, the current one. Null otherwise; see tools/layout.
  Team* announced_team = nullptr;
  Task* announced_task = nullptr;
};

// A thread's innermost device construct, while observed.
struct TargetConstruct {
  uint64_t id = 0;
  int32_t device = 0;
  uint64_t operation = 0;                // the device operation that the thread initiates now
  DeviceConstruct* construct = nullptr;  // null if LLVM's device library has reported it
};

// Ids that the thread gives without a shared counter.
struct ThreadIds {
  IdBlock region;
  IdBlock task;
  IdBlock unique;
};

// Which thread it is. Constant after the thread began.
struct ThreadIdentity {
  uint64_t id = 0;             // 1, 2, …; never reused
  uint64_t native_id = 0;      // the kernel's thread id
  uint64_t native_handle = 0;  // pthread_t, for debuggers that know threads by it
  events::ThreadKind kind = events::ThreadKind::other;
};

// The registry of all threads, for debuggers and collectors; newest first, only ever grows.
struct ThreadRegistration {
  sync::Atomic<Thread*> next{nullptr};
  sync::Atomic<bool> alive{false};
};

// A worker in the pool: where it sleeps, and the slot that it is assigned to.
struct PoolEntry {
  sync::Parker parker;
  sync::Atomic<Member*> assignment{nullptr};
  sync::Atomic<bool> dismissed{false};
  Thread* next = nullptr;
};

// A native thread as the runtime knows it. Made at the thread's first OpenMP use, or when the runtime starts
// a worker.
//
// Owner    the thread itself; other threads read only what is atomic. Signal handlers on the thread read
//          everything that core/view reads: those fields change by single plain stores, in an order that
//          is consistent at every moment.
// Memory   never unmapped: a debugger or a late reader may hold a pointer; recycled for later threads.
struct alignas(platform::kCacheLine) Thread {
  Thread() = default;
  struct Unregistered {};
  explicit constexpr Thread(Unregistered) : known(false) {}

  // The runtime knows the thread, and there is no observer: one test for both. In a build without events it
  // is true for every known thread.
  bool is_unobserved() const { return sync::has_any(observers.absent, events::ThreadObservers::kEverywhere); }

  // Where the thread is. Changes at fork, join and task switches.
  Task* task = nullptr;
  Member* member = nullptr;
  Team* team = nullptr;
  uint32_t index = 0;      // omp_get_thread_num
  uint32_t team_size = 1;  // omp_get_num_threads
  sync::Atomic<State> state{State::undefined};
  const bool known = true;               // false: g_unregistered
  sync::PollInterval poll_interval;      // of its waits in loops
  uint32_t lock_mark = 0;                // the owner mark in the locks that it holds: see LockWord
  const void* return_address = nullptr;  // into the program, of the current or last call of an entry point
  events::ThreadObservers observers;

  // What the thread waits for, while its state is a waiting state: an address or a region id.
  sync::Atomic<uint64_t> wait_id{0};
  ThreadToolData tools;
  TargetConstruct target;

  sync::SpinLimit spin_limit;  // of its waits
  sync::WakePlace wake_place;  // of its sleeps between regions and in barriers
  Asking asking;

  TaskMemory memory;
  ThreadCopies copies;
  ThreadIds ids;

  ThreadIdentity identity;
  Root* root = nullptr;  // contention group
  ThreadRegistration registration;
  PoolEntry pool;
  int32_t bound_place = -1;  // place number the native thread is bound to; -1: wherever the process may run
  uint32_t process_generation = 0;  // how many forks lay between the program's start and this thread's
};

// Stands for every thread that the runtime does not know. Never written: entry points only read that it is
// not known, that its observers are not absent, and that it is thread 0 of a team of one. So one load finds both
// cases.
extern Thread g_unregistered;

// The calling thread; never null.
extern thread_local constinit Thread* t_self __attribute__((tls_model("initial-exec")));

// Registers the calling native thread: its own root, initial task and team of one. Not async-signal-safe.
Thread& attach_thread();

// The calling thread, registered at first use.
[[gnu::always_inline]] inline Thread& this_thread() {
  Thread& self = *t_self;
  if (!self.known) [[unlikely]]
    return attach_thread();
  return self;
}

// The calling thread, or null when OpenMP does not know it. Async-signal-safe.
inline Thread* this_thread_if_known() {
  Thread* self = t_self;
  return self->known ? self : nullptr;
}

inline uint64_t new_task_id(Thread& self) {
  return self.ids.task.next(g_task_ids);
}

}  // namespace limpid::core
