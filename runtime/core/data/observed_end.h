// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a region that is observed: after the leader has left it, each worker emits its end.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "platform/cpu.h"
#include "sync/atomic.h"

namespace limpid::core {

// Joined workers wait here until the leader has left the region, and run the region's remaining tasks
// meanwhile. Used in regions with JoinMode::emitted only.
//
// Orders   [worker.over] the leader's store, seq_cst: a worker that sleeps has announced this before it loads
//          the word, and the leader looks for sleepers after the store; one sees the other.
//          [worker.help] the leader stores that it has left and then loads the number of helpers; a worker
//          counts itself as a helper and then loads whether the leader has left. All are seq_cst, so one sees
//          the other: no worker emits events that name a region which the leader has left.
class ObservedEnd {
 public:
  // Leader, before the members start. The tag wraps: left_ may be from 65536 regions ago, if no region's end
  // was observed since.
  void open(uint16_t tag) {
    if (left_.load(std::memory_order_relaxed) == tag) [[unlikely]]
      left_.store(static_cast<uint16_t>(tag - 1), std::memory_order_relaxed);
    platform::fetch_for_writing(&left_);  // the line is in the members' caches: they polled it
  }

  // Leader: it has left the region.
  void leave(uint16_t tag) {
    LIMPID_DCHECK(!is_over(tag));                 // no member has emitted the region's end yet
    left_.store(tag, std::memory_order_seq_cst);  // [worker.over]
  }

  // The leader has left the region with this tag.
  [[nodiscard]] bool is_over(uint16_t tag) const {
    return left_.load(std::memory_order_seq_cst) == tag;  // [worker.over]
  }

  // A joined worker is about to run tasks of the region. False: the region is over. In both cases end_help()
  // follows.
  [[nodiscard]] bool begin_help(uint16_t tag) {
    helpers_.fetch_add(1, std::memory_order_seq_cst);  // [worker.help]
    return !is_over(tag);
  }
  void end_help() {
    LIMPID_DCHECK(helpers_.load(std::memory_order_relaxed) > 0);
    helpers_.fetch_sub(1, std::memory_order_release);  // pairs with is_helped()
  }
  // Leader, after leave(): a worker that runs tasks has not finished its events.
  [[nodiscard]] bool is_helped() const {
    return helpers_.load(std::memory_order_seq_cst) != 0;  // [worker.help]
  }

  // In the child of fork(2): the helpers do not exist.
  void forget_helpers() { helpers_.store(0, std::memory_order_relaxed); }

 private:
  sync::Atomic<uint16_t> left_{0};  // tag of the last region that the leader has left
  sync::Atomic<uint32_t> helpers_{0};
};

}  // namespace limpid::core
