// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the sampler asks a running thread for a sample, and what it makes of one that does not answer.
#include <cstdio>

#include "sample/sampler.h"
#include "sample/signal_names.h"
#include "sample/syscall_state.h"
#include "sample/thread_stack.h"
#include "sample/thread_times.h"
#include "session.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kNoAnswerAfter = 300'000'000;  // ns without an answer to a signal
constexpr uint64_t kStarved = 50'000'000;  // ns of processor time in which a thread would have answered
// ns between two looks at whether an adopted thread may be asked.
constexpr uint64_t kReconsiderEvery = 100'000'000;

}  // namespace

void Sampler::request(ThreadSlot* slot, uint16_t flags, uint64_t since, uint64_t now) {
  if (session_.signal.number() == 0 || !may_be_asked(slot, now)) return not_asked(slot, since, now);
  SamplerView& view = slot->sampler;
  view.request_flags = flags;
  view.requested_ns = view.asked_ns = now;
  view.since_ns = since;
  view.request_phase = phase_;
  view.waited_rounds = 0;
  const bool timer_is_next =
      pace_.slow() && (flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked)) == 0;
  slot->planned_ns.store(timer_is_next ? base_period_ns_ : interval_ns_, std::memory_order_relaxed);
  slot->phase.store(ThreadSlot::kRequested, std::memory_order_release);  // [slot.phase]
  ask(slot, now);
}

// A thread that was found blocking the signal may do so for a moment only: the C library blocks all signals while it creates
// a thread, and in the new thread until that one has begun.
bool Sampler::may_be_asked(ThreadSlot* slot, uint64_t now) const {
  SamplerView& view = slot->sampler;
  if (slot->may_be_asked || !slot->adopted || now - view.reconsidered_ns < kReconsiderEvery)
    return slot->may_be_asked;
  view.reconsidered_ns = now;
  slot->stack_high = stack_end_if_open(slot->tid, session_.signal.number());
  slot->may_be_asked = slot->stack_high != 0;
  return slot->may_be_asked;
}

void Sampler::ask(ThreadSlot* slot, uint64_t now) {
  ++signals_;
  slot->sampler.request_moves = session_.signal.moves();
  const SampleSignal::Asked asked = session_.signal.ask(slot->tid, &slot->sampler.request_signal);
  if (asked != SampleSignal::Asked::kNoThread) return;  // one that was not sent is sent by the next round
  uint32_t expected = ThreadSlot::kRequested;
  slot->phase.compare_exchange_strong(expected, ThreadSlot::kIdle, std::memory_order_relaxed);
  end_in_round(slot, now);
  finish_thread(slot);
}

// The program has taken every signal that there is: its time is known, its place is not.
void Sampler::not_asked(ThreadSlot* slot, uint64_t since, uint64_t now) {
  observe(slot, place_unknown(*slot), since, now, phase_);
}

// The answer will hold from the request on, until the round after it: for the rounds between, in which the
// thread has not come to its own code again, it is a sample each.
void Sampler::wait_for_answer(ThreadSlot* slot, uint64_t now) {
  SamplerView& view = slot->sampler;
  ++view.waited_rounds;
  // What was sent may have been taken back, when the program took the signal. It may be the same one by now. On a
  // crowded machine rounds are far between: this may be the first one since.
  const bool taken_back = view.request_moves != session_.signal.moves();
  if (taken_back) view.asked_ns = now;
  if (now - view.asked_ns > kNoAnswerAfter) return give_up_request(slot, now);
  const bool sent = view.request_signal != 0 || session_.signal.number() == 0;
  if (!sent || taken_back) ask(slot, now);
  slot->planned_ns.store(slot->planned_ns.load(std::memory_order_relaxed) + interval_ns_,
                         std::memory_order_relaxed);
}

// The thread does not answer. Where it blocks the signal, by a call that we did not see, or has been inside
// the kernel all the while, its time is known and its place is not. Another one is only starved of processor
// time.
void Sampler::give_up_request(ThreadSlot* slot, uint64_t now) {
  SamplerView& view = slot->sampler;
  const uint64_t cpu = read_run_time(slot->tid);
  const bool blocks = thread_blocks(slot->tid, view.request_signal);
  view.waited_rounds = 0;
  if (cpu == view.times.ran_ns || (!blocks && cpu - view.times.ran_ns < kStarved)) {
    view.requested_ns = view.asked_ns = view.since_ns = now;
    slot->planned_ns.store(interval_ns_, std::memory_order_relaxed);
    if (view.have_key) extend(slot, now);
    view.request_phase = phase_;
    enter_phase(slot, phase_);
    return;
  }
  uint32_t expected = ThreadSlot::kRequested;
  if (!slot->phase.compare_exchange_strong(expected, ThreadSlot::kIdle, std::memory_order_relaxed)) return;
  if (blocks) note_blocked(view.request_signal);
  observe(slot, place_unknown(*slot), view.since_ns, view.requested_ns, view.request_phase);
  read_times(slot, cpu, now);
  extend(slot, now);
}

void Sampler::note_blocked(int signal) {
  if (said_no_answer_) return;
  said_no_answer_ = true;
  char text[256];
  std::snprintf(
      text, sizeof text,
      "A thread blocks %s, by which samples are asked for%s: its time is counted, its place is not. "
      "LIMPID_SIGNAL chooses another signal.",
      name_of_signal(signal).text, session_.preloaded() ? "" : " (a preloaded recorder keeps it open)");
  session_.writer.note(text);
}

}  // namespace limpid::recorder
