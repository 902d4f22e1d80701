// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whose turn it was on a processor: what the threads of the process know of it together.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "platform/cpu.h"
#include "platform/processor.h"
#include "sync/atomic.h"
#include "sync/turn_loss.h"

namespace limpid::sync {

// What a thread that has been off its processor asks: whether another thread of the process came to a wait there meanwhile.
// If so, the processor went to that one's work before. If not, it went to another program, and the turn was lost.
//
// "Here" is the processor that the calling thread runs on. A thread that is moved between two calls speaks of another one:
// a wrong hint for the next waits there, which expires as each loss does.
//
// Units    nanoseconds of CLOCK_MONOTONIC, handed in.
// Writers  the threads of teams that have more threads than processors, alone or together with other teams, and thieves that
//          give way. Polls: at each one that reads the clock, on the line of the processor. Losses: once in some milliseconds.
class ProcessorTurns {
 public:
  static void note_poll(int64_t now) {
    LIMPID_DCHECK(now > 0);  // 0: nobody has polled
    here().polled.store(now, std::memory_order_relaxed);
  }

  // The last poll here; 0: there was none.
  [[nodiscard]] static int64_t last_poll() { return here().polled.load(std::memory_order_relaxed); }

  // Whether a thread has lost its turn that polled here, was then off its processor for `gap`, and has it back `now`.
  [[nodiscard]] static bool is_turn_lost(int64_t now, int64_t gap) {
    return gap > policy::kLostTurnNs && now - last_poll() > policy::kLostTurnNs;
  }

  // Another program had this processor for `gap`, just before `now`.
  static void note_loss(int64_t now, int64_t gap) {
    note_loss_here(now, gap);
    anywhere_.loss.note(now, gap);
  }
  // The same, from a thread that is less sure of it: a thread of the process may have computed there.
  static void note_loss_here(int64_t now, int64_t gap) { here().loss.note(now, gap); }
  // From a thread that polled here, gave way at `begin` and has its processor back `now`: a loss, if it was one.
  static void note_yield(int64_t begin, int64_t now) {
    if (is_turn_lost(now, now - begin)) note_loss_here(now, now - begin);
  }

  // Whether a thread that gives way would lose its turn here, and on any of the processors.
  [[nodiscard]] static bool are_lost_here_at(int64_t now) { return here().loss.is_believed_at(now); }
  [[nodiscard]] static bool are_lost_anywhere_at(int64_t now) { return anywhere_.loss.is_believed_at(now); }
  // The same for waits that read no clock: whether it may be so.
  [[nodiscard]] static bool may_be_lost_anywhere() { return anywhere_.loss.is_remembered(); }

 private:
  static constexpr uint32_t kPlaces = 256;  // that processors with higher numbers share
  struct alignas(platform::kCacheLine) Place {
    Atomic<int64_t> polled;
    TurnLoss loss;
  };

  static Place& here() { return places_[platform::current_processor() % kPlaces]; }

  static inline constinit Place places_[kPlaces];
  static inline constinit Place anywhere_;
};

}  // namespace limpid::sync
