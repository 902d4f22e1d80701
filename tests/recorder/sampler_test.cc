// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sampler writes about threads whose clocks, system calls and answers to the signal are a script:
// the functions that this program defines stand in the place of
// recorder/{syscall_state,thread_times,sample_signal}.cc.
#include "sample/sampler.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "profile_reader.h"
#include "sample/sample_signal.h"
#include "sample/syscall_state.h"
#include "sample/thread_times.h"
#include "session.h"

namespace limpid::recorder {
namespace {

// A thread as the kernel and the runtime show it.
struct Actor {
  uint64_t ran_ns = 0, queued_ns = 0, waits_since_ns = 0;
  uint64_t runs_on_ns = 0;  // each look at its clock finds so much more
  unsigned file_reads = 0;
  SyscallState call;                            // kRunning, or what it is blocked in
  ompt_state_t state = ompt_state_work_serial;  // what its handler will say
  ThreadSlot* slot = nullptr;
  bool asked = false;  // has a signal to answer
};
std::map<pid_t, Actor*> g_actors;

// Runs the actor's handler.
void answer(Actor* actor) {
  if (!actor->asked) return;
  actor->asked = false;
  ThreadSlot* slot = actor->slot;
  slot->capture.state = static_cast<uint32_t>(actor->state);
  slot->capture.context = kProgramNode;
  slot->capture.extent = {};
  slot->capture.trace.count = 0;
  slot->capture.wait_id = slot->capture.charged_ns = 0;
  slot->phase.store(ThreadSlot::kFilled);
}

}  // namespace

SyscallState read_syscall_state(pid_t tid, int*) {
  ++g_actors.at(tid)->file_reads;
  return g_actors.at(tid)->call;
}
uint64_t read_run_time(pid_t tid) {
  const auto actor = g_actors.find(tid);
  return actor == g_actors.end() ? 0 : actor->second->ran_ns += actor->second->runs_on_ns;
}
bool read_queue_time(pid_t tid, int*, uint64_t* ns) {
  *ns = g_actors.at(tid)->queued_ns;
  return true;
}
// A thread that does not look at its clocks when it begins and ends: the test says what it has seen.
ThreadTimes read_own_times() {
  return {};
}
bool thread_blocks(pid_t, int) {
  return false;
}

// The signal is never sent: whoever is asked answers when the test says so.
bool SampleSignal::install(int wanted, Handler, StopTimers) {
  number_ = wanted;
  return true;
}
void SampleSignal::remove() {}
void SampleSignal::restore_actions() {}
SampleSignal::Asked SampleSignal::ask(pid_t thread, int* signal) {
  g_actors.at(thread)->asked = true;
  *signal = number();
  return Asked::kSent;
}
bool SampleSignal::start_timer(OwnTimer* timer, pid_t thread, uint64_t period_ns) {
  return timer->start(thread, number(), nullptr, period_ns);
}
bool SampleSignal::is_ours(const siginfo_t&) {
  return false;
}
bool SampleSignal::is_of_timer(const siginfo_t&) {
  return false;
}
bool SampleSignal::look_after(int*) {
  return false;
}
void SampleSignal::forget_sender() {}

// A timer sends nothing either.
uint64_t kernel_tick() {
  return 0;
}
bool OwnTimer::start(pid_t, int, void*, uint64_t) {
  id_ = 1;
  return true;
}
void OwnTimer::stop() {
  id_ = kNone;
}

namespace {

constexpr uint64_t kMs = 1'000'000;
constexpr uint64_t kOrigin = 1000 * kMs;

// A recording whose rounds the test makes. Threads attach themselves and then do nothing at all.
class Scripted : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/limpid-sampler-XXXXXX";
    folder_ = mkdtemp(name);
    path_ = folder_ + "/x.limpid";
    session_.signal.install(SIGURG, nullptr, nullptr);
    ASSERT_TRUE(session_.nodes.create() && session_.totals.create());
    ASSERT_TRUE(session_.file.create(path_.c_str(), false, kOrigin, 0));
    ASSERT_TRUE(session_.writer.create(kOrigin, ~0ull));
    session_.counters = session_.file.append<profile::CountersRecord>(profile::RecordType::kCounters);
    ASSERT_NE(session_.counters, nullptr);
    session_.file.commit(session_.counters);
  }
  void TearDown() override {
    over_ = true;
    for (std::thread& each : threads_) each.join();
    std::filesystem::remove_all(folder_);
    g_actors.clear();
  }

