// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sampler writes about threads that are a script.
#include "scripted_sampler.h"

namespace limpid::recorder {
namespace {

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

// Also where the recorder has come back to the same signal meanwhile.
TEST_F(Scripted, WhatWasTakenBackIsAskedAgain) {
  Actor* actor = add_thread();
  ask_while_running(actor);
  ASSERT_TRUE(actor->asked);
  actor->asked = false;  // its signal is lost
  session_.sampler.round(kOrigin + 2 * kMs);
  EXPECT_FALSE(actor->asked) << "it is on its way";
  session_.signal.give_way(SIGURG);
  session_.sampler.round(kOrigin + 3 * kMs);
  EXPECT_TRUE(actor->asked);
  answer(actor);
  finish(kOrigin + 4 * kMs);
}

// The next round may be late, and find the thread in the program's handler of the signal that it took.
TEST_F(Scripted, WhatWasTakenBackLongAgoIsAskedAgain) {
  Actor* actor = add_thread();
  ask_while_running(actor);
  ASSERT_TRUE(actor->asked);
  actor->asked = false;
  session_.signal.give_way(SIGURG);
  actor->ran_ns += 400 * kMs;
  actor->blocks = true;
  session_.sampler.round(kOrigin + 401 * kMs);
  EXPECT_TRUE(actor->asked);
  session_.sampler.round(kOrigin + 402 * kMs);
  answer(actor);
  const profile::Profile p = finish(kOrigin + 403 * kMs);
  EXPECT_TRUE(p.notes.empty()) << p.notes.front();
  EXPECT_EQ(sum(p,
                [&](const profile::Sample& s) {
                  const profile::Node* node = p.find_node(s.node);
                  return node != nullptr && node->kind == profile::NodeKind::kTruncated ? s.weight_ns : 0;
                }),
            0u);
}

// A thread that does not answer, and blocks the signal, is one whose place is not known.
TEST_F(Scripted, WhoBlocksTheSignalIsNamed) {
  Actor* actor = add_thread();
  actor->blocks = true;
  ask_while_running(actor);
  session_.sampler.round(kOrigin + 401 * kMs);
  const profile::Profile p = finish(kOrigin + 402 * kMs);
  ASSERT_EQ(p.notes.size(), 1u);
  EXPECT_NE(p.notes.front().find("A thread blocks"), std::string::npos) << p.notes.front();
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

// A thread that blocks the signal when it is found, as one does that has not begun yet, is asked when it no longer does.
TEST_F(Scripted, AThreadThatOpensTheSignalLaterIsAsked) {
  constexpr uint64_t kApart = 60 * kMs;
  Actor stranger;
  stranger.call.kind = SyscallState::kRunning;
  stranger.blocks = true;
  std::atomic<pid_t> tid{0};
  threads_.emplace_back([&] {
    tid = static_cast<pid_t>(syscall(SYS_gettid));
    while (!over_) usleep(1000);
  });
  while (tid == 0) usleep(100);
  g_actors[tid] = &stranger;
  uint64_t at = kOrigin;
  const auto rounds = [&](int count) {
    for (int i = 0; i < count; ++i) {
      stranger.ran_ns += kApart;
      session_.sampler.round(at += kApart);
    }
  };
  rounds(5);
  EXPECT_FALSE(stranger.asked);
  stranger.blocks = false;
  rounds(3);
  EXPECT_TRUE(stranger.asked);
  finish(at + kApart);
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
