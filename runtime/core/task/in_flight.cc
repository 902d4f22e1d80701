// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The line of tasks in flight: asking about them, and landing those that are done.
#include "core/task/in_flight.h"

#include <stdlib.h>
#include <time.h>

#include "base/check.h"
#include "core/task/discard.h"
#include "core/task/finish.h"
#include "core/task/run.h"
#include "core/task/scheduling.h"
#include "core/task/visit.h"
#include "core/task/watcher.h"
#include "core/team/root.h"
#include "events/emit.h"
#include "platform/clock.h"
#include "sync/atomic.h"
#include "sync/mutex.h"

namespace limpid::core {

constinit sync::Atomic<uint32_t> g_in_flight{0};

namespace {

using events::TaskSwitch;

// First come, first served. Linked through the tasks' headers.
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

// Between two looks where nobody wakes the thread that looks.
constexpr timespec kPause{0, 50'000};

constinit sync::Atomic<AsyncQuery> g_query{nullptr};
constinit sync::Mutex g_lock;
constinit Line g_flying;   // under g_lock; without those that somebody is asking about
constinit Line g_waiting;  // under g_lock; for a watcher to start them

void put(Line& line, Task& task) {
  sync::MutexGuard guard(g_lock);
  line.add(task);
}

Task* take(Line& line) {
  sync::MutexGuard guard(g_lock);
  return line.take();
}

// One more is on its way. The count comes first: whoever finds the task in a line finds it counted.
void announce(Line& line, Task& task) {
  g_in_flight.fetch_add(1, std::memory_order_seq_cst);
  put(line, task);
  ring_watcher();
}

// Counted as long as the team is looked at: [flight.landed].
void finish(Thread& self, Task& task) {
  {
    const Visit visit(*task.team);
    finish_task(self, task, Completion::event);
  }
  LIMPID_DCHECK(g_in_flight.load(std::memory_order_relaxed) > 0);
  g_in_flight.fetch_sub(1, std::memory_order_seq_cst);  // [flight.landed]
}

// What the task wrote on the device is there; tools see the task end as one whose event is fulfilled late.
void land(Thread& self, Task& task) {
  if (task.constructed) [[unlikely]] {
    run_destructors(self, task);
    task.cancelled = false;
  }
  events::emit<events::TaskSchedule>(self, task, TaskSwitch::late_fulfill, nullptr);
  finish(self, task);
}

// Runs a task of a team that the calling thread is no member of.
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

// Each once: those that are in vain line up again.
bool ask_about_all(Thread& self) {
  bool any = false;
  for (uint32_t left = g_in_flight.load(std::memory_order_relaxed); left > 0; --left) {
    Task* const task = take_in_flight();
    if (task == nullptr) break;
    any |= ask_about(self, *task);
  }
  return any;
}

// Until none is in flight. Registered with the first of them, so that it runs before the library ends, which
// was there earlier.
void land_before_exit() {
  Thread* const self = this_thread_if_known();
  // Who exits inside of a region, or of a question, leaves everything as it is.
  if (self == nullptr || self->task != &self->root->member.implicit_task || self->asking.about != nullptr)
    return;
  while (tasks_in_flight()) {
    if (!start_waiting_tasks(*self) && !ask_about_all(*self)) nanosleep(&kPause, nullptr);
  }
}

}  // namespace

void set_async_query(AsyncQuery query) {
  g_query.store(query, std::memory_order_release);
}

bool can_query() {
  return g_query.load(std::memory_order_acquire) != nullptr;
}

void emit_region_end(Task& task) {
  LIMPID_DCHECK(task.async_handle != nullptr && task.thread.load(std::memory_order_relaxed) == nullptr);
  static constinit sync::Atomic<bool> registered{false};
  if (!registered.exchange(true, std::memory_order_relaxed)) atexit(land_before_exit);
  announce(g_flying, task);
}

// A member of the task's team is about to look for tasks itself, and a cancelled task is for members to
// discard. In a larger team a task that is not known to return at once is better left to whoever has time.
bool start_by_watcher(const Thread& self, Task& successor) {
  if (!may_go_on_elsewhere(successor) || self.team == successor.team || is_cancelled(successor)) return false;
  if (!successor.is(kTaskLaunches) && successor.team->size > 1) return false;
  announce(g_waiting, successor);
  return true;
}

Task* take_in_flight() {
  return take(g_flying);
}

// Nobody else has the task meanwhile.
bool ask_about(Thread& self, Task& task) {
  self.asking.about = &task;
  g_query.load(std::memory_order_acquire)(&task.async_handle);
  self.asking.about = nullptr;
  if (task.async_handle != nullptr) {
    self.asking.note_in_vain(platform::monotonic_ns());
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

// Not only until its task has no children left: who finishes one of them still looks at the team after that.
// No construct of the program's, so tools are not told of a wait.
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
