// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sampling signal gives way to the program's handlers, and nothing of ours arrives in them.
#include "sample/sample_signal.h"
#include "sample/signal_mask.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include <ucontext.h>
#include <unistd.h>

#include "system.h"

namespace limpid::recorder {
namespace {

std::atomic<int> g_ours_came{0}, g_strays{0};

void on_ours(int, siginfo_t* info, void*) {
  if (SampleSignal::is_ours(*info)) g_ours_came.fetch_add(1);
}
void on_programs(int, siginfo_t* info, void*) {
  if (SampleSignal::is_ours(*info)) g_strays.fetch_add(1);
}

struct sigaction programs_action() {
  struct sigaction action {};
  action.sa_sigaction = on_programs;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  return action;
}

struct sigaction default_action() {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  return action;
}

sigset_t only(int number) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  return set;
}

// Takes what waits of the blocked SIGURG, and opens it.
void expect_programs_waits(const sigset_t& urgent) {
  siginfo_t came{};
  const timespec at_once{};
  EXPECT_EQ(sigtimedwait(&urgent, &came, &at_once), SIGURG);
  EXPECT_FALSE(SampleSignal::is_ours(came));
  pthread_sigmask(SIG_UNBLOCK, &urgent, nullptr);
}

// One that may be asked at any moment.
class BusyThread {
 public:
  BusyThread() {
    while (tid_ == 0) std::this_thread::yield();
  }
  ~BusyThread() { end(); }
  pid_t tid() const { return tid_; }
  void end() {
    over_ = true;
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::atomic<pid_t> tid_{0};
  std::atomic<bool> over_{false};
  std::thread thread_{[this] {
    tid_ = thread_id();
    while (!over_) {
    }
  }};
};

class Signal : public testing::Test {
 protected:
  void TearDown() override {
    signal_.remove();
    for (int number : {SIGURG, SIGWINCH}) ::signal(number, SIG_DFL);
  }
  SampleSignal signal_;
};

TEST_F(Signal, GivesWayToHandlers) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  EXPECT_EQ(signal_.number(), SIGURG);
  EXPECT_EQ(signal_.kept_open(), bit_of(SIGURG) | bit_of(SIGWINCH));
  struct sigaction old {};
  ASSERT_EQ(signal_.set_action(SIGURG, nullptr, &old), 0);
  EXPECT_EQ(old.sa_handler, SIG_DFL) << "the program does not see us";
  const struct sigaction handler = programs_action();
  ASSERT_EQ(signal_.set_action(SIGURG, &handler, &old), 0);
  EXPECT_EQ(old.sa_handler, SIG_DFL);
  EXPECT_EQ(signal_.number(), SIGWINCH);
  int before = 0;
  EXPECT_TRUE(signal_.look_after(&before));
  EXPECT_EQ(before, SIGURG);
  EXPECT_FALSE(signal_.look_after(&before)) << "told once";
  ASSERT_EQ(signal_.set_action(SIGURG, nullptr, &old), 0);
  EXPECT_EQ(old.sa_sigaction, &on_programs);
}

TEST_F(Signal, ToIgnoreIsNoHandler) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  struct sigaction old {};
  ASSERT_EQ(signal_.set_action(SIGURG, &ignore, &old), 0);
  ASSERT_EQ(signal_.set_action(SIGURG, nullptr, &old), 0);
  EXPECT_EQ(old.sa_handler, SIG_IGN) << "what the program has set";
  EXPECT_EQ(signal_.number(), SIGURG);
}

TEST_F(Signal, TheUsersChoiceIsNotChanged) {
  ASSERT_TRUE(signal_.install(SIGWINCH, &on_ours, nullptr));
  const struct sigaction handler = programs_action();
  ASSERT_EQ(signal_.set_action(SIGWINCH, &handler, nullptr), 0);
  EXPECT_EQ(signal_.number(), 0);
}

TEST_F(Signal, WhoWaitsForOneHasIt) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  const sigset_t one = only(SIGURG);
  sigset_t all;
  sigfillset(&all);
  EXPECT_EQ(signal_.claim(all), bit_of(SIGURG)) << "means none of ours";
  EXPECT_EQ(signal_.number(), SIGURG);
  EXPECT_EQ(signal_.claim(one), 0u);
  EXPECT_EQ(signal_.number(), SIGWINCH);
}

