// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sampler's slow rounds, between which timers of the threads' own ask those that run.
#include <algorithm>

#include <linux/futex.h>

#include "sample/blocked_kind.h"
#include "sample/sampler.h"
#include "sample/syscall_state.h"
#include "sample/thread_times.h"
#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

// A timer that has not come once, after so many times that it should have, does not work here. One that came less than
// half as often has most likely lost ticks to the machine's other work, which passes.
constexpr uint64_t kSilentPeriods = 16;
// A stretch that is not told apart.
constexpr uint64_t kShort = 60'000;
// The kernel takes so long to put the sampler in a thread's place and that back.
constexpr uint64_t kSwitches = 20'000;
// What was seen so long ago says nothing of now.
constexpr uint64_t kRemembered = kSecond / 2;
// Of time whose place is known from before one part in so many counts as unseen.
constexpr uint64_t kKnownCounts = 2;
constexpr uint16_t kAsleepSomewhere =
    static_cast<uint16_t>(profile::SampleFlag::kBlocked) | flags_of_kind(profile::BlockedKind::kOther);

// The same place as a guess, and none of what the thread waited for there.
SampleKey without_wait_id(SampleKey key) {
  key.wait_id = 0;
  key.flags |= static_cast<uint16_t>(profile::SampleFlag::kContextGuessed);
  return key;
}

}  // namespace