  Actor* add_thread() {
    auto actor = std::make_unique<Actor>();
    std::atomic<pid_t> tid{0};
    threads_.emplace_back([this, actor = actor.get(), &tid] {
      actor->slot = session_.threads.attach(profile::ThreadType::kWorker, kOrigin);
      tid = actor->slot->tid;
      while (!over_) usleep(1000);
      session_.threads.detach();
    });
    while (tid == 0) usleep(100);
    g_actors[tid] = actor.get();
    actors_.push_back(std::move(actor));
    return actors_.back().get();
  }

  profile::Profile finish(uint64_t at_ns) {
    session_.sampler.last_round(at_ns);
    session_.writer.finish(profile::FinishReason::kExit, at_ns);
    session_.file.close(false);
    profile::Profile p;
    std::string error;
    EXPECT_TRUE(profile::read_profile(path_, &p, &error)) << error;
    std::map<uint32_t, uint64_t> lives;
    for (const profile::Sample& s : p.samples) lives[s.thread] += s.weight_ns;
    for (const profile::Thread& t : p.threads) EXPECT_EQ(lives[t.id], t.end_ns - t.begin_ns - paused_ns_);
    return p;
  }

  std::unique_ptr<Session> owner_ = std::make_unique<Session>();
  Session& session_ = *owner_;
  std::vector<std::unique_ptr<Actor>> actors_;
  std::vector<std::thread> threads_;
  std::atomic<bool> over_{false};
  uint64_t paused_ns_ = 0;  // what the test has paused, in the life of every thread
  std::string folder_, path_;
};

uint64_t sum(const profile::Profile& p, const std::function<uint64_t(const profile::Sample&)>& of) {
  uint64_t all = 0;
  for (const profile::Sample& s : p.samples) all += of(s);
  return all;
}
uint64_t no_processor(const profile::Profile& p) {
  return sum(p, [](const profile::Sample& s) { return s.no_processor_ns; });
}

// Turns of 3 ms on two processors; a thread answers the signal when its turn comes. Rounds are 7 ms apart, so
// that they fall everywhere.
TEST_F(Scripted, EightThreadsOnTwoProcessors) {
  constexpr uint64_t kTurn = 3, kEvery = 7, kUntil = 4 * kTurn * 700;
  for (int i = 0; i < 8; ++i) {
    Actor* actor = add_thread();
    actor->call.kind = SyscallState::kRunning;
    actor->state = ompt_state_work_parallel;
  }
  for (uint64_t ms = 0; ms < kUntil; ++ms) {
    const uint64_t pair = ms / kTurn % 4;
    for (uint64_t i = 0; i < 8; ++i) {
      Actor& actor = *actors_[i];
      if (i / 2 == pair) {
        actor.queued_ns += ms * kMs - std::min(ms * kMs, actor.waits_since_ns);
        actor.ran_ns += kMs;
        actor.waits_since_ns = (ms + 1) * kMs;
        answer(&actor);
      }
    }
    if ((ms + 1) % kEvery == 0) session_.sampler.round(kOrigin + (ms + 1) * kMs);
  }
  const profile::Profile p = finish(kOrigin + kUntil * kMs);
  // A round is a sample of each thread, also of one that stands in the queue; the latest may have no answer.
  constexpr uint64_t kRounds = kUntil / kEvery;
  EXPECT_LE(p.counters.samples, 8 * kRounds);
  EXPECT_GE(p.counters.samples, 8 * (kRounds - 2));
  const uint64_t lives = 8 * kUntil * kMs;
  EXPECT_EQ(sum(p, [](const profile::Sample& s) { return s.weight_ns; }), lives);
  // Three quarters, but for each thread's first stretch: of that nothing is known.
  const auto truth = static_cast<double>(lives) * 0.75;
  EXPECT_LE(static_cast<double>(no_processor(p)), truth);
  EXPECT_GE(static_cast<double>(no_processor(p)), truth - 8.0 * 4 * kEvery * static_cast<double>(kMs));
}

