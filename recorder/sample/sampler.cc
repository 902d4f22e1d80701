// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/sampler.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "context/user_stack.h"
#include "messages.h"
#include "own_thread.h"
#include "sample/answer_context.h"
#include "sample/blocked_kind.h"
#include "sample/blocked_thread.h"
#include "sample/priority.h"
#include "sample/signal_cost.h"
#include "sample/signal_names.h"
#include "sample/syscall_state.h"
#include "sample/task_file.h"
#include "sample/thread_times.h"
#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kHandlerCost = 60'000;  // processor time that a sample itself may have used
constexpr uint64_t kStackSize = 256 << 10;
// ns between two looks at the totals: where threads add to them each look takes cache lines from these threads. So much
// may be missing of a process that is killed.
constexpr uint64_t kTotalsEvery = 40'000'000;
constexpr uint64_t kAdaptEvery = 64;  // periods as asked for
constexpr unsigned kOwnTimeEvery = 8;
constexpr uint64_t kLongestPeriod = 200'000'000;

// A process that was not asked for by name gets its file after this many rounds: most helpers are gone by
// then.
constexpr uint64_t kRoundsBeforeFile = 4;

constexpr uint16_t bits(profile::SampleFlag f) {
  return static_cast<uint16_t>(f);
}

bool waits_for_holder(const SampleKey& key) {
  return mutex_state(key.state) && key.wait_id != 0;
}

}  // namespace

bool Sampler::should_run(const SampleKey& key) {
  return !key.sleeps() && (!waiting_state(key.state) || key.state == ompt_state_overhead);
}

bool Sampler::start() {
  // Without wrappers a program may take the signal unseen, and get what timers send until the next round.
  begin_pace(kSecond * 1000 / session_.settings.frequency_mhz, session_.preloaded() ? kernel_tick() : 0);
  stop_.store(0, std::memory_order_relaxed);
  round_number_ = 0;
  const bool there = start_own_thread(&thread_, kStackSize, &enter, this);
  running_.store(there, std::memory_order_release);
  return there;
}

bool Sampler::stop(uint64_t patience_ns) {
  if (!running() || on_this_thread()) return false;
  if (!stop_own_thread(thread_, &stop_, patience_ns)) return false;
  running_.store(false, std::memory_order_release);
  return true;
}

void Sampler::forget() {
  running_.store(false, std::memory_order_relaxed);
  rounds_.reset_after_fork();
  samples_ = signals_ = remote_unwinds_ = reused_ = lost_ = lost_ns_ = truncated_ = 0;
  limited_ns_ = 0;
  paused_ns_ = paused() ? session_.origin_ns : kNotPaused;
  resumed_ns_ = 0;
  account_ = {};
  pace_.become_full(0);
  outsiders_.forget();
}

void Sampler::forget_earlier() {
  paused_ns_ = kNotPaused;
  forget();
  was_paused_ = false;
  phase_ = 0;
}

void* Sampler::enter(void* self) {
  static_cast<Sampler*>(self)->run();
  return nullptr;
}

void Sampler::run() {
  pthread_setname_np(pthread_self(), "limpid-sampler");
  priority_ = run_promptly();
  const bool asked_for = session_.settings.main_pid == getpid();
  adapt_from_ns_ = now_ns();
  adapt_from_cpu_ns_ = read_clock(CLOCK_THREAD_CPUTIME_ID);
  rounds_.start(period_ns_);
  for (Round next; rounds_.next(stop_, pace_.mean(period_ns_), &next);) {
    ++round_number_;
    interval_ns_ = next.interval_ns;
    uint32_t at_once = Rounds::kAtOnce;
    if (stop_.compare_exchange_strong(at_once, 0, std::memory_order_relaxed)) thread_began_ = true;
    if (!session_.file.is_open() && round_number_ < (asked_for ? 1 : kRoundsBeforeFile)) continue;
    // Never wait here: at real-time priority this thread could keep the lock's holder from running.
    if (!session_.try_lock_file()) continue;
    if (!session_.have_file()) {
      session_.unlock_file();
      return;
    }
    if (priority_ != nullptr) session_.writer.info("setting:priority", priority_, std::strlen(priority_));
    priority_ = nullptr;
    if (thread_began_) become_full();
    round(next.now_ns);
    took_ns_ = now_ns() - next.now_ns;
    measure_signals();
    session_.unlock_file();
  }
  note_own_time();
}

// Once: the numbers are the machine's. After a round, which looks whether the signal is ours.
void Sampler::measure_signals() {
  const int signal = session_.signal.number();
  if (delivery_measured_ || signal == 0) return;
  delivery_measured_ = true;
  delivery_ns_ = measure_delivery(signal, [] {
    int by;
    Session::get().signal.ask(thread_id(), &by);
  });
}

