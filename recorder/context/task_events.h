// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <omp-tools.h>

#include "charge/construct_totals.h"

namespace limpid::recorder {

class Session;

// Whether the runtime tells of each new task. To be told of one costs some nanoseconds, and the finest tasks take
// not many more: so the callback may cost a quarter of LIMPID_MAX_COST, of the processor time that the program's threads use. Beyond that it is taken back, and set again
// for short windows as time earns them. Tasks of which nobody was told are estimated by the rates of the windows
// around (they begin at rounds, whose moments say nothing about the program), and where they were created is
// guessed (TaskOrigins).
class TaskEvents {
 public:
  // The runtime is there, and `callback` is set. Never called: each task is told of, whatever it costs.
  void begin(Session* session, ompt_callback_t callback, uint64_t now);

  // A thread's callbacks have cost so much since it last said so. From inside one.
  void spent(Session* session, uint64_t ns, uint64_t now);

  // The sampler, at a round: settles what was counted, and opens a window when one is earned. ran_ns: processor time
  // of the program's threads since the last round.
  void look(Session* session, uint64_t ran_ns, uint64_t now);

  // The recording ends. ran_ns: as for look().
  void finish(Session* session, uint64_t ran_ns, uint64_t now);

  // Whether there may be tasks that nobody was told of.
  bool are_partly_heard() const { return partly_.load(std::memory_order_relaxed); }

  // For so long nobody was told.
  uint64_t unheard_ns() const { return unheard_ns_; }

  // For another recording of this process, before the runtime is there: begin() may come, or not.
  void forget_earlier(Session* session, uint64_t now);

  // In a forked child, whose runtime has no threads of its own any more: each task is told of again.
  void reset_after_fork(Session* session, uint64_t now);

 private:
  // Of the tasks of one construct. Rates are per processor time without that of callbacks: what the program would have
  // used if nobody were told.
  struct Rate {
    uint64_t counted;  // when the stretch began that is being measured
    double per_ns;     // in the latest stretch
    double missed;
  };

  void earn(const Session& session, uint64_t ran_ns);
  void open(Session* session, uint64_t now);
  void account(uint64_t ran_ns, uint64_t now);
  void settle(Session* session, uint64_t until_ns);
  void miss(Session* session, double ran_ns);
  void say(Session* session);
  bool have_rates();
  static int64_t at_first(const Session& session);
  template <typename Visit>
  void for_each_task(Session* session, Visit&& visit);

  ompt_callback_t callback_ = nullptr;
  // kClosing: a thread is taking the callback back. Only from kUnheard on may the sampler set it again.
  enum State : uint32_t { kHeard, kClosing, kUnheard };
  std::atomic<uint32_t> state_{kHeard};
  std::atomic<bool> partly_{false};
  std::atomic<int64_t> balance_ns_{0};  // earned and not yet spent
  std::atomic<uint64_t> closed_ns_{0};  // when the latest window ended
  std::atomic<uint64_t> spent_ns_{0};   // all of it
  // The sampler's.
  uint64_t looked_ns_ = 0;
  double usage_ = 0;  // processors, since the look before
  uint64_t measured_from_ns_ = 0, measured_from_spent_ns_ = 0;
  double unheard_ran_ns_ = 0;  // processor time of the present stretch without a window
  double owed_ran_ns_ = 0;     // and of the latest one: half of it goes by the window after it
  bool settled_ = false;       // the window that has ended
  uint64_t unheard_ns_ = 0;
  Rate* rates_ = nullptr;
};

}  // namespace limpid::recorder