// One millisecond in ten on the processor, asleep in between, and never in the queue.
TEST_F(Scripted, WhoSleepsIsNotWithoutAProcessor) {
  Actor* actor = add_thread();
  for (uint64_t ms = 0; ms < 1000; ++ms) {
    const bool runs = ms % 10 == 0;
    if (runs) actor->ran_ns += kMs;
    actor->call = {};
    actor->call.kind = runs ? SyscallState::kRunning : SyscallState::kBlocked;
    actor->call.number = SYS_clock_nanosleep;
    if (runs) answer(actor);
    if (ms % 7 == 0) session_.sampler.round(kOrigin + ms * kMs);
  }
  EXPECT_EQ(no_processor(finish(kOrigin + 1000 * kMs)), 0u);
}

// The kernel is asked for the state of a thread only where its clock does not say that it runs.
TEST_F(Scripted, AThreadWhoseClockGoesOnIsAskedAtOnce) {
  Actor* runs = add_thread();
  Actor* waits = add_thread();
  runs->runs_on_ns = 1;
  for (Actor* each : {runs, waits}) each->call.kind = SyscallState::kRunning;
  for (uint64_t round = 1; round <= 5; ++round) {
    waits->ran_ns += kMs;
    session_.sampler.round(kOrigin + round * kMs);
    EXPECT_TRUE(runs->asked && waits->asked);
    answer(runs);
    answer(waits);
  }
  EXPECT_EQ(runs->file_reads, 0u);
  EXPECT_EQ(waits->file_reads, 5u);
  finish(kOrigin + 6 * kMs);
}

// A thread that looks at its clocks when it begins and when it ends: its first stretch and its last one are known as
// all others are.
TEST_F(Scripted, WhoBeginsAndEndsIsKnownFromItsOwnClocks) {
  using Queue = ThreadTimes::Queue;
  Actor* actor = add_thread();
  actor->call.kind = SyscallState::kRunning;
  actor->slot->begin_times = {1 * kMs, 5 * kMs, Queue::kRead, false};
  actor->ran_ns = 3 * kMs;      // two of the first ten,
  actor->queued_ns = 13 * kMs;  // and eight in the queue
  session_.sampler.round(kOrigin + 10 * kMs);
  answer(actor);
  actor->slot->end_times = {4 * kMs, 22 * kMs, Queue::kRead, false};  // one of the last ten
  actor->slot->end_ns = kOrigin + 20 * kMs;
  actor->slot->life = ThreadSlot::kEnded;
  session_.sampler.round(kOrigin + 25 * kMs);
  EXPECT_EQ(no_processor(finish(kOrigin + 30 * kMs)), 17 * kMs);
}

// Rounds at the full rate until they are slow: a window of Pace, in which the thread runs.
class SlowRounds : public Scripted {
 protected:
  static constexpr uint64_t kPeriod = 5 * kMs;

  void SetUp() override {
    Scripted::SetUp();
    session_.settings.max_cost = 1'000'000'000;  // this thread's own processor time is no script
    session_.sampler.begin_pace(kPeriod, kPeriod);
    actor_ = add_thread();
    actor_->state = ompt_state_work_parallel;
    now_ = kOrigin;
    while (!slow() && now_ < kOrigin + 200 * kMs) {
      run(5);
      round();
    }
    ASSERT_TRUE(slow());
    slow_from_ = now_;
  }

