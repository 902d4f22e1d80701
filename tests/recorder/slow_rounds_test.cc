// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sampler makes of samples that threads took themselves.
#include "scripted_sampler.h"

namespace limpid::recorder {
namespace {

// Rounds at the full rate until they are slow: a window of Pace, in which the thread runs.
class SlowRounds : public Scripted {
 protected:
  static constexpr uint64_t kPeriod = 5 * kMs;

  void SetUp() override { begin(kPeriod); }
  void begin(uint64_t period) {
    Scripted::SetUp();
    session_.settings.max_cost = 1'000'000'000;  // this thread's own processor time is no script
    session_.sampler.begin_pace(period, kPeriod);
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
    ++switches_;
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
    fill(*actor_, c);
    c->time_ns = now_;
    c->ran_ns = actor_->ran_ns;
    c->switches = switches_;
    actor_->slot->own_samples.finish(c->used_bytes());
  }
  // It is seen asleep, after 3 ms of 4, and then at work.
  void be_seen_asleep() {
    run(6);
    sleep(3);
    round();
    sleep(1);
    run(6);
    tick();
  }
  // Between two samples by its timer it sleeps; a round comes after them.
  void sleep_unseen(uint64_t ms) {
    run(2);
    sleep(ms);
    run(4);
    tick();
    run(1);
    round();
  }
  static bool is_guess(const profile::Sample& s) {
    return (s.flags & static_cast<uint16_t>(profile::SampleFlag::kContextGuessed)) != 0;
  }
  // Time in which it slept, by what the recording says.
  static uint64_t asleep(const profile::Profile& p) {
    return sum(p, [](const profile::Sample& s) {
      return (s.flags & static_cast<uint16_t>(profile::SampleFlag::kBlocked)) != 0 ? s.weight_ns : 0;
    });
  }