void Sampler::thread_begins() {
  if (!pace_.slow()) return;
  uint32_t nothing = 0;
  if (!stop_.compare_exchange_strong(nothing, Rounds::kAtOnce, std::memory_order_relaxed)) return;
  const ErrnoGuard keep;
  syscall(SYS_futex, &stop_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

void Sampler::begin_pace(uint64_t period_ns, uint64_t tick_ns) {
  base_period_ns_ = period_ns_ = period_ns;
  pace_.start(period_ns, tick_ns);
}

void Sampler::become_full() {
  thread_began_ = false;
  pace_.become_full(0);
  stop_timers();
}

// The thread has used so much in all.
void Sampler::count_run(ThreadSlot* slot, uint64_t cpu_ns) {
  uint64_t& before = slot->sampler.times.ran_ns;
  if (cpu_ns <= before) return;
  ran_ns_ += cpu_ns - before;
  before = cpu_ns;
}

// With slow rounds the processor time tells what became of a thread since it was last seen: one that slept has run since
// it woke up, one that ran has slept for the rest, but for what it stood in the kernel's queue. Covers that, and answers
// from when on holds what is seen now. (At the full rate what was seen holds up to now, which is right in the mean: see
// observe.)
uint64_t Sampler::cover(ThreadSlot* slot, bool sleeps_now, const Meanwhile& meanwhile, uint64_t cpu_ns,
                        uint64_t now) {
  SamplerView& view = slot->sampler;
  if (!pace_.slow() || !view.have_key) return now;
  const uint64_t ready = meanwhile.ran_ns + meanwhile.queued_ns;
  // The recorder's own round may have stood in the thread's place.
  const uint64_t short_ns = kShort + took_ns_;
  if (view.key.sleeps()) {
    if (sleeps_now && meanwhile.ran_ns < short_ns) return now;
    extend(slot, now - ready);  // before the processor time that is not this stretch's
    count_run(slot, cpu_ns);
    if (sleeps_now) cover_unseen(slot, view.awake, now);
    return sleeps_now ? now : now - ready;
  }
  count_run(slot, cpu_ns);
  if (sleeps_now) return view.accounted_ns + ready;
  if (meanwhile.elapsed_ns - ready < short_ns) return now;
  if (meanwhile.late) return view.accounted_ns + ready;
  if (!meanwhile.may_have_slept) return now;
  extend(slot, view.accounted_ns + ready);
  cover_unseen(slot, view.asleep, now);
  return now;
}

// The thread has used `cpu_ns` up to now.
Sampler::Meanwhile Sampler::since_seen(const SamplerView& view, uint64_t cpu_ns, uint64_t now) {
  Meanwhile m;
  m.elapsed_ns = now > view.accounted_ns ? now - view.accounted_ns : 0;
  m.ran_ns = std::min(cpu_ns - std::min(view.times.ran_ns, cpu_ns), m.elapsed_ns);
  return m;
}

// The same at a round, which asks for the queue's part where there is a rest to be explained.
Sampler::Meanwhile Sampler::since_seen_at_round(ThreadSlot* slot, uint64_t cpu_ns, uint64_t now) {
  SamplerView& view = slot->sampler;
  Meanwhile m = since_seen(view, cpu_ns, now);
  const uint64_t rest = m.elapsed_ns - m.ran_ns;
  if (!pace_.slow() || !view.have_key || rest < kShort + took_ns_) return m;
  uint64_t queued = 0;
  if (!read_queue_time(slot->tid, &view.queue_file, &queued)) {
    view.unseen_ns += rest;
    return m;
  }
  m.may_have_slept = true;
  m.queued_ns = std::min(queued - std::min(queued, view.stretch_queued_ns), rest);
  view.stretch_queued_ns = queued;
  return m;
}

// Nobody has seen where the thread ran between two sleeps, or slept between two samples of its own: most likely where it
// was last seen so. If that was a wait for a lock, it may have been another one, and its holder is not charged for it:
// then the place is a guess, and where it was not seen so it is a guess or not known.
void Sampler::cover_unseen(ThreadSlot* slot, const SamplerView::Seen& other, uint64_t now) {
  SamplerView& view = slot->sampler;
  const uint64_t ns = now - std::min(now, view.accounted_ns);
  const bool recent = other.at_ns != 0 && now - other.at_ns < kRemembered;
  const bool known = recent && other.key.wait_id == 0;
  view.unseen_ns += known ? ns / kKnownCounts : ns;
  if (recent) return put(slot, known ? other.key : without_wait_id(other.key), now);
  const bool asleep = &other == &view.asleep;
  put(slot, asleep ? unseen_sleep(*slot) : place_unknown(*slot), now);
}

// Who was seen to wait in the runtime most likely slept in that wait.
SampleKey Sampler::unseen_sleep(const ThreadSlot& slot) {
  if (!should_run(slot.sampler.key)) return without_wait_id(slot.sampler.key);
  SampleKey key = place_unknown(slot);
  key.flags |= kAsleepSomewhere;
  return key;
}

// No round looks any more, or not before a pause: what was seen last holds up to now, but for sleep that no slow round
// has seen.
void Sampler::hold(ThreadSlot* slot, uint64_t now) {
  SamplerView& view = slot->sampler;
  const uint64_t cpu = read_run_time(slot->tid);
  const bool may_sleep = pace_.slow() && view.have_key && !view.key.sleeps();
  if (may_sleep && state_now(slot, cpu).kind == SyscallState::kBlocked) {
    extend(slot, cover(slot, true, since_seen_at_round(slot, cpu, now), cpu, now));
    cover_unseen(slot, view.asleep, now);
  }
  read_times(slot, cpu, now);
  extend(slot, now);
}

// A thread that runs when the round comes is not asked by it where its timer does so soon enough.
bool Sampler::asks_itself(ThreadSlot* slot, uint64_t cpu_ns) const {
  SamplerView& view = slot->sampler;
  if (!pace_.slow() || !view.have_key || !slot->own_timer.started()) return false;
  view.own_ran_ns = cpu_ns - view.own_from_ns;
  return !pace_.asks_running();
}

void Sampler::judge(ThreadSlot* slot, uint64_t now) {
  SamplerView& view = slot->sampler;
  if (!slot->is_live()) return;
  if (pace_.slow() && view.unseen_ns > pace_.most_unseen_ns()) pace_.found_most_unseen();
  if (!pace_.judges(now)) return;
  const uint64_t window = now - pace_.window_ns();
  const uint64_t queued = queued_in_window(slot);
  const uint64_t by_others = queued - std::min(queued, own_in_window_ns_);
  if (view.unseen_ns + by_others > window / Pace::kPart) pace_.found_unsteady();
  view.unseen_ns = 0;
  const uint64_t due = view.own_ran_ns / pace_.timers_come_ns();
  if (!slot->own_timer.started() || due <= kSilentPeriods) return;
  if (view.own_samples == 0) return pace_.give_up();
  if (view.own_samples < due / 2) pace_.found_unsteady();
}

// For how long the thread stood in the kernel's queue, rather than to sleep. Of one that did not run nothing is known.
uint64_t Sampler::queued_in_window(ThreadSlot* slot) {
  SamplerView& view = slot->sampler;
  if (view.times.ran_ns == view.window_ran_ns) return 0;
  view.window_ran_ns = view.times.ran_ns;
  uint64_t queued = 0;
  if (!read_queue_time(slot->tid, &view.queue_file, &queued)) return 0;
  const uint64_t before = view.window_queued_ns;
  view.window_queued_ns = view.stretch_queued_ns = queued;
  return queued - std::min(queued, before);
}

void Sampler::keep_pace(uint64_t now) {
  own_in_window_ns_ = pace_.judges(now) ? 0 : own_in_window_ns_ + took_ns_ + kSwitches;
  pace_.finish_round(now);
  if (pace_.slow()) return start_timers();
  if (!timers_) return;
  stop_timers();
  rounds_.come_sooner(period_ns_);
}

// Of threads that sleep as well: they come when these run.
void Sampler::start_timers() {
  timers_ = true;
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* slot = session_.threads.slot(i);
    if (slot == nullptr || !slot->is_live() || !slot->may_be_asked || slot->own_timer.started()) continue;
    SamplerView& view = slot->sampler;
    view.own_from_ns = view.times.ran_ns;
    view.own_ran_ns = view.own_samples = view.unseen_ns = 0;
    view.window_ran_ns = ~view.times.ran_ns;  // another one, so that the queue is read
    queued_in_window(slot);
    if (slot->own_samples.create() &&
        session_.signal.start_timer(&slot->own_timer, slot->tid, pace_.timer_ns()))
      continue;
    return become_full();
  }
}

void Sampler::stop_timers() {
  timers_ = false;
  session_.threads.stop_timers();
}

// What threads took themselves up to now is of the phases that were.
void Sampler::before_phase(uint64_t now) {
  phase_ = session_.phases.number_at(now);
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; timers_ && i < n; ++i) {
    ThreadSlot* slot = session_.threads.slot(i);
    if (slot != nullptr && slot->is_live() && slot->sampler.begun) collect(slot);
  }
}

void Sampler::collect_own(ThreadSlot* slot) {
  while (const Capture* answer = slot->own_samples.oldest()) {
    take_own(slot, *answer);
    slot->own_samples.done();
  }
}

void Sampler::take_own(ThreadSlot* slot, const Capture& answer) {
  SamplerView& view = slot->sampler;
  Meanwhile meanwhile = since_seen(view, answer.ran_ns, answer.time_ns);
  // One that has not given up its processor did not sleep, whoever had it meanwhile. Most likely it lost it at the tick at
  // which the timer went off, and its handler has run when the thread came back.
  meanwhile.may_have_slept = view.own_samples != 0 && answer.switches != view.switches;
  meanwhile.late = !meanwhile.may_have_slept;
  view.switches = answer.switches;
  const uint64_t since = cover(slot, false, meanwhile, answer.ran_ns, answer.time_ns);
  count_run(slot, answer.ran_ns);
  view.times.queue = ThreadTimes::Queue::kNotRead;
  view.times.asleep = false;
  view.blocked_sp = 0;
  ++signals_;
  ++view.own_samples;
  observe(slot, key_of(slot, answer, 0), since, answer.time_ns, phase_);
  view.balance.charge_ahead(answer.charged_ns);
}

}  // namespace limpid::recorder
