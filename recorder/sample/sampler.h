// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <pthread.h>

#include "sample/cost_account.h"
#include "sample/outsiders.h"
#include "sample/pace.h"
#include "sample/rounds.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

class Session;
struct SyscallState;

// The thread that takes samples. Each round it looks at every thread: one that has not used the processor
// since it was last seen is where it was; one that runs, or waits where a signal does no harm, gets a signal;
// one blocked in a system call that a signal would break is unwound from here. While threads are steady it comes
// seldom, and timers of their own ask those that run (see Pace). It alone writes the file while it runs.
class Sampler {
 public:
  explicit constexpr Sampler(Session& session) : session_(session) {}

  // Starts the thread. False if it cannot be created.
  bool start();

  // Ends it and waits for that. Returns false if there is none, or it does not answer within so many ns.
  bool stop(uint64_t patience_ns);

  // In a forked child: there is no such thread any more.
  void forget();
  // For another recording, which is not paused, whatever this one was at its end.
  void forget_earlier();

  bool running() const { return running_.load(std::memory_order_acquire); }
  bool on_this_thread() const { return running() && pthread_equal(thread_, pthread_self()) != 0; }

  // A thread has begun: where rounds are slow, the next one comes at once, and the ones after it at the full rate. Any
  // thread.
  void thread_begins();

  // From now on rounds may be slow, if the kernel's ticks are so far apart (0: they may not); see Pace. Before the first
  // round.
  void begin_pace(uint64_t period_ns, uint64_t tick_ns);
  uint64_t period_asked_for() const { return base_period_ns_; }

  // Looks at every thread, at this moment. For who holds the file's lock.
  void round(uint64_t now);

  // The last words about all threads, written by whoever stopped the sampler.
  void last_round(uint64_t now);

  // Nothing that happens from now on counts, until resume(). Everything before is written. From here on all is
  // for who holds the file's lock.
  void pause(uint64_t now);
  void resume(uint64_t now);
  bool paused() const { return paused_ns_ != kNotPaused; }

  // Everything that is known of the time up to now is written.
  void flush(uint64_t now);
  // The same of samples only: a phase is about to begin or to end.
  void before_phase(uint64_t now);

 private:
  static constexpr uint64_t kNotPaused = ~0ull;

  // What became of a thread since it was last seen.
  struct Meanwhile {
    uint64_t elapsed_ns = 0;
    uint64_t ran_ns = 0;     // of it
    uint64_t queued_ns = 0;  // of the rest, as far as that is known
    bool may_have_slept = false;
    bool late = false;  // where it is seen it has been since it lost its processor
  };

