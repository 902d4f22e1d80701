// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "export/formats.h"
#include "export/frame_name.h"
#include "support/files.h"
#include "support/known_run.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;
using nlohmann::json;
using test::ScratchDirectory;

constexpr uint64_t kThreadNs = 800'000'000;  // of the known run

class Export : public testing::Test {
 protected:
  Export() : file_(scratch_.write("one.limpid", test::KnownRun().bytes())) {}

  analysis::Analysis analysis() { return test::analyze_files({file_}); }
  test::Outcome limpid(const std::string& arguments) {
    return test::shell(std::string(LIMPID_COMMAND) + " export " + arguments, scratch_.path());
  }

  ScratchDirectory scratch_;
  std::string file_;
};

// The rule of folded stacks: each line is names, a space, and a whole number.
struct Folded {
  std::map<std::string, uint64_t> paths;
  uint64_t sum = 0;

  explicit Folded(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const size_t space = line.rfind(' ');
      if (space == std::string::npos || space == 0) {
        ADD_FAILURE() << "no count: " << line;
        continue;
      }
      size_t end = 0;
      const uint64_t ns = std::stoull(line.substr(space + 1), &end);
      EXPECT_EQ(end, line.size() - space - 1) << line;
      EXPECT_TRUE(paths.emplace(line.substr(0, space), ns).second) << "twice: " << line;
      sum += ns;
    }
  }
};

TEST_F(Export, FoldedLinesAddUpToTheThreadTime) {
  const Folded folded_lines(folded(analysis().tree));
  EXPECT_EQ(folded_lines.sum, kThreadNs);
  bool barrier = false;
  for (const auto& [path, ns] : folded_lines.paths) {
    if (path.find("parallel in shapes::region") == std::string::npos) continue;
    barrier |= path.find(";<implicit barrier>") != std::string::npos && ns == 200'000'000;
  }
  EXPECT_TRUE(barrier) << folded(analysis().tree);
}

TEST_F(Export, SpeedscopeHasTheStacksAndTheirWeights) {
  const json out = json::parse(speedscope(analysis()));
  EXPECT_EQ(out["$schema"], "https://www.speedscope.app/file-format-schema.json");
  const json& profile = out["profiles"][0];
  ASSERT_EQ(profile["type"], "sampled");
  ASSERT_EQ(profile["samples"].size(), profile["weights"].size());
  const size_t frames = out["shared"]["frames"].size();
  uint64_t sum = 0;
  for (size_t i = 0; i < profile["samples"].size(); ++i) {
    for (const json& frame : profile["samples"][i]) EXPECT_LT(frame.get<size_t>(), frames);
    sum += profile["weights"][i].get<uint64_t>();
  }
  EXPECT_EQ(sum, kThreadNs);
  EXPECT_EQ(profile["endValue"], kThreadNs);
}

double time_of(const json& node) {
  double sum = node["metrics"]["time"];
  for (const json& child : node.value("children", json::array())) sum += time_of(child);
  return sum;
}

TEST_F(Export, HatchetsInclusiveTimesAreTheSumsOfTheOthers) {
  const json out = json::parse(hatchet(analysis().tree));
  ASSERT_EQ(out.size(), 1u);
  EXPECT_NEAR(out[0]["metrics"]["time (inc)"].get<double>(), 0.8, 1e-9);
  EXPECT_NEAR(time_of(out[0]), 0.8, 1e-9);
  EXPECT_EQ(out[0]["children"][0]["frame"]["name"], "main");
}

TEST(FrameName, TellsConstructsOfOneFunctionApart) {
  Tree::Key key;
  key.kind = Tree::Kind::kRegion;
  key.name = "solve";
  key.file = "/src/cg.c";
  key.line = 42;
  EXPECT_EQ(frame_name(key), "parallel in solve (cg.c:42)");
  key.kind = Tree::Kind::kTask;
  EXPECT_EQ(frame_name(key), "task in solve (cg.c:42)");
  key.kind = Tree::Kind::kFunction;
  EXPECT_EQ(frame_name(key), "solve");
  key.name = "bell\a";
  EXPECT_EQ(frame_name(key), "bell?");
}

TEST(Folded, SeparatorsInNamesAreReplaced) {
  Tree tree;
  Tree::Key key;
  key.name = "operator;";
  tree.at(tree.child(Tree::kRoot, key, true)).self_ns = 5;
  tree.finish();
  EXPECT_EQ(folded(tree), "operator: 5\n");
}

TEST_F(Export, WritesToStdoutOrToAFile) {
  const test::Outcome outcome = limpid("--folded one.limpid");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_EQ(Folded(outcome.out).sum, kThreadNs);
  EXPECT_EQ(limpid("--speedscope -o out.json one.limpid").exit, 0);
  EXPECT_EQ(test::shell("test -s out.json", scratch_.path()).exit, 0);
}

TEST_F(Export, SaysWhatIsWrong) {
  EXPECT_EQ(limpid("one.limpid").exit, 2);
  EXPECT_EQ(limpid("--folded --hatchet one.limpid").exit, 2);
  EXPECT_EQ(limpid("--folded missing.limpid").exit, 1);
  const test::Outcome outcome = limpid("--folded -o no/such/folder one.limpid");
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.err.find("no/such/folder"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace limpid::cli::exporting
