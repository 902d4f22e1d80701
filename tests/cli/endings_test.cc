// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// However processes end, `limpid record` leaves files that say so, and that are no longer than what they
// hold.
#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/input.h"
#include "analysis/process.h"
#include "support/command.h"
#include "support/files.h"

namespace limpid::cli {
namespace {

namespace fs = std::filesystem;
using analysis::Ending;
using profile::FinishReason;
using test::fixture;
using test::Outcome;

using test::kLimpid;

class Endings : public testing::Test {
 protected:
  Outcome record(const std::string& arguments) {
    Outcome run = test::shell("exec " + kLimpid + " record -o x.limpid " + arguments, scratch_.path());
    for (const auto& entry : fs::directory_iterator(scratch_.path())) {
      if (entry.path().extension() != ".limpid") continue;
      EXPECT_LT(fs::file_size(entry.path()), 200'000u) << entry.path() << " was not cut";
    }
    inputs_.clear();
    processes_.clear();
    const auto recordings = analysis::Recordings::of(analysis::expand_paths({scratch_.path()}));
    for (const analysis::Origin& origin : recordings.origins()) {
      inputs_.push_back(analysis::read_input(origin.path));
      processes_.push_back(recordings.describe(inputs_.back(), origin));
    }
    report_ = test::shell(kLimpid + " report " + scratch_.path(), scratch_.path()).out;
    return run;
  }
  FinishReason reason(size_t file) const {
    return static_cast<FinishReason>(inputs_.at(file).profile.finish.reason);
  }
  bool says_broken() const { return report_.find("broke off") != std::string::npos; }

  test::ScratchDirectory scratch_;
  std::vector<analysis::Input> inputs_;
  std::vector<analysis::Process> processes_;
  std::string report_;
};

TEST_F(Endings, AtOnce) {
  EXPECT_EQ(record(fixture("status-omp") + " at_once 5").exit, 5);
  ASSERT_EQ(inputs_.size(), 1u);
  EXPECT_TRUE(inputs_[0].profile.finished);
  EXPECT_EQ(reason(0), FinishReason::kAtOnce);
  EXPECT_FALSE(says_broken()) << report_;
}

TEST_F(Endings, ByBecomingAnotherProgram) {
  EXPECT_EQ(record(fixture("status-omp") + " exec 3").exit, 3);
  ASSERT_EQ(inputs_.size(), 2u);
  EXPECT_EQ(inputs_[0].profile.run.pid, inputs_[1].profile.run.pid);
  EXPECT_NE(processes_[0].ending == Ending::kExec, processes_[1].ending == Ending::kExec);
  EXPECT_FALSE(says_broken()) << report_;
}

TEST_F(Endings, OfManyChildren) {
  EXPECT_EQ(record(fixture("status-omp") + " children 4").exit, 0);
  for (const analysis::Process& process : processes_)
    EXPECT_EQ(process.ending, Ending::kExit) << process.path;
  EXPECT_FALSE(says_broken()) << report_;
}

TEST_F(Endings, OfShellsAroundTheProgram) {
  const std::string program = fixture("status-omp");
  EXPECT_EQ(
      record("sh -c '" + program + " exit 0; (" + program + " exit 0); exec " + program + " exit 2'").exit,
      2);
  for (const analysis::Process& process : processes_)
    EXPECT_NE(process.ending, Ending::kBroken) << process.path;
  EXPECT_FALSE(says_broken()) << report_;
}

TEST_F(Endings, BySignal) {
  EXPECT_EQ(record(fixture("status-omp") + " signal 9").signal, 9);
  ASSERT_EQ(inputs_.size(), 1u);
  EXPECT_EQ(processes_[0].ending, Ending::kBroken);
  EXPECT_TRUE(says_broken()) << report_;
}

}  // namespace
}  // namespace limpid::cli
