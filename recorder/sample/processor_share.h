// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>

#include "sample/thread_times.h"

namespace limpid::recorder {

// How much of a thread's time it was ready to run and had no processor. Its life comes in stretches, one
// after the other; what the thread does in a stretch is known by a sample only: it may sleep in one that
// counts as running. So it is not the time that it did not run but the time that it stood in the kernel's
// queue. The kernel counts that when the thread runs again: in a later stretch, it may be.
class ProcessorShare {
 public:
  struct Missing {
    uint64_t here_ns = 0;    // of this stretch
    uint64_t before_ns = 0;  // of the latest stretch that was open
    bool open = false;       // more of this stretch may come out later
  };

  // Where it stands when the thread's life begins. Without this nothing is known of the first stretch.
  void start(const ThreadTimes& begin) {
    begun_ = true;
    ran_ns_ = begin.ran_ns;
    queued_ns_ = begin.queued_ns;
    told_ns_ = open_ns_ = early_ns_ = 0;
  }

  // The thread is gone, and with it its clocks: nothing is known of the stretch that is left.
  void stop() { begun_ = false; }

  // The recorder's own round may have stood in the thread's place for so long in each stretch: that is the recorder's cost,
  // and no lack of processors.
  void allow(uint64_t own_ns) { own_ns_ = own_ns; }

  // Whether a stretch that ended like this leaves anything to ask the queue time for.
  bool wants_queue_time(uint64_t elapsed_ns, uint64_t ran_ns) const {
    return open_ns_ != 0 || told_ns_ != 0 || !negligible(missing(elapsed_ns, ran_ns), elapsed_ns);
  }

  // A stretch has ended. should_run: false if the thread waited or slept in it.
  Missing without(uint64_t elapsed_ns, const ThreadTimes& end, bool should_run) {
    const uint64_t rest = missing(elapsed_ns, end.ran_ns);
    const uint64_t ran = advance(&ran_ns_, end.ran_ns);
    early_ns_ += ran;
    early_ns_ -= early_ns_ < elapsed_ns ? early_ns_ : elapsed_ns;
    const bool counted = end.queue == ThreadTimes::Queue::kRead;
    uint64_t queued = counted ? advance(&queued_ns_, end.queued_ns) : 0;
    if (!begun_) {
      begun_ = true;
      told_ns_ = open_ns_ = early_ns_ = 0;
      return {};
    }
    if (ran == 0) {
      // It stands in the queue, or sleeps on.
      if (should_run) told_ns_ += rest;
      return {should_run ? rest : 0, 0, false};
    }
    if (end.queue == ThreadTimes::Queue::kNotCounted)
      return {should_run && !end.asleep && !negligible(rest, elapsed_ns) ? rest : 0, 0, false};
    queued -= std::min(queued, told_ns_);
    Missing found;
    found.before_ns = std::min(queued, open_ns_);
    const bool looked_into = should_run && !negligible(rest, elapsed_ns);
    if (looked_into) found.here_ns = std::min(queued - found.before_ns, rest);
    // Whoever fell asleep has run before: the kernel has counted all of it.
    found.open = counted && looked_into && !end.asleep && found.here_ns < rest;
    open_ns_ = found.open ? rest - found.here_ns : 0;
    told_ns_ = 0;
    return found;
  }

 private:
  // A part of a stretch so small is not looked into.
  bool negligible(uint64_t part_ns, uint64_t elapsed_ns) const {
    return part_ns <= elapsed_ns / 128 + own_ns_;
  }

  static uint64_t advance(uint64_t* from, uint64_t to) {
    const uint64_t by = to > *from ? to - *from : 0;
    *from += by;
    return by;
  }

  // The processor time is read a little later than the stretch ends: what is too much belongs to the next
  // one.
  uint64_t missing(uint64_t elapsed_ns, uint64_t ran_ns) const {
    const uint64_t ran = early_ns_ + (ran_ns > ran_ns_ ? ran_ns - ran_ns_ : 0);
    return ran < elapsed_ns ? elapsed_ns - ran : 0;
  }

  bool begun_ = false;
  uint64_t ran_ns_ = 0, queued_ns_ = 0;  // at the end of the last stretch
  uint64_t own_ns_ = 0;                  // see allow()
  uint64_t early_ns_ = 0;                // processor time that is the next stretch's
  uint64_t told_ns_ = 0;                 // time in the queue that was told before the kernel counted it
  uint64_t open_ns_ = 0;                 // time of an open stretch of which nothing is known
};

}  // namespace limpid::recorder
