// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `limpid annotate` on profiles whose lines are known (fixtures/shapes.cc).
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "annotate/listing.h"
#include "support/known_run.h"

namespace limpid::cli::annotate {
namespace {

using profile::NodeKind;
using profile::ThreadType;
using test::ProfileWriter;

class Annotate : public testing::Test {
 protected:
  static constexpr uint64_t kBias = 0x10000000;

  // An address of each line of a function, the one that was inlined into nobody.
  static std::map<int, uint64_t> lines_of(const std::string& file, const std::string& symbol) {
    symbols::Symbolizer symbolizer;
    const uint32_t module = symbolizer.add_module({file, ""});
    const test::Extent extent = test::extent_of(file, symbol);
    std::map<int, uint64_t> lines;
    for (uint64_t at = extent.address; at < extent.address + extent.size; ++at) {
      const symbols::Location& location = symbolizer.locate(module, at);
      if (location.frames.size() == 1 && location.frames[0].line > 0)
        lines.try_emplace(location.frames[0].line, at);
    }
    return lines;
  }

  // A profile in which each line of main() has more time than the one before: 10, 20, ... ms of work, and the last one
  // 5 ms of waiting for a lock as well. Answers the lines.
  std::map<int, uint64_t> write(const std::string& program) {
    ProfileWriter writer;
    writer.run(1);
    writer.module(kBias, kBias, kBias + 0x100000, program);
    writer.thread(0, ThreadType::kInitial, 0, 10'000);
    const uint32_t root = writer.node(0, NodeKind::kProgram);
    const std::map<int, uint64_t> lines = lines_of(program, "main");
    uint64_t ms = 0, now = 0;
    uint32_t last = root;
    for (const auto& [line, address] : lines) {
      last = writer.node(root, NodeKind::kLeaf, kBias + address);
      now += ms += 10;
      writer.sample(0, last, 0x000, now, ms);
    }
    writer.sample(0, last, 0x042, now + 5, 5);
    writer.finish(now + 5);
    scratch_.write("known.limpid", writer.bytes());
    return lines;
  }
  test::Outcome limpid(const std::string& arguments) {
    return test::shell(std::string(LIMPID_COMMAND) + " " + arguments, scratch_.path());
  }

  test::ScratchDirectory scratch_;
};

TEST_F(Annotate, LinesHaveTheirTimeAndAddUp) {
  const std::map<int, uint64_t> lines = write(test::fixture("shapes"));
  ASSERT_GE(lines.size(), 3u);
  const analysis::Analysis analysis = test::analyze_files({scratch_.join("known.limpid")});
  const std::vector<Listing> listings = listings_of(analysis.lines, "main");
  ASSERT_EQ(listings.size(), 1u);
  uint64_t ms = 0, sum = 0;
  for (const auto& [line, address] : lines) {
    ms += 10;
    ASSERT_TRUE(listings[0].lines.contains(line)) << line;
    EXPECT_EQ(listings[0].lines.at(line).work_ns, ms * test::kMs) << line;
    sum += ms * test::kMs;
  }
  EXPECT_EQ(listings[0].all.work_ns, sum);
  uint64_t self = 0;
  for (const analysis::FlatRow& row : analysis.flat) {
    if (row.place.name == "main") self = row.self_ns;
  }
  EXPECT_EQ(self, sum) << "what the report says that main() did itself";
  EXPECT_EQ(listings[0].all.wait_ns, 5 * test::kMs);
}

TEST_F(Annotate, TheSourceStandsBesideItsTime) {
  const std::map<int, uint64_t> lines = write(test::fixture("shapes"));
  const test::Outcome outcome = limpid("annotate main known.limpid");
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(outcome.out.rfind("main  ", 0), 0u) << outcome.out;
  EXPECT_NE(outcome.out.find("shapes.cc"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("int main("), std::string::npos) << "the source\n" << outcome.out;
  const std::string hottest = "  " + std::to_string(lines.rbegin()->first) + "  ";
  const size_t at = outcome.out.find(hottest);
  ASSERT_NE(at, std::string::npos) << outcome.out;
  const std::string row = outcome.out.substr(outcome.out.rfind('\n', at) + 1, 20);
  EXPECT_NE(row.find(std::to_string(lines.size() * 10)), std::string::npos) << "ms of work: " << row;
  EXPECT_NE(row.find("0.005"), std::string::npos) << "waiting: " << row;
}

TEST_F(Annotate, WithoutTheSourceItSaysSo) {
  // Built from a source that is gone afterwards.
  const std::string program = scratch_.join("shapes");
  const std::string copy = scratch_.join("gone.cc");
  std::filesystem::copy_file(LIMPID_SOURCE "/tests/cli/fixtures/shapes.cc", copy);
  ASSERT_EQ(test::shell("g++ -O2 -g -fopenmp gone.cc -o shapes", scratch_.path()).exit, 0);
  std::filesystem::remove(copy);
  const std::map<int, uint64_t> lines = write(program);
  const test::Outcome outcome = limpid("annotate main known.limpid");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("the source is not here"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  " + std::to_string(lines.rbegin()->first) + "  "), std::string::npos)
      << "lines are known all the same\n"
      << outcome.out;
}

TEST_F(Annotate, WithoutLinesItSaysWhy) {
  ProfileWriter writer;
  writer.run(1);
  const std::string program = test::fixture("shapes-nodebug");
  writer.module(kBias, kBias, kBias + 0x100000, program);
  writer.thread(0, ThreadType::kInitial, 0, 10);
  const uint32_t root = writer.node(0, NodeKind::kProgram);
  writer.sample(0, writer.node(root, NodeKind::kLeaf, kBias + test::extent_of(program, "main").address), 0,
                10, 10);
  writer.finish(10);
  scratch_.write("known.limpid", writer.bytes());
  const test::Outcome outcome = limpid("annotate main known.limpid");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("built without -g"), std::string::npos) << outcome.out;
}

TEST_F(Annotate, AnUnknownFunctionIsAnErrorThatNamesOthers) {
  write(test::fixture("shapes"));
  const test::Outcome outcome = limpid("annotate solve known.limpid");
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("`solve`"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("main"), std::string::npos) << outcome.err;
}

TEST(Listing, NamesMayLackTheirNamespaces) {
  const analysis::LineRow row = {"/src/cg.cc", 42, "shapes::inner::solve", {7, 0, 0, 0}};
  EXPECT_EQ(listings_of({row}, "solve").size(), 1u);
  EXPECT_EQ(listings_of({row}, "inner::solve").size(), 1u);
  EXPECT_EQ(listings_of({row}, "shapes::inner::solve").size(), 1u);
  EXPECT_TRUE(listings_of({row}, "olve").empty());
  EXPECT_TRUE(listings_of({row}, "inner").empty());
}

}  // namespace
}  // namespace limpid::cli::annotate
