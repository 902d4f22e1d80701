// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks, criticals and ordered sections: who has them, and who waits.
#include <omp-tools.h>

#include <algorithm>

#include "trace/builder.h"

namespace limpid::cli::tracing {
namespace {

// What is done in these is in them in the source, too; between two calls on a lock anything may be.
bool is_block(uint8_t mutex) {
  return mutex == ompt_mutex_critical || mutex == ompt_mutex_ordered;
}

}  // namespace

LiveLock& Builder::find_lock(uint64_t id) {
  LiveLock& lock = locks_[id];
  if (lock.index == kNone) lock.index = section_.locks++;
  return lock;
}

void Builder::ask_for_lock(uint32_t thread, const Event& event) {
  close(thread);
  LiveThread& self = threads_[thread];
  self.lock_construct = constructs_.number(sort_of_mutex(event.detail), event.place);
  const bool only_tries = event.detail == ompt_mutex_test_lock || event.detail == ompt_mutex_test_nest_lock;
  self.lock = only_tries ? 0 : event.other;
}

void Builder::take_lock(uint32_t thread, const Event& event) {
  LiveThread& self = threads_[thread];
  LiveLock& lock = find_lock(event.other);
  const bool asked = self.lock == event.other && self.lock != 0;
  const uint64_t since_ns = self.open.begin_ns;
  const Moment release = lock.release.known() && lock.release.thread != thread ? lock.release : Moment{};
  close(thread, asked ? release : Moment{});
  if (asked) {
    LockMeasure& measure = measures_.locks[self.lock_construct];
    measure.wait.add(now_ns_ - since_ns);
    if (release.known() && release.time_ns > since_ns) {
      ++measure.contended;
      measure.hand_over.add(now_ns_ - release.time_ns);
    }
  }
  self.lock = 0;
  lock.construct = self.lock_construct;
  // A thread tells that it has released a lock when another one may have it already.
  if (lock.holder != thread) lock.earlier_ns = lock.acquired_ns;
  lock.holder = thread;
  lock.acquired_ns = now_ns_;
  LiveTask* const task = current(thread);
  if (task == nullptr) return;
  section_.add_step(task->index, StepKind::kAcquire, lock.index, lock.construct);
  if (asked && is_block(event.detail)) task->constructs.push_back(lock.construct);
}

void Builder::give_lock(uint32_t thread, const Event& event) {
  close(thread);
  LiveLock& lock = find_lock(event.other);
  uint64_t& since_ns = lock.holder == thread ? lock.acquired_ns : lock.earlier_ns;
  if (since_ns != kNever) measures_.locks[lock.construct].hold.add(now_ns_ - since_ns);
  since_ns = kNever;
  lock.release = {now_ns_, thread};
  LiveTask* const task = current(thread);
  if (task == nullptr) return;
  section_.add_step(task->index, StepKind::kRelease, lock.index, lock.construct);
  const bool inside =
      is_block(event.detail) && !task->constructs.empty() && task->constructs.back() == lock.construct;
  if (inside) task->constructs.pop_back();
}

}  // namespace limpid::cli::tracing