  bool slow() const { return actor_->slot->own_timer.started(); }
  void run(uint64_t ms) {
    now_ += ms * kMs;
    actor_->ran_ns += ms * kMs;
    actor_->call = {};
    actor_->call.kind = SyscallState::kRunning;
  }
  void sleep(uint64_t ms) {
    now_ += ms * kMs;
    actor_->call = {};
    actor_->call.kind = SyscallState::kBlocked;
    actor_->call.number = SYS_clock_nanosleep;
  }
  void round() {
    session_.sampler.round(now_);
    answer(actor_);
  }
  // The thread's timer goes off.
  void tick() {
    Capture* c = actor_->slot->own_samples.begin();
    ASSERT_NE(c, nullptr);
    c->time_ns = now_;
    c->ran_ns = actor_->ran_ns;
    c->state = static_cast<uint32_t>(actor_->state);
    c->context = kProgramNode;
    c->region = kNoNode;
    c->extent = {};
    c->trace.count = 0;
    c->wait_id = c->charged_ns = 0;
    actor_->slot->own_samples.finish(c->used_bytes());
  }
  // Time in which it slept, by what the recording says.
  static uint64_t asleep(const profile::Profile& p) {
    return sum(p, [](const profile::Sample& s) {
      return (s.flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked)) != 0 ? s.weight_ns : 0;
    });
  }

  Actor* actor_ = nullptr;
  uint64_t now_ = 0, slow_from_ = 0;
};

TEST_F(SlowRounds, KnowWhenAThreadFellAsleepAndWokeUp) {
  run(6);
  tick();
  run(5);
  sleep(17);
  round();
  sleep(12);
  run(6);
  tick();
  run(4);
  round();
  EXPECT_EQ(asleep(finish(now_)), 29 * kMs);
}

TEST_F(SlowRounds, SamplesByTimersAreSamples) {
  const uint64_t before = session_.counters->samples;
  for (int i = 0; i < 4; ++i) {
    run(6);
    tick();
  }
  run(1);
  round();
  EXPECT_EQ(session_.counters->samples - before, 4u + 1u) << "and the round before";
  const profile::Profile p = finish(now_);
  EXPECT_EQ(asleep(p), 0u);
}

// Between two samples of its own it slept: where it was seen to sleep before, for exactly as long.
TEST_F(SlowRounds, UnseenSleepIsWhereItWasSeen) {
  run(6);
  sleep(3);
  round();
  sleep(2);
  run(6);
  tick();
  run(2);
  sleep(4);
  run(4);
  tick();
  run(1);
  round();
  EXPECT_EQ(asleep(finish(now_)), 9 * kMs);
}

// And so much of it that nobody knows where: then rounds come at the full rate again.
TEST_F(SlowRounds, EndWhereAThreadSleepsUnseen) {
  while (now_ < slow_from_ + 100 * kMs) {
    run(3);
    sleep(2);
    run(1);
    tick();
    if (now_ % (30 * kMs) == 0) round();
  }
  round();
  EXPECT_FALSE(slow());
  finish(now_);
}

TEST_F(SlowRounds, EndWhereAThreadHasNoProcessor) {
  while (now_ < slow_from_ + 100 * kMs) {
    run(5);
    actor_->queued_ns += 1 * kMs;
    now_ += 1 * kMs;
    tick();
    if (now_ % (30 * kMs) == 0) round();
  }
  round();
  EXPECT_FALSE(slow());
  finish(now_);
}

TEST_F(SlowRounds, EndWhereTimersAreSilent) {
  for (int i = 0; i < 10 && slow(); ++i) {
    run(30);
    round();
  }
  EXPECT_FALSE(slow());
  for (int i = 0; i < 500; ++i) {
    run(5);
    round();
  }
  EXPECT_FALSE(slow()) << "for good";
  finish(now_);
}

TEST_F(SlowRounds, EndWithAPauseAndBeginAgain) {
  run(6);
  tick();
  session_.sampler.pause(now_);
  EXPECT_FALSE(slow());
  const uint64_t paused = now_;
  run(10);
  paused_ns_ = now_ - paused;
  session_.sampler.resume(now_);
  for (int i = 0; i < 40; ++i) {
    run(6);
    if (slow()) tick();
    round();
  }
  EXPECT_TRUE(slow());
  EXPECT_EQ(asleep(finish(now_)), 0u);
}

