// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The line of tasks in flight: querying them, and completing those that are done.
#include "core/task/detach/in_flight.h"

#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "core/data/root.h"
#include "core/task/detach/watcher.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/discard.h"
#include "core/task/run/finish.h"
#include "core/task/run/run.h"
#include "core/task/run/visit.h"
#include "events/emit.h"
#include "platform/clock.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

constinit sync::Atomic<uint32_t> g_in_flight{0};

namespace {

using events::TaskSwitch;

// A first-in, first-out queue, linked through the tasks' headers.
class Line {
 public:
  void add(Task& task) {
    LIMPID_DCHECK(first_ == nullptr || last_->next == nullptr);
    task.next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = &task;
    last_ = &task;
  }
  Task* take() {
    Task* task = first_;
    if (task != nullptr) first_ = task->next;
    return task;
  }
  void forget() { first_ = nullptr; }

 private:
  Task* first_ = nullptr;
  Task* last_ = nullptr;
};

// The pause between two polls in a wait from which no thread wakes the poller.
constexpr timespec kPause{0, 50'000};

constinit sync::Atomic<AsyncQuery> g_query{nullptr};
constinit sync::Mutex g_lock;
constinit Line g_flying;   // under g_lock; without the tasks that a thread is querying
constinit Line g_waiting;  // under g_lock; to be started by a watcher

void put(Line& line, Task& task) {
  sync::MutexGuard guard(g_lock);
  line.add(task);
}

Task* take(Line& line) {
  sync::MutexGuard guard(g_lock);
  return line.take();
}

// Adds a task to a line. The count comes first: a thread that finds the task in a line finds it counted.
void announce(Line& line, Task& task) {
  g_in_flight.fetch_add(1, std::memory_order_seq_cst);  // pairs with others_in_flight() in watcher.cc
  put(line, task);
  ring_watcher();
}

// The task is counted until this thread's last access to the team: [flight.landed].
void finish(Thread& self, Task& task) {
  {
    const Visit visit(*task.team);
    finish_task(self, task, Completion::event);
  }
  LIMPID_DCHECK(g_in_flight.load(std::memory_order_relaxed) > 0);
  g_in_flight.fetch_sub(1, std::memory_order_seq_cst);  // [flight.landed]
}

// The task's operation is done. Tools observe its end like that of a task whose event is fulfilled late.
void land(Thread& self, Task& task) {
  if (task.constructed) [[unlikely]] {
    run_destructors(self, task);
    task.cancelled = false;
  }
  events::emit<events::TaskSchedule>(self, task, TaskSwitch::late_fulfill, nullptr);
  finish(self, task);
}

// Runs a task of a team of which the calling thread is not a member.
void start(Thread& self, Task& task) {
  LIMPID_DCHECK(may_go_on_elsewhere(task) && task.async_handle == nullptr);
  Task& prior = *self.task;
  const State outer = self.state.load(std::memory_order_relaxed);
  enter_task<events::Observed>(self, task, TaskSwitch::other);
  call_body(task);
  const bool resumes = task.async_handle != nullptr;
  events::emit<events::TaskSchedule>(self, task, resumes ? TaskSwitch::detach : reason_of_end(task), &prior);
  self.state.store(outer, std::memory_order_relaxed);
  self.task = &prior;
  if (resumes) {
    task.thread.store(nullptr, std::memory_order_relaxed);
    put(g_flying, task);
    return;
  }
  finish(self, task);
}

// Queries each task once. Those that are not done enter the line again.
bool ask_about_all(Thread& self) {
  bool any = false;
  for (uint32_t left = g_in_flight.load(std::memory_order_relaxed); left > 0; --left) {
    Task* const task = take_in_flight();
    if (task == nullptr) break;
    any |= ask_about(self, *task);
  }
  return any;
}

// Waits until no task is in flight. Registered with the first of them, so that it runs before the library's
// own exit handlers, which were registered earlier.
void land_before_exit() {
  Thread* const self = this_thread_if_known();
  // A thread that exits inside a region, or inside a query, leaves everything as it is.
  if (self == nullptr || self->task != &self->root->member.implicit_task || self->asking.about != nullptr)
    return;
  while (tasks_in_flight()) {
    if (!start_waiting_tasks(*self) && !ask_about_all(*self)) nanosleep(&kPause, nullptr);
  }
}

}  // namespace

void set_async_query(AsyncQuery query) {
  g_query.store(query, std::memory_order_release);  // pairs with can_query() and ask_about()
}

bool can_query() {
  return g_query.load(std::memory_order_acquire) != nullptr;  // pairs with set_async_query()
}

void put_in_flight(Task& task) {
  LIMPID_DCHECK(task.async_handle != nullptr && task.thread.load(std::memory_order_relaxed) == nullptr);
  static constinit sync::Atomic<bool> registered{false};
  if (!registered.exchange(true, std::memory_order_relaxed)) atexit(land_before_exit);
  announce(g_flying, task);
}

// False for a member of the task's team, which will search for tasks itself, and for a cancelled task, which
// the members discard. In a team of several threads also for a task that is not known to return at once: an
// idle member should run it.
bool start_by_watcher(const Thread& self, Task& successor) {
  if (!may_go_on_elsewhere(successor) || self.team == successor.team || is_cancelled(successor)) return false;
  if (!successor.is(kTaskLaunches) && successor.team->size > 1) return false;
  announce(g_waiting, successor);
  return true;
}

Task* take_in_flight() {
  return take(g_flying);
}

// No other thread has the task during the query.
bool ask_about(Thread& self, Task& task) {
  self.asking.about = &task;
  g_query.load(std::memory_order_acquire)(&task.async_handle);  // pairs with set_async_query()
  self.asking.about = nullptr;
  if (task.async_handle != nullptr) {
    self.asking.note_failure(platform::monotonic_ns());
    put(g_flying, task);
    return false;
  }
  self.asking.note_success();
  land(self, task);
  return true;
}

bool help_in_flight(Thread& self) {
  if (self.asking.about != nullptr) return false;
  const bool alone = !has_watcher();
  if (alone) {
    start_waiting_tasks(self);
    sync::yield();
  } else if (!self.asking.may_ask(platform::monotonic_ns())) {
    return false;
  }
  Task* const task = take_in_flight();
  return (task != nullptr && ask_about(self, *task)) || alone;
}

bool start_waiting_tasks(Thread& self) {
  bool any = false;
  while (Task* task = take(g_waiting)) {
    start(self, *task);
    any = true;
  }
  return any;
}

// Waiting for the children of the thread's task is not enough: a thread that finishes the last one accesses
// the team after that. This is not a construct of the program, so it emits no wait events.
void await_own_tasks(Thread& self) {
  while (!tasks_quiescent(*self.team)) {
    if (!run_ready_tasks(self) && !help_in_flight(self)) nanosleep(&kPause, nullptr);
  }
}

void forget_tasks_in_flight() {
  g_lock.reset_after_fork();
  g_flying.forget();
  g_waiting.forget();
  g_in_flight.store(0, std::memory_order_relaxed);
}

}  // namespace limpid::core