TEST_F(Signal, WhatIsOnItsWayIsTakenBack) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  const sigset_t one = only(SIGURG);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  int used = 0;
  ASSERT_EQ(signal_.ask(thread_id(), &used), SampleSignal::Asked::kSent);
  EXPECT_EQ(used, SIGURG);
  g_strays = 0;
  const struct sigaction handler = programs_action();
  ASSERT_EQ(signal_.set_action(SIGURG, &handler, nullptr), 0);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  EXPECT_EQ(g_strays, 0);
}

TEST_F(Signal, AProgramThatGoesOnHasItsActionsBack) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  int before = 0;
  signal_.seen_foreign(SIGURG);  // the recorder moves on, and keeps a handler where it was
  ASSERT_TRUE(signal_.look_after(&before));
  EXPECT_EQ(signal_.number(), SIGWINCH);
  const struct sigaction handler = programs_action();
  ASSERT_EQ(::sigaction(SIGPROF, &handler, nullptr), 0);
  signal_.remove();
  signal_.restore_actions();
  for (int number : {SIGURG, SIGWINCH}) {
    struct sigaction now {};
    ASSERT_EQ(::sigaction(number, nullptr, &now), 0);
    EXPECT_EQ(now.sa_handler, SIG_DFL) << number;
  }
  struct sigaction programs {};
  ASSERT_EQ(::sigaction(SIGPROF, nullptr, &programs), 0);
  EXPECT_EQ(programs.sa_sigaction, &on_programs);
  ::signal(SIGPROF, SIG_DFL);
  // And may be taken again, as by the next recording.
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
}

// A signal that waits keeps another one like it away: so none of ours may wait where the program sends its own.
TEST_F(Signal, NothingOfOursIsInTheWayOfWhatIsSent) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  const sigset_t one = only(SIGURG);
  pthread_sigmask(SIG_BLOCK, &one, nullptr);
  int used = 0;
  ASSERT_EQ(signal_.ask(thread_id(), &used), SampleSignal::Asked::kSent);
  const uint32_t moves = signal_.moves();
  signal_.give_way(SIGURG);
  EXPECT_EQ(signal_.number(), SIGWINCH);
  EXPECT_EQ(signal_.moves(), moves + 1) << "what was sent may have been taken back";
  signal_.give_way(SIGURG);
  EXPECT_EQ(signal_.moves(), moves + 1) << "it has given way";
  pthread_kill(pthread_self(), SIGURG);
  expect_programs_waits(one);
}

SampleSignal* g_signal;
ThreadSlot g_slot;

// The program's own came, and before it is put back the sampler asks.
void on_both(int number, siginfo_t* info, void* context) {
  if (SampleSignal::is_ours(*info)) return;
  g_signal->seen_foreign(number);
  int used = 0;
  EXPECT_EQ(g_signal->ask(thread_id(), &used), SampleSignal::Asked::kSent);
  put_back(g_signal, &g_slot, number, info, &static_cast<ucontext_t*>(context)->uc_sigmask);
}

TEST_F(Signal, WhatIsPutBackIsNotLostForOneOfOurs) {
  ASSERT_TRUE(signal_.install(0, &on_both, nullptr));
  g_signal = &signal_;
  g_slot.held_open = bit_of(SIGURG);
  pthread_kill(pthread_self(), SIGURG);
  EXPECT_EQ(g_slot.held_open, 0u) << "now it is blocked in truth";
  EXPECT_EQ(signal_.number(), SIGWINCH);
  expect_programs_waits(only(SIGURG));
}

void on_any(int, siginfo_t*, void* context) {
  settle_mask(*g_signal, &g_slot, &static_cast<ucontext_t*>(context)->uc_sigmask);
}

