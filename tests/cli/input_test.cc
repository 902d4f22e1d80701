// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the command makes of files that are no profiles, or no longer.
#include "analysis/input.h"

#include <gtest/gtest.h>

#include <random>

#include "../seed.h"
#include "base/failure.h"
#include "report/json.h"
#include "report/text.h"
#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

using test::KnownRun;
using test::ProfileWriter;
using test::ScratchDirectory;

// The message with which reading fails; empty if it does not fail.
std::string complaint(const std::string& path) {
  try {
    for (const std::string& file : expand_paths({path})) read_input(file);
  } catch (const Failure& failure) {
    EXPECT_EQ(failure.code(), kExitBadInput);
    return failure.what();
  }
  return {};
}

TEST(Input, WrongFilesAreNamedWithTheReason) {
  ScratchDirectory scratch;
  std::string good = KnownRun().bytes();
  std::string other_version = good;
  other_version[8] = 99;
  struct Case {
    std::string path;
    std::string reason;
  };
  for (const Case& c : {Case{scratch.join("none"), "no such file"}, Case{scratch.write("a", ""), "too short"},
                        Case{scratch.write("b", std::string(1000, 'x')), "not a Limpid profile"},
                        Case{scratch.write("c", good.substr(0, 40)), "too short"},
                        Case{scratch.write("d", other_version), "99"}, Case{"/dev/null", "neither a file"},
                        Case{scratch.path(), "no profile in this directory"}}) {
    std::string message = complaint(c.path);
    EXPECT_NE(message.find(c.path), std::string::npos) << message;
    EXPECT_NE(message.find(c.reason), std::string::npos) << message;
  }
}

// Everything that `limpid report` does with a file. Only reading may refuse; the rest has to cope.
void digest(const std::string& path, symbols::Symbolizer& symbolizer) {
  Analysis result;
  try {
    result = analyze({path}, symbolizer, {});
  } catch (const Failure&) {
    return;
  }
  report::Options all;
  all.min_percent = 0;
  all.threads = true;
  EXPECT_FALSE(report::text_report(result, all, Style(false)).empty());
  EXPECT_FALSE(report::json_report(result).empty());
}

TEST(Input, BrokenOffAnywhere) {
  ScratchDirectory scratch;
  symbols::Symbolizer symbolizer;
  std::string good = KnownRun().bytes();
  for (size_t length = 0; length <= good.size(); length += 8) {
    digest(scratch.write("cut.limpid", good.substr(0, length)), symbolizer);
  }
}

TEST(Input, Garbage) {
  std::mt19937_64 random(test_seed());
  ScratchDirectory scratch;
  symbols::Symbolizer symbolizer;
  std::string good = KnownRun().bytes();
  for (int round = 0; round < 400; ++round) {
    std::string bad = good;
    for (unsigned long changes = 1 + random() % 12; changes > 0; --changes) {
      size_t at = 64 + random() % (bad.size() - 64);
      bool extreme = random() % 4 == 0;
      bad[at] = extreme ? static_cast<char>(random() % 2 == 0 ? 0xff : 0x00) : static_cast<char>(random());
    }
    digest(scratch.write("bad.limpid", bad), symbolizer);
  }
}

TEST(Input, EndlessStacks) {
  ScratchDirectory scratch;
  symbols::Symbolizer symbolizer;
  ProfileWriter writer;
  writer.run(1);
  writer.thread(0, profile::ThreadType::kInitial, 0, 10);
  uint32_t at = writer.node(0, profile::NodeKind::kProgram);
  for (uint64_t i = 0; i < 20000; ++i) at = writer.node(at, profile::NodeKind::kTask, 0x1000 + i * 16);
  writer.sample(0, at, 0x001, 10, 10);
  digest(scratch.write("deep.limpid", writer.bytes()), symbolizer);
}

TEST(Input, UnknownNumbersAreKeptApart) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.thread(0, static_cast<profile::ThreadType>(77), 0, 10);
  uint32_t root = writer.node(0, profile::NodeKind::kProgram);
  uint32_t odd = writer.node(root, static_cast<profile::NodeKind>(99), 5);
  writer.sample(0, odd, 0x077, 10, 10);
  writer.sample(0, odd, 0x1234, 20, 10);
  Analysis result = test::analyze_files({scratch.write("odd.limpid", writer.bytes())});
  std::string text = report::json_report(result);
  EXPECT_NE(text.find("state 0x077"), std::string::npos);
  EXPECT_NE(text.find("state 0x1234"), std::string::npos);
}

}  // namespace
}  // namespace limpid::cli::analysis