// A thread that waits at a barrier needs no processor, whatever it does there.
TEST_F(Scripted, WhoWaitsIsNotWithoutAProcessor) {
  Actor* actor = add_thread();
  actor->call.kind = SyscallState::kRunning;
  actor->state = ompt_state_wait_barrier_implicit_parallel;
  for (uint64_t ms = 0; ms < 1000; ++ms) {
    (ms % 2 == 0 ? actor->ran_ns : actor->queued_ns) += kMs;
    answer(actor);
    if (ms % 7 == 0) session_.sampler.round(kOrigin + ms * kMs);
  }
  EXPECT_EQ(no_processor(finish(kOrigin + 1000 * kMs)), 0u);
}

// A thread that is joined waits in an untimed futex: it is asked, and its state says whose waiting that is.
TEST_F(Scripted, AFutexIsTheUsersOrTheRuntimesAsTheStateSays) {
  Actor* user = add_thread();
  Actor* runtime = add_thread();
  for (Actor* each : {user, runtime}) {
    each->call.kind = SyscallState::kBlocked;
    each->call.number = SYS_futex;
    each->ran_ns = kMs;
  }
  user->state = ompt_state_work_serial;
  runtime->state = ompt_state_wait_barrier_implicit_parallel;
  for (uint64_t ms = 1; ms < 100; ++ms) {
    session_.sampler.round(kOrigin + ms * kMs);
    for (Actor* each : {user, runtime}) answer(each);
  }
  const profile::Profile p = finish(kOrigin + 100 * kMs);
  using profile::BlockedKind;
  for (const profile::Sample& s : p.samples) {
    if (s.weight_ns == 0) continue;
    EXPECT_NE(s.flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked), 0);
    EXPECT_EQ(s.blocked, s.state == ompt_state_work_serial ? BlockedKind::kFutex : BlockedKind::kNone);
  }
}

// Two threads that nobody announced: one of them comes to use OpenMP.
TEST_F(Scripted, ThreadsThatNobodyKnowsAreAdopted) {
  constexpr uint64_t kApart = 60 * kMs;
  Actor* known = add_thread();
  known->call.kind = SyscallState::kRunning;
  Actor stranger, late, later;  // `later` is `late` when it uses OpenMP
  for (Actor* each : {&stranger, &late, &later}) each->call.kind = SyscallState::kRunning;
  std::atomic<pid_t> stranger_tid{0}, late_tid{0};
  std::atomic<bool> attach{false}, attached{false};
  threads_.emplace_back([&] {
    pthread_setname_np(pthread_self(), "stranger");
    stranger_tid = static_cast<pid_t>(syscall(SYS_gettid));
    while (!over_) usleep(1000);
  });
  threads_.emplace_back([&] {
    pthread_setname_np(pthread_self(), "late");
    late_tid = static_cast<pid_t>(syscall(SYS_gettid));
    while (!attach) usleep(100);
    later.slot = session_.threads.attach(profile::ThreadType::kInitial, kOrigin + 3 * kApart);
    attached = true;
    while (!over_) usleep(1000);
    session_.threads.detach();
  });
  while (late_tid == 0 || stranger_tid == 0) usleep(100);
  g_actors[stranger_tid] = &stranger;
  g_actors[late_tid] = &late;
  session_.sampler.round(kOrigin + kApart);      // seen
  session_.sampler.round(kOrigin + 2 * kApart);  // seen again: they are strangers
  session_.sampler.round(kOrigin + 2 * kApart + kMs);
  attach = true;
  while (!attached) usleep(100);
  g_actors[late_tid] = &later;
  session_.sampler.round(kOrigin + 3 * kApart);
  g_actors.erase(stranger_tid);
  stranger.call.kind = SyscallState::kGone;
  g_actors[stranger_tid] = &stranger;
  session_.sampler.round(kOrigin + 4 * kApart);
  const profile::Profile p = finish(kOrigin + 5 * kApart);
  std::map<std::string, const profile::OutsiderRecord*> outsiders;
  for (const profile::OutsiderRecord& each : p.outsiders) {
    if (std::string(each.name) == "stranger" || std::string(each.name) == "late") {
      EXPECT_EQ(outsiders[each.name], nullptr) << each.name << " is there twice";
      outsiders[each.name] = &each;
    }
  }
  ASSERT_NE(outsiders["stranger"], nullptr);
  ASSERT_NE(outsiders["late"], nullptr);
  EXPECT_NE(outsiders["stranger"]->os_tid, 0u);
  EXPECT_EQ(outsiders["late"]->os_tid, 0u) << "it uses OpenMP now";
  std::map<uint32_t, const profile::Thread*> threads;
  for (const profile::Thread& t : p.threads) threads[t.id] = &t;
  const profile::Thread& first = *threads[outsiders["late"]->thread];
  EXPECT_EQ(first.type, profile::ThreadType::kOther);
  EXPECT_EQ(first.begin_ns, 2 * kApart);
  EXPECT_EQ(first.end_ns, 3 * kApart);
  EXPECT_EQ(std::count_if(p.threads.begin(), p.threads.end(),
                          [](const profile::Thread& t) {
                            return t.type == profile::ThreadType::kInitial && t.begin_ns == 3 * kApart;
                          }),
            1);
}