  // Whether this is something that a thread needs a processor for: neither asleep nor waiting for others.
  static bool should_run(const SampleKey& key);
  static void* enter(void* self);
  void run();
  void paused_round(uint64_t now);
  void settle(ThreadSlot* slot, uint64_t now);
  void settle_all(uint64_t now);
  void key_of_nothing(ThreadSlot* slot);
  void enter_phase(ThreadSlot* slot, uint32_t phase);
  void begin_thread(ThreadSlot* slot);
  void take_end(ThreadSlot* slot);
  void visit(ThreadSlot* slot, uint64_t now);
  void look(ThreadSlot* slot, uint64_t now);
  void count_run(ThreadSlot* slot, uint64_t cpu_ns);
  void read_times(ThreadSlot* slot, uint64_t cpu_ns, uint64_t now);
  static SyscallState state_now(ThreadSlot* slot, uint64_t cpu_ns);
  void look_blocked(ThreadSlot* slot, const SyscallState& state, uint64_t ran_ns, uint64_t since,
                    uint64_t now);
  void look_without_file(ThreadSlot* slot, uint64_t since, uint64_t now);
  void request(ThreadSlot* slot, uint16_t flags, uint64_t since, uint64_t now);
  void ask(ThreadSlot* slot, uint64_t now);
  // The end of a thread that did not state it. It may have begun after the round's time was read.
  static void end_in_round(ThreadSlot* slot, uint64_t now);
  bool may_be_asked(ThreadSlot* slot, uint64_t now) const;
  void not_asked(ThreadSlot* slot, uint64_t since, uint64_t now);
  SampleKey place_unknown(const ThreadSlot& slot);
  void measure_signals();
  void wait_for_answer(ThreadSlot* slot, uint64_t now);
  void collect(ThreadSlot* slot);
  SampleKey key_of(ThreadSlot* slot, const Capture& answer, uint16_t flags);
  void collect_own(ThreadSlot* slot);
  void take_own(ThreadSlot* slot, const Capture& answer);
  uint64_t cover(ThreadSlot* slot, bool sleeps_now, const Meanwhile& meanwhile, uint64_t cpu_ns,
                 uint64_t now);
  void hold(ThreadSlot* slot, uint64_t now);
  bool asks_itself(ThreadSlot* slot, uint64_t cpu_ns) const;
  static Meanwhile since_seen(const SamplerView& view, uint64_t cpu_ns, uint64_t now);
  Meanwhile since_seen_at_round(ThreadSlot* slot, uint64_t cpu_ns, uint64_t now);
  void cover_unseen(ThreadSlot* slot, const SamplerView::Seen& other, uint64_t now);
  SampleKey unseen_sleep(const ThreadSlot& slot);
  static uint64_t queued_in_window(ThreadSlot* slot);
  void judge(ThreadSlot* slot, uint64_t now);
  void keep_pace(uint64_t now);
  void become_full();
  void start_timers();
  void stop_timers();
  void extend(ThreadSlot* slot, uint64_t until_ns);
  void see_again(ThreadSlot* slot, uint64_t now);
  void charge_holder(ThreadSlot* slot);
  void unwind_blocked(ThreadSlot* slot, const SyscallState& state, uint64_t since, uint64_t now);
  void give_up_request(ThreadSlot* slot, uint64_t now);
  void finish_thread(ThreadSlot* slot);
  void observe(ThreadSlot* slot, const SampleKey& key, uint64_t since_ns, uint64_t at_ns, uint32_t phase);
  void put(ThreadSlot* slot, const SampleKey& key, uint64_t until_ns);
  void adapt_period(uint64_t now);
  void account_rounds(uint64_t now);
  void note_signal(int before, uint64_t now);
  void note_blocked(int signal);
  void stop_for_full_file(uint64_t now);
  void update_counters(uint64_t now);
  void note_own_time();

  Session& session_;
  pthread_t thread_{};
  std::atomic<bool> running_{false};
  std::atomic<uint32_t> stop_{0};
  uint64_t base_period_ns_ = 0, period_ns_ = 0;
  Rounds rounds_;
  Pace pace_;
  bool timers_ = false;        // are started
  bool thread_began_ = false;  // while rounds were slow
  uint64_t interval_ns_ = 0;   // planned, from this round to the next
  uint64_t round_number_ = 0;
  uint64_t took_ns_ = 0;             // the round before, by the clock
  uint64_t own_in_window_ns_ = 0;    // for which rounds of Pace's window may have stood in a thread's place
  uint64_t ran_ns_ = 0;              // processor time of all threads that this round found out about
  uint32_t phase_ = 0;               // Phases::number_at() of this round
  uint64_t paused_ns_ = kNotPaused;  // since then
  uint64_t resumed_ns_ = 0;          // what was before that is over
  bool was_paused_ = false;          // when the sampler's thread last looked
  uint64_t totals_ns_ = 0;           // when totals were written last
  uint64_t adapt_from_ns_ = 0, adapt_from_cpu_ns_ = 0;
  uint64_t samples_ = 0, signals_ = 0, remote_unwinds_ = 0, reused_ = 0;
  uint64_t lost_ = 0, lost_ns_ = 0, truncated_ = 0;
  uint64_t limited_ns_ = 0;   // time with longer periods than asked for
  uint64_t delivery_ns_ = 0;  // of one signal
  bool delivery_measured_ = false;
  Outsiders outsiders_;
  CostAccount account_;
  const char* priority_ = nullptr;  // until it is written down
  bool said_unreadable_ = false, said_no_answer_ = false;
};

}  // namespace limpid::recorder
