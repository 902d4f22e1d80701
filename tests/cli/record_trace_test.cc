// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `limpid record --trace`, and what is told of traces.
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <filesystem>

#include "analysis/input.h"
#include "analysis/trace_of.h"
#include "support/command.h"
#include "support/files.h"

namespace limpid::cli {
namespace {

namespace fs = std::filesystem;
using test::fixture;
using test::Outcome;

using test::kLimpid;

class RecordTrace : public testing::Test {
 protected:
  Outcome limpid(const std::string& arguments) {
    return test::shell("exec " + kLimpid + " " + arguments, scratch_.path());
  }
  Outcome record(const std::string& options, const std::string& arguments) {
    return limpid("record -o p.limpid " + options + " -- " + fixture("status-omp") + " " + arguments);
  }
  std::string path(const std::string& name) const { return scratch_.join(name); }
  analysis::TraceOf trace() {
    auto found = analysis::find_trace(analysis::read_input(path("p.limpid")));
    EXPECT_TRUE(found.has_value());
    return found ? *found : analysis::TraceOf{};
  }

  test::ScratchDirectory scratch_;
};

TEST_F(RecordTrace, TheSummaryTellsOfIt) {
  Outcome outcome = record("--trace", "exit 3");
  EXPECT_EQ(outcome.exit, 3);
  EXPECT_EQ(outcome.out, "");
  const std::string words = analysis::trace_words({trace()});
  EXPECT_NE(words.find(" events in "), std::string::npos) << words;
  EXPECT_NE(words.find("none lost"), std::string::npos) << words;
  EXPECT_NE(outcome.err.find("  trace       p.limpid-trace (" + words + ")"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(record("", "exit 0").err.find("  trace "), std::string::npos) << "the old one is another run's";
}

TEST_F(RecordTrace, InfoTellsOfIt) {
  record("--trace --chunks --keep size", "exit 0");
  const std::string words = analysis::trace_words({trace()});
  Outcome profile = limpid("info p.limpid");
  EXPECT_NE(profile.out.find("  trace     p.limpid-trace: " + words +
                             ", with the chunks of loops, only the end of the run\n"),
            std::string::npos)
      << profile.out;
  Outcome alone = limpid("info p.limpid-trace");
  EXPECT_EQ(alone.exit, 0);
  EXPECT_NE(alone.out.find("p.limpid-trace: Limpid trace, format 1.0\n"), std::string::npos) << alone.out;
  EXPECT_NE(alone.out.find(words), std::string::npos) << alone.out;
  fs::remove(path("p.limpid-trace"));
  EXPECT_NE(limpid("info p.limpid").out.find("  trace     is not here"), std::string::npos);
}

TEST_F(RecordTrace, FoundUnderTheNameThatTheProfileKnows) {
  record("--trace -q", "exit 0");
  const std::string before = trace().path;
  fs::rename(path("p.limpid"), path("q.limpid"));
  auto found = analysis::find_trace(analysis::read_input(path("q.limpid")));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, before);
}

TEST_F(RecordTrace, AnotherRunsIsNot) {
  record("--trace -q", "exit 0");
  fs::rename(path("p.limpid-trace"), path("kept"));
  record("--trace -q", "exit 0");
  fs::rename(path("kept"), path("p.limpid-trace"));
  EXPECT_FALSE(analysis::find_trace(analysis::read_input(path("p.limpid"))).has_value());
}

TEST_F(RecordTrace, WhatAKilledProgramLeftIsCutToWhatWasWritten) {
  Outcome outcome = record("--trace", "signal 9");
  EXPECT_EQ(outcome.signal, SIGKILL);
  const analysis::TraceOf found = trace();
  EXPECT_FALSE(found.file.has(trace::FileFlag::kFinished));
  EXPECT_GT(found.file.events(), 0u);
  EXPECT_EQ(found.file.end(), found.file.size());
  EXPECT_NE(outcome.err.find("  trace "), std::string::npos) << outcome.err;
  EXPECT_NE(limpid("info p.limpid").out.find(", not finished"), std::string::npos);
}

TEST_F(RecordTrace, WrongOptionsAreNamed) {
  Outcome size = record("--trace --trace-size much", "exit 0");
  EXPECT_EQ(size.exit, 2);
  EXPECT_NE(size.err.find("--trace-size: much: expected bytes"), std::string::npos) << size.err;
  Outcome keep = record("--trace --keep -1", "exit 0");
  EXPECT_EQ(keep.exit, 2);
  Outcome words = record("--trace --keep long", "exit 0");
  EXPECT_EQ(words.exit, 2);
  EXPECT_NE(words.err.find("--keep: long: expected seconds, or the word size"), std::string::npos)
      << words.err;
  EXPECT_EQ(record("--chunks", "exit 0").exit, 2);
  EXPECT_EQ(record("--keep 3", "exit 0").exit, 2);
}

TEST_F(RecordTrace, AFileThatIsNone) {
  std::string bytes(100, '\0');
  std::memcpy(bytes.data(), &trace::kMagic, sizeof trace::kMagic);
  scratch_.write("odd", bytes);
  Outcome outcome = limpid("info odd");
  EXPECT_NE(outcome.exit, 0);
  EXPECT_NE(outcome.err.find("odd: too short to be a Limpid trace (100 bytes)"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace limpid::cli
