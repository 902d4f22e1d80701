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
// Timers come at the kernel's ticks only. Where fewer samples are asked for than there are ticks, they take all of those
// of running threads; where more are, each takes some, and slow rounds ask running threads for the rest.
class Pace {
 public:
  // So much longer are the distances between slow rounds, in the mean and at most.
  static constexpr uint64_t kSlower = 10;
  // So many samples by a thread's timer are in a window, after which slow rounds are judged.
  static constexpr uint64_t kWindow = 16;
  // What may be unseen of a thread's time in it, or spent in the kernel's queue: one part in so many. Where ticks take some
  // of the samples only, many were asked for to tell more, and less is gained: there less may be unseen.
  static constexpr uint64_t kPart = 16, kSmallPart = 64;
  // Windows at the full rate before slow rounds are tried again: at first, and at most.
  static constexpr uint32_t kFewest = 4, kMost = 64;
  // With so many ticks in a period, or so many periods in a tick, too little is gained.
  static constexpr uint64_t kMostTicks = 8, kMostPeriods = 8;

  // tick_ns: how far the kernel's ticks are apart; 0: it is not known, or timers may not be used.
  void start(uint64_t period_ns, uint64_t tick_ns) {
    able_ = tick_ns != 0 && period_ns <= kMostTicks * tick_ns && tick_ns <= kMostPeriods * period_ns;
    asks_running_ = period_ns < tick_ns;
    timer_ns_ = period_ns > tick_ns ? period_ns : tick_ns / 2;
    timers_come_ns_ = std::max(period_ns, tick_ns);
    slow_ns_ = kSlower * period_ns;
    if (asks_running_) slow_ns_ = std::min(slow_ns_, period_ns * tick_ns / (tick_ns - period_ns));
    window_length_ = kWindow * timers_come_ns_;
    patience_ = kFewest;
    become_full(0);
  }

  bool slow() const { return slow_.load(std::memory_order_relaxed); }
  uint64_t mean(uint64_t period_ns) const { return slow() ? slow_ns_ : period_ns; }
  // Whether slow rounds ask threads that run, too: ticks are too rare for all samples.
  bool asks_running() const { return asks_running_; }
  // The timers' period: where one shall come at each tick, half a tick, because a thread never runs for quite a whole
  // one between two.
  uint64_t timer_ns() const { return timer_ns_; }
  // The distance at which they come in the mean.
  uint64_t timers_come_ns() const { return timers_come_ns_; }
  // Whether a round judges this window of time, because it is over and slow ones go on, or begin, if threads are steady.
  bool judges(uint64_t now) const {
    return (slow() || (able_ && full_windows_ <= 1)) && now - window_ns_ >= window_length_;
  }
  uint64_t window_ns() const { return window_ns_; }
  // A thread was unseen for longer than may be, or stood in the kernel's queue. While that is so, slow rounds are not tried.
  void found_unsteady() { steady_ = false; }
  // What may be unseen of a thread's time in a whole window.
  uint64_t most_unseen_ns() const { return window_length_ / (asks_running_ ? kSmallPart : kPart); }
  // A thread was unseen for longer than that. The window ends with this round.
  void found_most_unseen() {
    steady_ = false;
    ends_ = true;
  }
  // Slow rounds cost more than rounds may. The window ends with the next one, and they are not tried for long.
  void found_costly() {
    found_most_unseen();
    patience_ = kMost;
  }

  // The round is over.
  void finish_round(uint64_t now) {
    if (!ends_ && now - window_ns_ < window_length_) return;
    ends_ = false;
    window_ns_ = now;
    if (!slow()) {
      if (full_windows_ != 0) --full_windows_;
      slow_.store(able_ && full_windows_ == 0 && steady_, std::memory_order_relaxed);
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
    ends_ = false;
  }
  // The timers do not come.
  void give_up() {
    able_ = false;
    become_full(0);
  }

 private:
  bool able_ = false;
  bool asks_running_ = false;
  bool steady_ = true, ends_ = false;
  uint64_t slow_ns_ = 0, timer_ns_ = 0, timers_come_ns_ = 0;
  uint32_t full_windows_ = 0, patience_ = kFewest;
  uint64_t window_ns_ = 0, window_length_ = 0;
  std::atomic<bool> slow_{false};  // threads that begin look at it
};

}  // namespace limpid::recorder
