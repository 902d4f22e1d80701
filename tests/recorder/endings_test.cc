// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// However a program ends, its status is its own and the file is readable. Each way to end is taken twice: in
// real time, and in a scripted one, where what the file holds is known.
#include <gtest/gtest.h>

#include <csignal>

#include "recording.h"

namespace limpid::test {
namespace {

constexpr uint64_t kStep = 50 * kMillisecond;
constexpr uint64_t kRegion = 2 * 10 * kStep;  // thread time of the region at the beginning

const std::vector<std::string> kWork = {"region", "<parallel>", "work"};

class Endings : public ::testing::TestWithParam<Clock> {
 protected:
  static bool scripted() { return GetParam() == Clock::kScripted; }

  // All work that was seen is in its place, and all of it was seen.
  static void expect_work(const NamedProfile& p, uint64_t ns = kRegion) {
    EXPECT_EQ(p->threads.size(), 2u);
    EXPECT_EQ(p.time({"work"}), p.time(kWork));
    if (scripted()) {
      EXPECT_EQ(p.time(kWork), ns);
      EXPECT_EQ(p.time(), ns);
    }
  }

  // The process had no chance to say a last word: what is missing is at most the latest step, and the one
  // before, whose answers the next round would have fetched.
  static void expect_work_but_the_end(const NamedProfile& p) {
    EXPECT_EQ(p.time({"work"}), p.time(kWork));
    if (scripted()) {
      EXPECT_EQ(p->threads.size(), 2u);
      EXPECT_GE(p.time(kWork), kRegion - 2 * 2 * kStep);
      EXPECT_LE(p.time(kWork), kRegion);
    }
  }
};

TEST_P(Endings, Return) {
  const Recording run(GetParam(), "ends", {"return"});
  EXPECT_TRUE(run.exited(0));
  EXPECT_TRUE(run.output().empty());
  EXPECT_TRUE(run.messages().empty()) << run.messages();
  expect_work(run.profile());
  expect_whole_lives(*run.profile());
}

TEST_P(Endings, UnderscoreExit) {
  const Recording run(GetParam(), "ends", {"_exit"});
  EXPECT_TRUE(run.exited(7));
  expect_work(run.profile());
  EXPECT_TRUE(run.profile()->finished);
  EXPECT_EQ(run.profile()->finish.reason, static_cast<uint32_t>(profile::FinishReason::kAtOnce));
  expect_whole_lives(*run.profile());
}

TEST_P(Endings, FatalSignalsLeaveAReadableFile) {
  for (const auto& [mode, signal] : {std::pair("kill", SIGKILL), std::pair("abort", SIGABRT),
                                     std::pair("interrupt", SIGINT), std::pair("segv", SIGSEGV)}) {
    const Recording run(GetParam(), "ends", {mode});
    EXPECT_TRUE(run.killed_by(signal)) << mode << ": " << run.wait_status();
    expect_work_but_the_end(run.profile());
  }
}

TEST_P(Endings, ExitFromInsideARegion) {
  const Recording run(GetParam(), "ends", {"exit_in_region"});
  EXPECT_TRUE(run.exited(5)) << run.wait_status();
  EXPECT_TRUE(run.profile()->finished);
  const NamedProfile& p = run.profile();
  EXPECT_EQ(p->threads.size(), 2u);
  if (scripted()) {
    EXPECT_EQ(p.time(kWork), kRegion);
    EXPECT_EQ(p.time({"<parallel>", "work"}), kRegion + 2 * 2 * kStep);
  }
}

TEST_P(Endings, ExecLeavesOneFilePerImage) {
  const Recording run(GetParam(), "ends", {"exec"});
  EXPECT_TRUE(run.exited(0));
  ASSERT_EQ(run.profiles().size(), 2u);
  // Which image was first, the files do not tell by their names.
  const bool in_order = !(*run.profiles()[0])->finished;
  expect_work_but_the_end(*run.profiles()[in_order ? 0 : 1]);
  expect_work(*run.profiles()[in_order ? 1 : 0]);
}

TEST_P(Endings, ForkedChildrenHaveFilesOfTheirOwn) {
  for (const char* mode : {"fork", "fork_region"}) {
    const Recording run(GetParam(), "ends", {mode});
    ASSERT_TRUE(run.exited(0)) << run.messages();
    ASSERT_EQ(run.profiles().size(), 2u);
    const NamedProfile& parent = *run.profiles()[0];
    const NamedProfile& child = *run.profiles()[1];
    expect_whole_lives(*parent);
    expect_whole_lives(*child);
    EXPECT_EQ(child->run.parent_pid, parent->run.pid);
    EXPECT_EQ(static_cast<double>(child->run.pid), run.number("child"));
    EXPECT_NE(child->run.flags & static_cast<uint32_t>(profile::RunFlag::kForkedChild), 0u);
    if (!scripted()) continue;
    EXPECT_EQ(parent.time(kWork), kRegion + 2 * 2 * kStep);
    const uint64_t in_region = mode == std::string("fork") ? 0 : 2 * 6 * kStep;
    EXPECT_EQ(child.time({"forked", "region", "<parallel>", "work"}), in_region);
    EXPECT_EQ(child.time({"forked", "work"}), 4 * kStep + in_region);
    EXPECT_EQ(child.time(), 4 * kStep + in_region);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Endings, ::testing::Values(Clock::kReal, Clock::kScripted),
                         [](const auto& it) { return it.param == Clock::kReal ? "Real" : "Scripted"; });

TEST(File, InAFolderThatCannotBeWrittenDoesNotHurtTheProgram) {
  const Recording run(Clock::kReal, "ends", {"return"}, {"LIMPID_OUTPUT=/nonexistent/x.limpid"});
  EXPECT_TRUE(run.exited(0));
  EXPECT_TRUE(run.profiles().empty());
  EXPECT_NE(run.messages().find("/nonexistent/x.limpid"), std::string::npos) << run.messages();
}

TEST(Exec, IsNeverHurtByASignalOnItsWay) {
  const Recording run(Clock::kReal, "ends", {"exec_storm", "40"}, {"LIMPID_FREQUENCY=10000"});
  EXPECT_TRUE(run.exited(0)) << run.wait_status();
}

}  // namespace
}  // namespace limpid::test
