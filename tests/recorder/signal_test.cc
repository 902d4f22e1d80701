// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sampling signal and the program's own: each gets its own, and nothing of the other's.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "recording.h"

namespace limpid::test {
namespace {

const std::vector<std::string> kOften = {"LIMPID_FREQUENCY=2000"};

bool noted(const NamedProfile& profile, const std::string& text) {
  return std::any_of(profile->notes.begin(), profile->notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

// Whether for more than a tenth of the time it is not known where threads were, because they did not answer. On a busy
// machine some do not answer in time, which is no fault of the signals.
bool unanswered(const NamedProfile& profile) {
  uint64_t all_ns = 0, unanswered_ns = 0;
  for (const profile::Sample& sample : profile->samples) {
    all_ns += sample.weight_ns;
    const profile::Node* node = profile->find_node(sample.node);
    if (node != nullptr && node->kind == profile::NodeKind::kTruncated &&
        node->value == static_cast<uint64_t>(profile::TruncationReason::kNotSampled))
      unanswered_ns += sample.weight_ns;
  }
  return unanswered_ns > all_ns / 10;
}

// The program got what it sent to itself, and the threads answered.
void expect_own_signals(const Recording& run) {
  ASSERT_TRUE(run.exited(0)) << run.wait_status() << run.output() << run.messages();
  EXPECT_EQ(run.number("handled"), run.number("sent"));
  EXPECT_GT(run.profile().time({"<parallel>"}), 0u);
  EXPECT_FALSE(unanswered(run.profile()));
  EXPECT_FALSE(noted(run.profile(), "blocks SIG"));
  expect_whole_lives(*run.profile());
}

TEST(Signal, AHandlerFromTheBeginning) {
  const Recording run(Clock::kReal, "taken", {"before"}, kOften);
  expect_own_signals(run);
  EXPECT_EQ(static_cast<int>(run.profile()->run.sample_signal), SIGWINCH);
}

TEST(Signal, HandlersInTheMiddle) {
  const Recording run(Clock::kReal, "taken", {"during"}, kOften);
  expect_own_signals(run);
  EXPECT_GE(static_cast<int>(run.profile()->run.sample_signal), SIGRTMIN);
  EXPECT_TRUE(noted(run.profile(), "asked for by SIGWINCH")) << "what was used is said";
  EXPECT_TRUE(noted(run.profile(), "asked for by SIGRTMIN+"));
  EXPECT_GT(run.profile().time({"<parallel>", "work"}), 0u);
}

TEST(Signal, HandlersThatComeAndGo) {
  expect_own_signals(Recording(Clock::kReal, "taken", {"toggle"}, {"LIMPID_FREQUENCY=10000"}));
}

// At the default rate timers of the threads' own send the signal, too.
TEST(Signal, TimersGiveWayAsWell) {
  for (const char* mode : {"before", "during", "toggle", "block", "late", "waiting", "process"}) {
    SCOPED_TRACE(mode);
    expect_own_signals(Recording(Clock::kReal, "taken", {mode}, {"LIMPID_FREQUENCY=200"}));
  }
}

TEST(Signal, AHandlerThatTheKernelAloneKnows) {
  const Recording run(Clock::kReal, "taken", {"raw"}, kOften);
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_TRUE(noted(run.profile(), "asked for by SIGWINCH"));
  EXPECT_LE(run.number("handled"), 2) << "at most what was on its way";
  EXPECT_GT(run.profile().time({"<parallel>", "work"}), 0u);
}

TEST(Signal, AProgramThatBlocksEverythingIsSampledAllTheSame) {
  const Recording run(Clock::kReal, "taken", {"block"}, kOften);
  expect_own_signals(run);
  EXPECT_GT(run.profile().time({"<parallel>", "work"}), 0u);
}

TEST(Signal, WhatIsBlockedWaitsForItsHandler) {
  expect_own_signals(Recording(Clock::kReal, "taken", {"late"}, kOften));
}

TEST(Signal, WhoWaitsForEverySignalGetsNoneOfOurs) {
  const Recording run(Clock::kReal, "taken", {"waiting"}, kOften);
  expect_own_signals(run);
  EXPECT_EQ(static_cast<int>(run.profile()->run.sample_signal), SIGURG);
}

// Threads that the runtime creates have the mask of the thread that they come of, as that one believes it to be.
TEST(Signal, WhatIsSentToTheProcessComesToWhoWaitsForIt) {
  expect_own_signals(Recording(Clock::kReal, "taken", {"process"}, kOften));
}

// A recorder that only the runtime knows does not see the program's calls, and says what that costs.
TEST(Signal, ARecorderThatIsNotPreloadedSaysWhoBlocks) {
  const std::vector<std::string> tool = {"LD_PRELOAD=", "OMP_TOOL_LIBRARIES=" + recorder_path(),
                                         "LIMPID_FREQUENCY=2000"};
  const Recording run(Clock::kReal, "taken", {"block"}, tool);
  ASSERT_TRUE(run.exited(0)) << run.wait_status() << run.messages();
  EXPECT_TRUE(
      noted(run.profile(), "A thread blocks SIGURG, by which samples are asked for (a preloaded recorder"));
  const Recording taken(Clock::kReal, "taken", {"raw"}, tool);
  ASSERT_TRUE(taken.exited(0)) << taken.messages();
  EXPECT_TRUE(noted(taken.profile(), "asked for by SIGWINCH"));
  EXPECT_FALSE(noted(taken.profile(), "blocks"));
}

TEST(Signal, OneThatTheUserChoseIsTheProgramsIfItTakesIt) {
  const Recording run(Clock::kReal, "taken", {"before"}, {"LIMPID_SIGNAL=URG", "LIMPID_FREQUENCY=2000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("handled"), run.number("sent"));
  EXPECT_TRUE(noted(run.profile(), "by no other signal"));
  EXPECT_EQ(run.profile()->run.sample_signal, 0u);
}

}  // namespace
}  // namespace limpid::test