// A thread without a processor gets both at once: the one that it was asked by, and the one that the recorder has moved
// on to. One handler within the other would restore a mask of before, in which the program's signal is open.
TEST_F(Signal, AThreadThatGetsTwoAtOnceHasTheMaskThatItBelievesToHave) {
  ASSERT_TRUE(signal_.install(0, &on_any, nullptr));
  g_signal = &signal_;
  g_slot.held_open = bit_of(SIGURG);
  sigset_t both = only(SIGURG);
  sigaddset(&both, SIGWINCH);
  pthread_sigmask(SIG_BLOCK, &both, nullptr);
  int used = 0;
  ASSERT_EQ(signal_.ask(thread_id(), &used), SampleSignal::Asked::kSent);
  signal_.claim(only(SIGURG));
  ASSERT_EQ(signal_.ask(thread_id(), &used), SampleSignal::Asked::kSent);
  ASSERT_EQ(used, SIGWINCH);
  pthread_sigmask(SIG_UNBLOCK, &both, nullptr);  // both come
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, nullptr, &now);
  EXPECT_EQ(sigismember(&now, SIGURG), 1);
  EXPECT_EQ(sigismember(&now, SIGWINCH), 0);
  EXPECT_EQ(g_slot.held_open, 0u);
  pthread_sigmask(SIG_UNBLOCK, &both, nullptr);
}

// [signal.send]: who takes the signal away while the sampler sends it comes back when that is done.
TEST_F(Signal, WhoTakesItWaitsForTheSender) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  std::atomic<bool> done{false};
  const struct sigaction handler = programs_action();
  std::thread program;
  {
    const SampleSignal::Sending sending(signal_);
    program = std::thread([&] {
      signal_.set_action(SIGURG, &handler, nullptr);
      done = true;
    });
    while (signal_.number() == sending.number()) std::this_thread::yield();
    for (int i = 0; i < 2000 && !done; ++i) std::this_thread::yield();
    EXPECT_FALSE(done);
  }
  program.join();
}

// One thread asks, one takes signals away and gives them back, one is asked.
TEST_F(Signal, NothingOfOursArrivesInHandlersOfTheProgram) {
  ASSERT_TRUE(signal_.install(0, &on_ours, nullptr));
  g_ours_came = g_strays = 0;
  BusyThread subject;
  std::atomic<bool> over{false};
  std::thread sender([&] {
    for (int used = 0; !over;) signal_.ask(subject.tid(), &used);
  });
  const struct sigaction handler = programs_action(), none = default_action();
  for (int i = 0; i < 3000 || g_ours_came == 0; ++i) {
    const int number = signal_.number();
    ASSERT_EQ(signal_.set_action(number, &handler, nullptr), 0);
    EXPECT_NE(signal_.number(), number);
    ASSERT_EQ(signal_.set_action(number, &none, nullptr), 0);
  }
  over = true;
  sender.join();
  subject.end();
  EXPECT_EQ(g_strays, 0) << "of " << g_ours_came << " and more";
}

OwnTimer g_timer;

// The same where a timer of the thread's own asks it.
TEST_F(Signal, NothingOfATimersArrivesInHandlersOfTheProgram) {
  ASSERT_TRUE(signal_.install(0, &on_ours, [] { g_timer.stop(); }));
  g_ours_came = g_strays = 0;
  BusyThread subject;
  const struct sigaction handler = programs_action(), none = default_action();
  for (int i = 0; i < 50 || g_ours_came < 20; ++i) {
    const int number = signal_.number();
    ASSERT_TRUE(signal_.start_timer(&g_timer, subject.tid(), kernel_tick()));
    usleep(10'000);
    ASSERT_EQ(signal_.set_action(number, &handler, nullptr), 0);
    EXPECT_FALSE(g_timer.started());
    usleep(1000);
    ASSERT_EQ(signal_.set_action(number, &none, nullptr), 0);
  }
  ASSERT_TRUE(signal_.start_timer(&g_timer, subject.tid(), kernel_tick()));
  signal_.remove();
  EXPECT_FALSE(g_timer.started());
  EXPECT_FALSE(signal_.start_timer(&g_timer, subject.tid(), kernel_tick())) << "there is no signal";
  subject.end();
  EXPECT_EQ(g_strays, 0) << "of " << g_ours_came << " and more";
}

}  // namespace
}  // namespace limpid::recorder