void Sampler::round(uint64_t now) {
  phase_ = session_.phases.number_at(now);
  if (paused()) return paused_round(now);
  session_.modules.refresh();
  int before = 0;
  if (session_.signal.look_after(&before)) note_signal(before, now);
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    if (ThreadSlot* slot = session_.threads.slot(i)) visit(slot, now);
  }
  keep_pace(now);
  session_.task_events.look(&session_, ran_ns_, now);
  session_.implicit_events.look(&session_, account_.regions(session_.threads), now);
  ran_ns_ = 0;
  if (now >= totals_ns_ + kTotalsEvery) {
    totals_ns_ = now;
    session_.writer.write_totals(session_.clock.scale());
  }
  session_.writer.write_modules();
  outsiders_.look(&session_, thread_id(), now);
  account_rounds(now);
  if (session_.file.error() != 0) stop_for_full_file(now);
}

void Sampler::account_rounds(uint64_t now) {
  if (period_ns_ > base_period_ns_ && !pace_.slow()) limited_ns_ += interval_ns_;
  update_counters(now);
  if (was_paused_) {
    was_paused_ = false;
    adapt_from_ns_ = now;
    adapt_from_cpu_ns_ = read_clock(CLOCK_THREAD_CPUTIME_ID);
  }
  if (now >= adapt_from_ns_ + kAdaptEvery * base_period_ns_) adapt_period(now);
}

void Sampler::note_signal(int before, uint64_t now) {
  const int number = session_.signal.number();
  if (session_.run != nullptr) store_in_place(&session_.run->sample_signal, static_cast<uint32_t>(number));
  const double at = static_cast<double>(session_.writer.relative(now)) * 1e-9;
  const SignalName theirs = name_of_signal(before);
  char text[256];
  if (number != 0) {
    std::snprintf(text, sizeof text,
                  "The program uses %s itself: from %.3f s on samples are asked for by %s.", theirs.text, at,
                  name_of_signal(number).text);
  } else {
    std::snprintf(
        text, sizeof text,
        "The program uses %s itself, and samples are asked for by no other signal: from %.3f s on it is not "
        "known where running threads are.",
        theirs.text, at);
  }
  session_.writer.note(text);
}

void Sampler::stop_for_full_file(uint64_t now) {
  session_.writer.finish(profile::FinishReason::kStopped, now);
  message("recording stopped: cannot extend %s: %s", session_.file.path(),
          std::strerror(session_.file.error()));
  stop_.store(Rounds::kStop, std::memory_order_relaxed);
}

void Sampler::visit(ThreadSlot* slot, uint64_t now) {
  const uint32_t life = slot->life.load(std::memory_order_acquire);
  if (life != ThreadSlot::kLive && life != ThreadSlot::kEnded) return;
  if (!slot->sampler.begun) begin_thread(slot);
  collect(slot);
  if (life == ThreadSlot::kEnded) return finish_thread(slot);
  if (slot->outsider()) outsiders_.describe(slot, &session_.writer, now);
  look(slot, now);
  judge(slot, now);
}

void Sampler::begin_thread(ThreadSlot* slot) {
  session_.writer.begin_thread(slot);
  if (slot->begin_times.queue != ThreadTimes::Queue::kRead) return;
  slot->sampler.times = slot->begin_times;
  slot->sampler.share.start(slot->begin_times);
}

void Sampler::look(ThreadSlot* slot, uint64_t now) {
  SamplerView& view = slot->sampler;
  const uint32_t phase = slot->phase.load(std::memory_order_acquire);
  if (phase == ThreadSlot::kRequested) return wait_for_answer(slot, now);
  if (phase != ThreadSlot::kIdle) return;
  const uint64_t cpu = read_run_time(slot->tid);
  const uint64_t cpu_before = view.times.ran_ns;
  const bool ran = cpu != cpu_before || cpu == 0;
  if (!ran && view.have_key) return see_again(slot, now);
  const SyscallState state = state_now(slot, cpu);
  const bool asleep = state.kind == SyscallState::kBlocked;
  if (state.kind == SyscallState::kRunning && asks_itself(slot, cpu)) return;
  const uint64_t since = cover(slot, asleep, since_seen_at_round(slot, cpu, now), cpu, now);
  read_times(slot, cpu, now);
  view.times.asleep = asleep;
  switch (state.kind) {
    case SyscallState::kRunning:
      view.blocked_sp = 0;
      return request(slot, 0, since, now);
    case SyscallState::kBlocked:
      return look_blocked(slot, state, cpu - cpu_before, since, now);
    case SyscallState::kGone:
      end_in_round(slot, now);
      return finish_thread(slot);
    case SyscallState::kUnreadable:
      return look_without_file(slot, since, now);
  }
}

