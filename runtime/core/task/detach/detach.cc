// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completing detachable tasks, on the thread that fulfils the event.
#include "core/task/detach/detach.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/task/run/finish.h"
#include "core/task/run/visit.h"
#include "events/emit.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

using events::TaskSwitch;

// No other thread finishes the task: its body is done, and a second fulfilment is refused.
void complete_late(Thread& self, Task& task) {
  LIMPID_DCHECK((task.graph.progress.load(std::memory_order_relaxed) & (kBodyDone | kEventClaimed)) ==
                (kBodyDone | kEventClaimed));
  Visit visit(*task.team);
  task.member->tasks.detached.remove(task);
  finish_task(self, task, Completion::event);
}

}  // namespace

void fulfill_event(Thread& self, Task& task) {
  // Pairs with the CAS in event_is_fulfilled(): what the body did, if the task is detached already.
  uint32_t before = task.graph.progress.fetch_or(kEventClaimed, std::memory_order_acquire);
  if (before & kEventClaimed) {
    base::warn("omp_fulfill_event: event %p was fulfilled before; call ignored", static_cast<void*>(&task));
    return;
  }
  bool late = before & kBodyDone;
  events::emit<events::TaskSchedule>(self, task, late ? TaskSwitch::late_fulfill : TaskSwitch::early_fulfill,
                                     nullptr);
  if (late) {
    complete_late(self, task);
  } else {
    // Pairs with await_fulfilment().
    task.graph.progress.fetch_or(kEventFulfilled, std::memory_order_release);
  }
}

// The fulfilling thread has claimed the event and is about to set kEventFulfilled. The acquire pairs with the
// release in fulfill_event().
void await_fulfilment(const Task& task) {
  while (!(task.graph.progress.load(std::memory_order_acquire) & kEventFulfilled)) sync::yield();
}

bool event_is_fulfilled(Thread& self, Task& task, Task& prior) {
  // Relaxed, here and where the CAS fails: what came before the fulfilment follows from kEventFulfilled.
  uint32_t seen = task.graph.progress.load(std::memory_order_relaxed);
  LIMPID_DCHECK(task.is(kTaskDetachable) && !(seen & kBodyDone));  // a body ends once
  if (!(seen & kEventClaimed)) {
    // Before kBodyDone is set: emits the event and clears the thread, so that children count as elsewhere.
    // Once the bit is set, another thread may finish the task.
    events::emit<events::TaskSchedule>(self, task, TaskSwitch::detach, &prior);
    task.thread.store(nullptr, std::memory_order_relaxed);
    DetachedTasks& detached = self.member->tasks.detached;
    detached.add(task);  // before another thread may remove it
    while (!(seen & kEventClaimed)) {
      // Pairs with the claim in fulfill_event().
      if (task.graph.progress.compare_exchange_weak(seen, seen | kBodyDone, std::memory_order_release,
                                                    std::memory_order_relaxed))
        return false;
    }
    detached.remove(task);
    task.thread.store(&self, std::memory_order_relaxed);
    await_fulfilment(task);  // tools observe the fulfilment before the task completes because of it
    events::emit<events::TaskSchedule>(self, prior, TaskSwitch::other, &task);
  } else {
    await_fulfilment(task);
  }
  return true;
}

}  // namespace limpid::core
