// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of the request: who takes it, who ends it, and what a state says of what was written before it.
#include "tools/attach/request.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace limpid::tools::attach {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 500;

void ask() {
  g_request.answer = static_cast<uint32_t>(AttachAnswer::none);
  g_request.end_wanted = 0;
  std::atomic_ref<uint32_t>(g_request.state)
      .store(static_cast<uint32_t>(AttachState::asked), std::memory_order_release);
}

// How many of several threads that come at once hear yes.
template <typename Question>
int yes_of(Question&& question) {
  std::atomic<int> here{0}, yes{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      here.fetch_add(1);
      while (here.load() != kThreads) std::this_thread::yield();
      if (question()) yes.fetch_add(1);
    });
  for (std::thread& thread : threads) thread.join();
  return yes.load();
}

TEST(AttachRequest, NobodyTakesWhatNobodyAsked) {
  Request::reset_after_fork();
  EXPECT_EQ(Request::state(), AttachState::idle);
  EXPECT_FALSE(Request::take());
  EXPECT_FALSE(Request::begin_end());
}

TEST(AttachRequest, OneTakesItAndOneEndsIt) {
  Request::reset_after_fork();
  const uint64_t before = g_request.attached;
  for (int round = 0; round < kRounds; ++round) {
    ask();
    ASSERT_EQ(yes_of([] { return Request::take(); }), 1);
    ASSERT_TRUE(Request::is_between());
    ASSERT_FALSE(Request::begin_end()) << "it is not attached yet";
    Request::accept();
    ASSERT_EQ(g_request.answer, static_cast<uint32_t>(AttachAnswer::attached));
    ASSERT_FALSE(Request::is_between());
    ASSERT_EQ(yes_of([] { return Request::begin_end(); }), 1);
    ASSERT_TRUE(Request::is_between());
    Request::finish_end();
    ASSERT_EQ(Request::state(), AttachState::idle);
  }
  EXPECT_EQ(g_request.attached - before, static_cast<uint64_t>(kRounds));
}

// Who sees the state sees what was answered and said before.
TEST(AttachRequest, ARefusalIsCompleteWhenItIsSeen) {
  Request::reset_after_fork();
  for (int round = 0; round < kRounds; ++round) {
    ask();
    ASSERT_TRUE(Request::take());
    g_request.message[0] = static_cast<char>('a' + round % 26);
    std::thread refuses([] { Request::refuse(AttachAnswer::declined); });
    while (Request::state() != AttachState::idle) std::this_thread::yield();
    EXPECT_EQ(g_request.answer, static_cast<uint32_t>(AttachAnswer::declined));
    EXPECT_EQ(g_request.message[0], 'a' + round % 26);
    refuses.join();
  }
}

// Whoever sleeps until the end is wanted is woken by a thread of the process.
TEST(AttachRequest, TheEndWakesWhoWaitsForIt) {
  Request::reset_after_fork();
  constexpr int64_t kForEver = INT64_C(1000000000) * 3600;
  std::thread waits([] {
    while (Request::end_wanted().load(std::memory_order_acquire) == 0) Request::await_end(kForEver);
  });
  Request::want_end();
  waits.join();
  EXPECT_EQ(g_request.end_wanted, 1u);
}

}  // namespace
}  // namespace limpid::tools::attach