// A clock that goes on says that the thread runs on another processor, and costs a tenth of the file.
SyscallState Sampler::state_now(ThreadSlot* slot, uint64_t cpu_ns) {
  SyscallState running;
  running.kind = SyscallState::kRunning;
  const bool runs = read_run_time(slot->tid) > cpu_ns;
  return runs ? running : read_syscall_state(slot->tid, &slot->sampler.syscall_file);
}

// The queue time costs a read of its own, for threads that were off the processor only.
void Sampler::read_times(ThreadSlot* slot, uint64_t cpu_ns, uint64_t now) {
  using Queue = ThreadTimes::Queue;
  SamplerView& view = slot->sampler;
  count_run(slot, cpu_ns);
  view.times.queue = Queue::kNotRead;
  const uint64_t elapsed = now > view.accounted_ns ? now - view.accounted_ns : 0;
  view.share.allow(took_ns_);
  if (!view.share.wants_queue_time(elapsed, view.times.ran_ns)) return;
  const bool read = read_queue_time(slot->tid, &view.queue_file, &view.times.queued_ns);
  view.times.queue = read ? Queue::kRead : Queue::kNotCounted;
}

void Sampler::look_blocked(ThreadSlot* slot, const SyscallState& state, uint64_t ran_ns, uint64_t since,
                           uint64_t now) {
  SamplerView& view = slot->sampler;
  const bool same_place = view.blocked_sp == state.sp && unwind::same_call_site(view.blocked_pc, state.pc) &&
                          ran_ns < kHandlerCost;
  view.blocked_sp = state.sp;
  view.blocked_pc = state.pc;
  if (same_place && view.have_key) return see_again(slot, now);
  const bool signal_is_harmless =
      slot->may_be_asked && (state.number == -1 || unwind::hides_signals(state.number, state.argument));
  if (signal_is_harmless && session_.signal.number() != 0) {
    const uint16_t kind = flags_of_kind(blocked_kind(state.number));
    return request(slot, static_cast<uint16_t>(bits(profile::SampleFlag::kBlocked) | kind), since, now);
  }
  unwind_blocked(slot, state, since, now);
}

// Without the kernel's word, a thread that ran since it was last looked at is taken for running. It may have
// gone to sleep just now: then the handler restarts its system call.
void Sampler::look_without_file(ThreadSlot* slot, uint64_t since, uint64_t now) {
  if (!said_unreadable_) {
    said_unreadable_ = true;
    session_.writer.note(
        "/proc/self/task/TID/syscall cannot be read here: a thread that has just fallen asleep may be "
        "woken by a sample (its system call is restarted).");
    if (session_.run != nullptr) {
      store_in_place(&session_.run->flags,
                     session_.run->flags | static_cast<uint32_t>(profile::RunFlag::kNoSyscallFile));
    }
  }
  request(slot, 0, since, now);
}

void Sampler::put(ThreadSlot* slot, const SampleKey& key, uint64_t until_ns) {
  // What lies in a pause is nobody's time.
  uint64_t& before = slot->sampler.accounted_ns;
  before = std::max(before, resumed_ns_);
  until_ns = std::max(before, std::min(until_ns, paused_ns_));
  const uint64_t weight = until_ns > before ? until_ns - before : 0;
  const uint64_t not_charged = waits_for_holder(key) ? slot->sampler.balance.cover(weight) : 0;
  ProcessorShare::Missing missing;
  if (weight != 0) missing = slot->sampler.share.without(weight, slot->sampler.times, should_run(key));
  if (!session_.writer.sample(slot, key, until_ns, missing)) {
    ++lost_;
    lost_ns_ += weight;
    if (weight != 0) slot->sampler.accounted_ns = until_ns;
    return;
  }
  if (not_charged != 0) session_.blame.add(key.wait_id, not_charged, &slot->own_waiting);
}

// Still where it was.
void Sampler::extend(ThreadSlot* slot, uint64_t until_ns) {
  put(slot, slot->sampler.key, until_ns);
}

// Seen at a round where it was; it has not run, so a slow round stands for all full ones that it is in the place of.
void Sampler::see_again(ThreadSlot* slot, uint64_t now) {
  const uint64_t elapsed = now - std::min(now, slot->sampler.accounted_ns);
  const uint64_t rounds = pace_.slow() ? std::max<uint64_t>(1, elapsed / base_period_ns_) : 1;
  reused_ += rounds;
  samples_ += rounds;
  extend(slot, now);
  enter_phase(slot, phase_);
  charge_holder(slot);
}

