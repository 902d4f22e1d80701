// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace limpid::recorder {

// How often the sampler itself looks at all threads. A round costs a wake-up, and the processor that it takes from the
// program, whose other threads wait for the one that it displaced. So rounds are slow where timers of the threads' own
// can take most of the samples, and the processor time tells how long a thread slept between two of them. Where it slept
// is then seen by slow rounds only: if threads sleep much and for short, rounds come at the full rate that was asked for,
// and later slow ones are tried again.
class Pace {
 public:
  // So much longer are the distances between slow rounds, in the mean.
  static constexpr uint64_t kSlower = 10;
  // Periods in a window, after which slow rounds are judged.
  static constexpr uint64_t kWindow = 16;
  // What may be unseen of a thread's time in it: one part in so many.
  static constexpr uint64_t kPart = 16;
  // Windows at the full rate before slow rounds are tried again: at first, and at most.
  static constexpr uint32_t kFewest = 4, kMost = 64;
  // Timers come at ticks only: they must be able to come at the rate asked for, and with long periods nothing is gained.
  static constexpr uint64_t kMostTicks = 8;

  void start(uint64_t period_ns, uint64_t tick_ns) {
    able_ = tick_ns != 0 && period_ns >= tick_ns && period_ns <= kMostTicks * tick_ns;
    window_length_ = kWindow * period_ns;
    patience_ = kFewest;
    become_full(0);
  }

  bool slow() const { return slow_.load(std::memory_order_relaxed); }
  uint64_t mean(uint64_t period_ns) const { return slow() ? kSlower * period_ns : period_ns; }
  // Whether a round judges what was unseen in this window of time.
  bool judges(uint64_t now) const { return slow() && now - window_ns_ >= window_length_; }
  uint64_t window_ns() const { return window_ns_; }
  // A thread was unseen for longer than may be.
  void found_unsteady() { steady_ = false; }

  // The round is over.
  void finish_round(uint64_t now) {
    if (now - window_ns_ < window_length_) return;
    window_ns_ = now;
    if (!slow()) {
      if (full_windows_ != 0) --full_windows_;
      slow_.store(able_ && full_windows_ == 0, std::memory_order_relaxed);
    } else if (steady_) {
      patience_ = kFewest;
    } else {
      become_full(patience_);
      patience_ = std::min(2 * patience_, kMost);
    }
    steady_ = true;
  }
  // For so many windows at least, and the one that has begun.
  void become_full(uint32_t windows) {
    slow_.store(false, std::memory_order_relaxed);
    full_windows_ = windows;
    steady_ = true;
  }
  // The timers do not come.
  void give_up() {
    able_ = false;
    become_full(0);
  }

 private:
  bool able_ = false;
  bool steady_ = true;
  uint32_t full_windows_ = 0, patience_ = kFewest;
  uint64_t window_ns_ = 0, window_length_ = 0;
  std::atomic<bool> slow_{false};  // threads that begin look at it
};

}  // namespace limpid::recorder
