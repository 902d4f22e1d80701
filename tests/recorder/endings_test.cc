// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// However a program ends, its status is its own and the file is readable.
#include <gtest/gtest.h>

#include <csignal>

#include "recording.h"

namespace limpid::test {
namespace {

void expect_work(const NamedProfile& p) {
  EXPECT_GT(p.seconds({"region", "<parallel>", "work"}), 0.5);
  EXPECT_EQ(p->threads.size(), 2u);
}

TEST(Endings, Return) {
  const Recording run("ends", {"return"});
  EXPECT_TRUE(run.exited(0));
  EXPECT_TRUE(run.output().empty());
  EXPECT_TRUE(run.messages().empty()) << run.messages();
  expect_work(run.profile());
  expect_whole_lives(*run.profile());
}

TEST(Endings, UnderscoreExit) {
  const Recording run("ends", {"_exit"});
  EXPECT_TRUE(run.exited(7));
  expect_work(run.profile());
  EXPECT_FALSE(run.profile()->finished);
}

struct SignalCase {
  const char* mode;
  int signal;
};

class FatalSignals : public ::testing::TestWithParam<SignalCase> {};

TEST_P(FatalSignals, LeaveAReadableFile) {
  const Recording run("ends", {GetParam().mode});
  EXPECT_TRUE(run.killed_by(GetParam().signal)) << run.wait_status();
  expect_work(run.profile());
}

INSTANTIATE_TEST_SUITE_P(All, FatalSignals,
                         ::testing::Values(SignalCase{"kill", SIGKILL}, SignalCase{"abort", SIGABRT},
                                           SignalCase{"interrupt", SIGINT}, SignalCase{"segv", SIGSEGV}),
                         [](const auto& it) { return it.param.mode; });

TEST(Endings, ExitFromInsideARegion) {
  const Recording run("ends", {"exit_in_region"});
  EXPECT_TRUE(run.exited(5)) << run.wait_status();
  expect_work(run.profile());
  EXPECT_TRUE(run.profile()->finished);
}

TEST(Endings, ExecLeavesOneFilePerImage) {
  const Recording run("ends", {"exec"});
  EXPECT_TRUE(run.exited(0));
  ASSERT_EQ(run.profiles().size(), 2u);
  for (const auto& p : run.profiles()) expect_work(*p);
}

TEST(Endings, ExecIsNeverHurtByASignalOnItsWay) {
  const Recording run("ends", {"exec_storm", "40"}, {"LIMPID_FREQUENCY=10000"});
  EXPECT_TRUE(run.exited(0)) << run.wait_status();
}

TEST(Endings, ForkedChildrenHaveFilesOfTheirOwn) {
  for (const char* mode : {"fork", "fork_region"}) {
    const Recording run("ends", {mode});
    ASSERT_TRUE(run.exited(0)) << run.messages();
    ASSERT_EQ(run.profiles().size(), 2u);
    const NamedProfile& parent = *run.profiles()[0];
    const NamedProfile& child = *run.profiles()[1];
    expect_whole_lives(*parent);
    expect_whole_lives(*child);
    EXPECT_EQ(child->run.parent_pid, parent->run.pid);
    EXPECT_EQ(static_cast<double>(child->run.pid), run.number("child"));
    EXPECT_GT(child.seconds({"forked", "work"}), 0.1);
    EXPECT_NE(child->run.flags & static_cast<uint32_t>(profile::RunFlag::kForkedChild), 0u);
    if (mode == std::string("fork_region")) {
      EXPECT_GT(child.seconds({"region", "<parallel>", "work"}), 0.4);
    }
  }
}

TEST(Endings, AFolderThatCannotBeWrittenDoesNotHurtTheProgram) {
  const Recording run("ends", {"return"}, {"LIMPID_OUTPUT=/nonexistent/x.limpid"});
  EXPECT_TRUE(run.exited(0));
  EXPECT_TRUE(run.profiles().empty());
  EXPECT_NE(run.messages().find("/nonexistent/x.limpid"), std::string::npos) << run.messages();
}

}  // namespace
}  // namespace limpid::test