// As the handler does for a thread that is asked; see BlameTable for why now.
void Sampler::charge_holder(ThreadSlot* slot) {
  SamplerView& view = slot->sampler;
  if (!waits_for_holder(view.key)) return;
  session_.blame.add(view.key.wait_id, interval_ns_, &slot->own_waiting);
  view.balance.charge_ahead(interval_ns_);
}

// Seen at a round: what was seen before holds up to here, this from here on. (Forward, because the distance
// to the next round is independent of what is seen now; the distance from the last one is not, see
// RandomInterval.)
void Sampler::observe(ThreadSlot* slot, const SampleKey& key, uint64_t since_ns, uint64_t at_ns,
                      uint32_t phase) {
  ++samples_;
  put(slot, slot->sampler.have_key ? slot->sampler.key : key, since_ns);
  enter_phase(slot, phase);
  put(slot, key, at_ns);
  (key.sleeps() ? slot->sampler.asleep : slot->sampler.awake) = {key, at_ns};
}

// What the thread has answered since the last round: when the sampler asked, and then when its own timer did.
void Sampler::collect(ThreadSlot* slot) {
  if (slot->phase.load(std::memory_order_acquire) == ThreadSlot::kFilled) {
    SamplerView& view = slot->sampler;
    const SampleKey key = key_of(slot, slot->capture, view.request_flags);
    // The thread had not run between the round and its answer, or it answered at once.
    samples_ += view.waited_rounds;
    reused_ += view.waited_rounds;
    view.waited_rounds = 0;
    observe(slot, key, view.since_ns, view.requested_ns, view.request_phase);
    view.balance.charge_ahead(slot->capture.charged_ns);
    slot->phase.store(ThreadSlot::kIdle, std::memory_order_relaxed);
  }
  collect_own(slot);
}

SampleKey Sampler::key_of(ThreadSlot* slot, const Capture& answer, uint16_t flags) {
  SamplerView& view = slot->sampler;
  SampleKey key;
  key.state = static_cast<uint16_t>(answer.state);
  key.flags = flags;
  if (waiting_state(answer.state))
    key.flags &= static_cast<uint16_t>(~kKindBits);  // not the user's code that sleeps
  key.wait_id = answer.wait_id;
  const ModuleTable::Reader modules(session_.modules);
  FrameRange range;
  if (modules.map() != nullptr)
    range = user_frames(answer.trace, answer.extent, waiting_state(answer.state), *modules.map());
  const NodeId context = context_of_answer(&session_, *slot, answer, modules.map(), range, &key);
  view.last_context = context;
  view.last_boundary = 0;
  key.node = context;
  if (modules.map() != nullptr) {
    const bool missing = callers_missing(answer.trace, range, answer.extent);
    if (missing) ++truncated_;
    key.node = enter_frames(&session_.nodes, *modules.map(), context, answer.trace, range, missing);
    if (!range.empty()) view.last_boundary = answer.trace.frames[range.last - 1].cfa;
  }
  view.last_state = key.state;
  return key;
}

void Sampler::unwind_blocked(ThreadSlot* slot, const SyscallState& state, uint64_t since, uint64_t now) {
  const ModuleTable::Reader modules(session_.modules);
  if (modules.map() == nullptr) return;
  ++remote_unwinds_;
  bool truncated = false;
  const SampleKey key =
      blocked_sample(&session_.nodes, *modules.map(), *slot, state, region_of(session_, *slot),
                     session_.tasks_seen.load(std::memory_order_relaxed), &truncated);
  if (truncated) ++truncated_;
  observe(slot, key, since, now, phase_);
}

SampleKey Sampler::place_unknown(const ThreadSlot& slot) {
  const NodeId context = region_of(session_, slot).context;
  SampleKey key;
  key.node = session_.nodes.child(context, profile::NodeKind::kTruncated,
                                  static_cast<uint64_t>(profile::TruncationReason::kNotSampled));
  key.state = user_state(slot, context);
  key.flags = bits(profile::SampleFlag::kContextGuessed);
  return key;
}

// A thread that no round has met.
void Sampler::key_of_nothing(ThreadSlot* slot) {
  if (slot->sampler.have_key) return;
  slot->sampler.key = {slot->root, state_outside(*slot), bits(profile::SampleFlag::kContextGuessed), 0};
}

