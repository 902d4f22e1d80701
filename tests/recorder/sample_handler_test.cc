// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/sample_handler.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <thread>

#include "session.h"
#include "system.h"

namespace limpid::recorder {
namespace {

// The round that asked may be over, or the timer that went off be stopped, when the signal arrives.
TEST(SampleHandler, ASignalWhoseAnswerNobodyWantsCutsNoSleepShort) {
  SampleSignal& signal = Session::get().signal;
  struct sigaction before {};
  sigaction(SIGURG, nullptr, &before);
  ASSERT_TRUE(signal.install(SIGURG, &on_sample_signal, nullptr));
  std::atomic<pid_t> sleeper{0};
  bool whole = false;
  std::thread thread([&] {
    sleeper.store(thread_id());
    const timespec length{0, 200'000'000};
    whole = nanosleep(&length, nullptr) == 0;
  });
  while (sleeper.load() == 0) std::this_thread::yield();
  usleep(50'000);
  int by = 0;
  signal.ask(sleeper.load(), &by);
  EXPECT_EQ(by, SIGURG);
  thread.join();
  EXPECT_TRUE(whole);
  sigaction(SIGURG, &before, nullptr);
}

}  // namespace
}  // namespace limpid::recorder
