// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timers on a thread's processor time, as the kernel has them.
#include "sample/own_timer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "system.h"

namespace limpid::recorder {
namespace {

std::atomic<int> g_came{0};
char g_token;

void on_signal(int, siginfo_t* info, void*) {
  if (info->si_code == SI_TIMER && info->si_value.sival_ptr == &g_token) g_came.fetch_add(1);
}

class Timer : public testing::Test {
 protected:
  void SetUp() override {
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    ASSERT_EQ(sigaction(SIGURG, &action, nullptr), 0);
    g_came = 0;
    ASSERT_NE(kernel_tick(), 0u);
  }
  void TearDown() override { ::signal(SIGURG, SIG_DFL); }

  static void run(uint64_t ns) {
    const uint64_t end = read_clock(CLOCK_THREAD_CPUTIME_ID) + ns;
    while (read_clock(CLOCK_THREAD_CPUTIME_ID) < end) {
    }
  }
};

TEST_F(Timer, ComesOnceInEachPeriodOfWhatTheThreadRuns) {
  const uint64_t period = 2 * kernel_tick();
  OwnTimer timer;
  EXPECT_FALSE(timer.started());
  ASSERT_TRUE(timer.start(thread_id(), SIGURG, &g_token, period));
  EXPECT_TRUE(timer.started());
  run(20 * period);
  timer.stop();
  EXPECT_FALSE(timer.started());
  const int came = g_came;
  EXPECT_GE(came, 1);
  EXPECT_LE(came, 20) << "once a period, whatever else the machine does";
  run(4 * period);
  EXPECT_EQ(g_came, came);
  timer.stop();
}

TEST_F(Timer, AThreadThatSleepsGetsNone) {
  std::atomic<pid_t> tid{0};
  std::atomic<bool> over{false};
  std::thread sleeper([&] {
    tid = thread_id();
    while (!over) usleep(100'000);
  });
  while (tid == 0) std::this_thread::yield();
  OwnTimer timer;
  ASSERT_TRUE(timer.start(tid, SIGURG, &g_token, kernel_tick()));
  usleep(200'000);
  EXPECT_EQ(g_came, 0);
  over = true;
  sleeper.join();
  timer.stop();
  EXPECT_FALSE(timer.start(tid, SIGURG, &g_token, kernel_tick())) << "of a thread that is gone";
  EXPECT_FALSE(timer.started());
}

}  // namespace
}  // namespace limpid::recorder