void Sampler::finish_thread(ThreadSlot* slot) {
  SamplerView& view = slot->sampler;
  slot->own_timer.stop();
  key_of_nothing(slot);
  // One that has not looked at its clocks has taken them with it.
  if (slot->end_times.queue == ThreadTimes::Queue::kNotRead)
    view.share.stop();
  else
    take_end(slot);
  // It looked at the clock, lost its processor, and was seen again before it had said that it ends.
  slot->end_ns = std::max(slot->end_ns, view.accounted_ns);
  if (slot->end_ns > view.accounted_ns) extend(slot, slot->end_ns);
  Outsiders::ended(slot, &session_.writer);
  session_.writer.end_thread(slot);
  account_.take_from(slot);
  close_task_file(&view.syscall_file);
  close_task_file(&view.queue_file);
  slot->phase.store(ThreadSlot::kIdle, std::memory_order_relaxed);
  slot->life.store(ThreadSlot::kFree, std::memory_order_release);
}

void Sampler::take_end(ThreadSlot* slot) {
  count_run(slot, slot->end_times.ran_ns);
  slot->sampler.times = slot->end_times;
}

void Sampler::end_in_round(ThreadSlot* slot, uint64_t now) {
  slot->end_ns = std::max(now, slot->begin_ns);
}

void Sampler::last_round(uint64_t now) {
  // A run that was over before the first round, without a runtime: its modules tell the reader why.
  if (session_.modules.count() == 0) session_.modules.refresh();
  const uint32_t n = session_.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    ThreadSlot* slot = session_.threads.slot(i);
    if (slot == nullptr) continue;
    const uint32_t life = slot->life.load(std::memory_order_acquire);
    if (life != ThreadSlot::kLive && life != ThreadSlot::kEnded) continue;
    if (!slot->sampler.begun) begin_thread(slot);
    collect(slot);
    if (slot->cache != nullptr) slot->cache->flush_all();
    if (slot->outsider()) outsiders_.describe(slot, &session_.writer, now);
    if (life == ThreadSlot::kLive) {
      end_in_round(slot, now);
      key_of_nothing(slot);
      hold(slot, slot->end_ns);
    }
    finish_thread(slot);
  }
  session_.task_events.finish(&session_, ran_ns_, now);
  session_.writer.write_totals(session_.clock.scale());
  session_.writer.write_modules();
  update_counters(now);
}

// Rounds cost time for each thread, signals or not. Above what they may cost (LIMPID_MAX_COST, of what the
// processors can do) the period grows, and shrinks back when there is room. Slow rounds cost less, whatever the period
// had grown to; where they cost too much all the same, that period holds again.
void Sampler::adapt_period(uint64_t now) {
  const uint64_t cpu = read_clock(CLOCK_THREAD_CPUTIME_ID);
  const uint64_t spent = cpu - adapt_from_cpu_ns_;
  const uint64_t allowed =
      (now - adapt_from_ns_) * session_.processors / 1000 * session_.settings.max_cost / 100;
  adapt_from_ns_ = now;
  adapt_from_cpu_ns_ = cpu;
  if (spent > allowed && pace_.slow()) return pace_.found_costly();
  if (spent > allowed && period_ns_ < kLongestPeriod) period_ns_ += period_ns_ / 2;
  if (spent < allowed / 3 && period_ns_ > base_period_ns_)
    period_ns_ -= (period_ns_ - base_period_ns_ + 1) / 2;
}

void Sampler::update_counters(uint64_t now) {
  profile::CountersRecord* c = session_.counters;
  if (c == nullptr) return;
  store_in_place(&c->updated_ns, session_.writer.relative(now));
  store_in_place(&c->ticks, round_number_);
  store_in_place(&c->late_ticks, rounds_.late());
  store_in_place(&c->samples, samples_);
  store_in_place(&c->signals, signals_);
  store_in_place(&c->remote_unwinds, remote_unwinds_);
  store_in_place(&c->reused, reused_);
  store_in_place(&c->lost, lost_);
  store_in_place(&c->lost_ns, lost_ns_);
  store_in_place(&c->truncated, truncated_);
  store_in_place(&c->dropped_nodes, session_.nodes.dropped());
  store_in_place(&c->delivery_ns, signals_ * delivery_ns_);
  store_in_place(&c->limited_ns, limited_ns_);
  store_in_place(&c->unheard_ns, session_.task_events.unheard_ns());
  account_.write(session_.threads, c);
  if (on_this_thread() && round_number_ % kOwnTimeEvery == 0) note_own_time();
}

// A system call: now and then, and at the thread's end.
void Sampler::note_own_time() {
  if (profile::CountersRecord* c = session_.counters)
    store_in_place(&c->sampler_cpu_ns, read_clock(CLOCK_THREAD_CPUTIME_ID));
}

}  // namespace limpid::recorder