  Actor* actor_ = nullptr;
  uint64_t now_ = 0, slow_from_ = 0;
  uint64_t switches_ = 0;
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
  EXPECT_EQ(session_.counters->samples - before, 4u + 1u) << "and the answer to the round before";
  EXPECT_FALSE(actor_->asked) << "by a round";
  const profile::Profile p = finish(now_);
  EXPECT_EQ(asleep(p), 0u);
}

// It has fallen asleep after the last round, and the recording ends.
TEST_F(SlowRounds, TheLastSleepIsSeenAtTheEnd) {
  be_seen_asleep();
  run(2);
  sleep(20);
  EXPECT_EQ(asleep(finish(now_)), 24 * kMs);
}

// As many as if rounds had come at the full rate: it cannot have been anywhere else.
TEST_F(SlowRounds, AThreadThatSleepsOnIsSampledAllTheTime) {
  sleep(1);
  round();
  const uint64_t before = session_.counters->samples;
  sleep(60);
  round();
  EXPECT_EQ(session_.counters->samples - before, 60 * kMs / kPeriod);
  finish(now_);
}

// Between two samples of its own it slept: where it was seen to sleep before, for exactly as long.
TEST_F(SlowRounds, UnseenSleepIsWhereItWasSeen) {
  run(6);
  sleep(3);
  round();
  sleep(2);
  run(6);
  tick();
  sleep_unseen(4);
  EXPECT_EQ(asleep(finish(now_)), 9 * kMs);
}

// Where nobody has seen it asleep before, the place is not known; that it slept is.
TEST_F(SlowRounds, UnseenSleepIsSleep) {
  run(6);
  tick();
  sleep_unseen(100);
  EXPECT_EQ(asleep(finish(now_)), 100 * kMs);
}

// One that waits in the runtime sleeps in that wait, it seems.
TEST_F(SlowRounds, UnseenSleepIsThatOfAWait) {
  run(6);
  tick();
  actor_->state = ompt_state_wait_barrier_implicit;
  run(6);
  tick();
  run(2);
  sleep(20);
  run(4);
  actor_->state = ompt_state_work_parallel;
  tick();
  run(1);
  round();
  const uint64_t guessed = sum(finish(now_), [](const profile::Sample& s) {
    return is_guess(s) && s.state == ompt_state_wait_barrier_implicit ? s.weight_ns : 0;
  });
  EXPECT_EQ(guessed, 20 * kMs);
}

// That of a lock too, but not for which one.
TEST_F(SlowRounds, UnseenSleepForALockIsAGuess) {
  run(6);
  actor_->state = ompt_state_wait_lock;
  actor_->wait_id = 7;
  sleep(3);
  actor_->call.number = SYS_futex;
  round();
  sleep(2);
  actor_->state = ompt_state_work_parallel;
  actor_->wait_id = 0;
  run(6);
  tick();
  sleep_unseen(4);
  uint64_t seen = 0, guessed = 0;
  for (const profile::Sample& s : finish(now_).samples) {
    if (s.state != ompt_state_wait_lock) continue;
    (is_guess(s) ? guessed : seen) += s.weight_ns;
  }
  EXPECT_EQ(seen, 5 * kMs);
  EXPECT_EQ(guessed, 4 * kMs);
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

// A host that takes the processor away, as a virtual machine sees it: the thread did not give it up.
TEST_F(SlowRounds, StolenTimeIsNoSleep) {
  be_seen_asleep();
  for (int i = 0; i < 20; ++i) {
    run(3);
    now_ += 1 * kMs;
    run(3);
    tick();
    if (i % 8 == 7) round();
  }
  EXPECT_TRUE(slow());
  EXPECT_EQ(asleep(finish(now_)), 4 * kMs);
}

// The tick at which the timer goes off takes the processor away: the handler runs when the thread comes back.
TEST_F(SlowRounds, WhatATimerFindsLateIsOfWhenTheProcessorWasLost) {
  run(6);
  tick();
  run(4);
  actor_->state = ompt_state_work_reduction;
  actor_->queued_ns += 8 * kMs;
  now_ += 8 * kMs;
  tick();
  run(1);
  round();
  const uint64_t late = sum(finish(now_), [](const profile::Sample& s) {
    return s.state == ompt_state_work_reduction ? s.weight_ns : 0;
  });
  EXPECT_EQ(late, (8 + 1) * kMs);
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

// What timers find where threads wait for processors comes late, so slow rounds are not tried again as long as they do.
TEST_F(SlowRounds, AreNotTriedWhereAThreadHasNoProcessor) {
  const auto without_processor = [this] {
    run(4);
    actor_->queued_ns += 1 * kMs;
    now_ += 1 * kMs;
    if (slow()) tick();
    round();
  };
  while (slow() && now_ < slow_from_ + 500 * kMs) without_processor();
  ASSERT_FALSE(slow());
  for (int i = 0; i < 400; ++i) {
    without_processor();
    ASSERT_FALSE(slow()) << i;
  }
  for (int i = 0; i < 40 && !slow(); ++i) {
    run(5);
    round();
  }
  EXPECT_TRUE(slow());
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

// A machine with much else to do loses ticks. That passes.
TEST_F(SlowRounds, RestWhereTimersComeSeldom) {
  for (int i = 0; i < 20 && slow(); ++i) {
    run(30);
    tick();
    run(1);
    round();
  }
  EXPECT_FALSE(slow());
  for (int i = 0; i < 100 && !slow(); ++i) {
    run(5);
    round();
  }
  EXPECT_TRUE(slow()) << "tried again";
  finish(now_);
}

// Rounds at the full rate cost more than they may, and come more seldom. Slow ones, which cost less, are tried now and
// then, and end where they cost too much as well.
TEST_F(SlowRounds, AreTriedWhereRoundsCostTooMuch) {
  session_.settings.max_cost = 0;
  for (int tries = 0; tries < 3; ++tries) {
    for (int i = 0; i < 100 && slow(); ++i) {
      run(5);
      tick();
      round();
    }
    EXPECT_FALSE(slow());
    const uint64_t from = now_;
    for (uint64_t i = 0; i < 2 * Pace::kWindow * Pace::kMost && !slow(); ++i) {
      run(5);
      round();
    }
    EXPECT_TRUE(slow());
    EXPECT_GE(now_ - from, (Pace::kMost - 1) * Pace::kWindow * kPeriod);
  }
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

// More samples than ticks: rounds are slow, and ask running threads as well.
class SlowRoundsBetweenTicks : public SlowRounds {
 protected:
  void SetUp() override { begin(kMs); }
};

TEST_F(SlowRoundsBetweenTicks, AreSamplesBesideThoseOfTheTimers) {
  const uint64_t before = session_.counters->samples;
  for (int i = 0; i < 4; ++i) {
    run(2);
    tick();
    run(2);
    session_.sampler.round(now_);
    EXPECT_TRUE(actor_->asked);
    answer(actor_);
  }
  run(1);
  round();
  EXPECT_EQ(session_.counters->samples - before, 4u + 4u + 1u) << "and the answer to the round before";
  EXPECT_TRUE(slow());
  EXPECT_EQ(asleep(finish(now_)), 0u);
}

// Two rounds find the thread running; its processor time says that it has slept between them.
TEST_F(SlowRoundsBetweenTicks, KnowOfSleepBetweenTwoRounds) {
  run(6);
  sleep(3);
  round();
  sleep(2);
  run(4);
  round();
  run(1);
  sleep(4);
  run(2);
  round();
  run(1);
  round();
  EXPECT_EQ(asleep(finish(now_)), 9 * kMs);
}

// It stood in the kernel's queue instead.
TEST_F(SlowRoundsBetweenTicks, TheQueueIsNoSleep) {
  run(6);
  sleep(3);
  round();
  sleep(2);
  run(4);
  round();
  run(1);
  actor_->queued_ns += 4 * kMs;
  now_ += 4 * kMs;
  run(2);
  round();
  run(1);
  round();
  EXPECT_EQ(asleep(finish(now_)), 5 * kMs);
}

}  // namespace
}  // namespace limpid::recorder