// An answer holds from the request on and up to the pause, if it comes before the recording goes on.
TEST_F(Scripted, AnAnswerMayComeInThePauseOrAfterIt) {
  const std::vector<uint64_t> answers_at = {12, 15, 25, 35};
  for (size_t i = 0; i < answers_at.size(); ++i) {
    Actor* actor = add_thread();
    actor->call.kind = SyscallState::kRunning;
    actor->state = ompt_state_work_parallel;
  }
  paused_ns_ = 10 * kMs;
  for (uint64_t ms = 1; ms <= 40; ++ms) {
    for (size_t i = 0; i < actors_.size(); ++i) {
      actors_[i]->ran_ns += kMs;
      if (ms == answers_at[i] || ms > 36) answer(actors_[i].get());
    }
    if (ms == 18) session_.sampler.pause(kOrigin + ms * kMs);
    if (ms == 18) session_.writer.begin_pause(kOrigin + ms * kMs);
    if (ms == 28) session_.sampler.resume(kOrigin + ms * kMs);
    if (ms % 10 == 0) session_.sampler.round(kOrigin + ms * kMs);
  }
  const profile::Profile p = finish(kOrigin + 40 * kMs);
  // The last one came too late to say where it was before the pause.
  const uint64_t known =
      sum(p, [](const profile::Sample& s) { return s.state == ompt_state_work_parallel ? s.weight_ns : 0; });
  EXPECT_EQ(known, (4 * 30 - 18) * kMs);
  EXPECT_EQ(p.pauses.size(), 1u);
}

// Every round brings a record, until the file may not grow: it ends there, and says why.
TEST_F(Scripted, AFullFileSaysSo) {
  Actor* actor = add_thread();
  actor->call.kind = SyscallState::kRunning;
  rlimit before, limit;
  getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 300 << 10;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  uint64_t ms = 0;
  while (session_.file.error() == 0 && ms < 100'000) {
    actor->ran_ns += kMs;
    actor->state = ++ms % 2 == 0 ? ompt_state_work_serial : ompt_state_work_parallel;
    answer(actor);
    session_.sampler.round(kOrigin + ms * kMs);
  }
  setrlimit(RLIMIT_FSIZE, &before);
  session_.writer.finish(profile::FinishReason::kExit, kOrigin + 2 * ms * kMs);
  session_.file.close(false);
  profile::Profile p;
  std::string error;
  ASSERT_TRUE(profile::read_profile(path_, &p, &error)) << error;
  EXPECT_TRUE(p.finished);
  EXPECT_EQ(p.finish.reason, static_cast<uint32_t>(profile::FinishReason::kStopped));
  EXPECT_EQ(p.finish.time_ns, ms * kMs);
}

}  // namespace
}  // namespace limpid::recorder
