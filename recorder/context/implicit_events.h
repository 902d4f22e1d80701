// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <omp-tools.h>

namespace limpid::recorder {

class Session;

// Whether the runtime tells of each implicit task. That is dear where regions are short: each worker fetches the
// region's data word from the leader, and the region's end has to be told at once. Where regions come so fast that it
// would cost more than callbacks may, the callback is taken back, and set again when they are rarer, or a construct comes
// whose teams are not known. A running thread says by itself which region it is in (OMPT's inquiry); that of one that
// is blocked follows from who leads a region.
//
// Periods in which the runtime tells are numbered. What a thread was told in an earlier one says nothing of now.
// period() and told_all(): any thread, and handlers.
class ImplicitEvents {
 public:
  // The runtime is there, and `callback` is set. Never called: each implicit task is told of, whatever it costs.
  void begin(ompt_callback_t callback, uint64_t now);

  // The sampler, at a round. regions: how many have begun since the recording did.
  void look(Session* session, uint64_t regions, uint64_t now);

  // In the callback for a region that begins, where it is not known how large its team will be: the runtime tells of its
  // implicit tasks, and goes on for a while.
  void tell_of_new(Session* session);

  // The number of the present period; kUntold if the runtime does not tell.
  static constexpr uint32_t kUntold = ~0u;
  uint32_t period() const {
    const uint32_t state = state_.load(std::memory_order_relaxed);
    return state % kSteps == kTold ? state / kSteps : kUntold;
  }
  // The runtime has told of all implicit tasks up to now.
  bool told_all() const { return state_.load(std::memory_order_relaxed) == 0; }

  // For another recording of this process, before the runtime is there: begin() may come, or not.
  void forget_earlier();

  // In a forked child, whose runtime has no threads of its own any more.
  void reset_after_fork(Session* session, uint64_t now);

 private:
  void take_back(Session* session);
  void set_again(Session* session);

  std::atomic<ompt_callback_t> callback_{nullptr};
  // Four times the period's number, and how far it has gone. The thread that begins to take the callback back, or to set
  // it, does so and goes on to the next step; others wait.
  enum Step : uint32_t { kTold, kTakingBack, kNotTold, kSetting, kSteps };
  std::atomic<uint32_t> state_{0};
  // The sampler's.
  uint64_t looked_ns_ = 0;
  uint64_t regions_ = 0;  // at that look
  uint32_t seen_ = 0;     // the state then
};

}  // namespace limpid::recorder
