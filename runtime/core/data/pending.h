// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The count of children or group members that a task waits for.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::core {

// Counts incomplete tasks (children of a task, tasks of a taskgroup), without atomic operations as long as
// they begin and end on the thread that waits for them.
//
// Owner    one thread at a time: the thread that runs the waiting task. Only it uses created_ and finished_.
// States   left = created_ - finished_ + remote, where remote_ = 2 * remote + (1 if the owner sleeps).
// Sleep    before it sleeps the owner moves the whole count into remote_, so that the thread that finishes
//          the last task sees the zero.
// Orders   [pending.finish] acq_rel decrement, pairs with the acquire load in left(): what the finished task
//          wrote is visible. The owner's own steps are RMWs of the same word and order nothing: a task that
//          finished before begin_sleep() is in its count, a later one sees that the owner sleeps and notifies
//          it.
class PendingCount {
 public:
  // What the thread that called finish_elsewhere() must do next.
  enum class Outcome : uint8_t {
    nothing,
    wake_owner,  // the owner sleeps and the count is zero
    last,        // the owner has left (see leave()) and the count is zero
  };

  void add_here() { ++created_; }
  void finish_here() {
    LIMPID_DCHECK(left() > 0);  // the caller's task is counted
    ++finished_;
  }
  void add_elsewhere() { remote_.fetch_add(kOne, std::memory_order_relaxed); }

  Outcome finish_elsewhere(int64_t count = 1) {
    LIMPID_DCHECK(count > 0);
    const int64_t taken = count * kOne;
    int64_t after = remote_.fetch_sub(taken, std::memory_order_acq_rel) - taken;  // [pending.finish]
    if (after == kSleeping) return Outcome::wake_owner;
    return after == 0 ? Outcome::last : Outcome::nothing;
  }

  // For the owner, awake.
  int64_t left() const {
    LIMPID_DCHECK(here() + (remote_.load(std::memory_order_relaxed) >> 1) >= 0);
    return here() + (remote_.load(std::memory_order_acquire) >> 1);  // [pending.finish]
  }

  // For the owner: at every sixteenth call after add_here(), whether more than so many are left. Cheap: the word that
  // other threads write is seldom read.
  [[nodiscard]] bool seen_above(int64_t most) const {
    return here() > most && (created_ & 15) == 0 && left() > most;
  }

  // For the owner. Between begin_sleep() and end_sleep() it must not run tasks.
  void begin_sleep() {
    LIMPID_DCHECK(!(remote_.load(std::memory_order_relaxed) & kSleeping));
    remote_.fetch_add(here() * kOne + kSleeping, std::memory_order_relaxed);
  }
  bool finished_in_sleep() const { return remote_.load(std::memory_order_relaxed) == kSleeping; }
  void end_sleep() {
    LIMPID_DCHECK(remote_.load(std::memory_order_relaxed) & kSleeping);
    remote_.fetch_sub(here() * kOne + kSleeping, std::memory_order_relaxed);
  }

  // For the owner: every task that was added here has finished here, so leave() returns true at once.
  bool settled() const { return here() == 0; }

  // The owner gives the count up. True if it is zero; otherwise another thread will get Outcome::last. Only
  // for counts without add_elsewhere(): those cannot pass through zero earlier. Once the count is zero, it is
  // as at the start.
  bool leave() {
    int64_t rest = here() * kOne;
    LIMPID_DCHECK(rest >= 0 && !(remote_.load(std::memory_order_relaxed) & kSleeping));
    created_ = finished_;
    return rest == 0 || remote_.fetch_add(rest, std::memory_order_acq_rel) + rest == 0;  // [pending.finish]
  }

  // Only while no other thread can reach the count.
  void reset() {
    created_ = 0;
    finished_ = 0;
    remote_.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr int64_t kSleeping = 1;
  static constexpr int64_t kOne = 2;

  int64_t here() const { return static_cast<int64_t>(created_ - finished_); }

  uint64_t created_ = 0;
  uint64_t finished_ = 0;
  sync::Atomic<int64_t> remote_{0};
};

}  // namespace limpid::core
