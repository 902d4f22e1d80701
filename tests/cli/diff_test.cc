// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "diff/change.h"
#include "diff/command.h"
#include "diff/constructs.h"
#include "diff/json.h"
#include "diff/text.h"
#include "support/files.h"
#include "support/known_run.h"

namespace limpid::cli::diff {
namespace {

using analysis::Analysis;
using analysis::Tree;
using test::ScratchDirectory;

constexpr int kRegions = 20;
constexpr uint64_t kRegionNs = 500'000'000;

Tree::Key region_in(const std::string& function, int line, const std::string& file = "/old/solver.c") {
  Tree::Key key;
  key.kind = Tree::Kind::kRegion;
  key.name = function;
  key.file = file;
  key.line = line;
  return key;
}

// A run of a program with twenty regions in one function, ten lines apart, each half a second long on two
// threads.
struct Program {
  int first_line = 10;
  std::string folder = "/old/";
  int slow_region = -1;
  double slowdown = 1;

  // `jitter`: the standard deviation of each region's time, as a share of it.
  Analysis run(std::mt19937& random, double jitter) const {
    std::normal_distribution<double> noise(1, jitter);
    Analysis analysis;
    analysis.run.commands = {"./solver"};
    analysis.run.threads = analysis.run.processors = 2;
    analysis.run.reached_hz = 200;
    Tree::Key main;
    main.name = "main";
    main.file = folder + "solver.c";
    const uint32_t in_main = analysis.tree.child(Tree::kRoot, main, true);
    for (int i = 0; i < kRegions; ++i) {
      const double factor = (i == slow_region ? slowdown : 1) * noise(random);
      const auto ns = static_cast<uint64_t>(factor * kRegionNs);
      analysis::Region region;
      region.place = region_in("main", first_line + 10 * i, folder + "solver.c");
      region.counted = true;
      region.elapsed_ns = ns;
      region.times.work_ns = 2 * ns;
      region.largest_team = 2;
      analysis.regions.push_back(region);
      Tree::Node& node = analysis.tree.at(analysis.tree.child(in_main, region.place, true));
      node.self_ns = node.times.work_ns = 2 * ns;
      analysis.flat.push_back({region.place, 2 * ns, 2 * ns, 0});
      analysis.run.elapsed_ns += ns;
      analysis.totals.times.work_ns += 2 * ns;
    }
    analysis.tree.finish();
    return analysis;
  }
};

std::vector<Analysis> runs_of(const Program& program, int count, double jitter, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Analysis> runs;
  for (int i = 0; i < count; ++i) runs.push_back(program.run(random, jitter));
  return runs;
}

Program with_slow_region(int region, double slowdown) {
  Program program;
  program.slow_region = region;
  program.slowdown = slowdown;
  return program;
}

void expect_one_region_slower_by_30_percent(const Difference& result) {
  ASSERT_EQ(result.regions.size(), static_cast<size_t>(kRegions));
  const Row& first = result.regions.front();
  EXPECT_EQ(first.key.line, 80);
  EXPECT_EQ(first.change.verdict, Verdict::slower);
  EXPECT_NEAR(first.change.percent(first.change.difference()), 30, 3);
  for (size_t i = 1; i < result.regions.size(); ++i)
    EXPECT_EQ(result.regions[i].change.verdict, Verdict::same) << "line " << result.regions[i].key.line;
}

TEST(Diff, TheSlowedRegionIsFirstAndTheOthersAreUnchanged) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    expect_one_region_slower_by_30_percent(difference(
        runs_of(Program(), 5, 0.005, seed), runs_of(with_slow_region(7, 1.3), 5, 0.005, seed + 100)));
  }
}

TEST(Diff, OneRunEachSaysSoWithinItsSampling) {
  expect_one_region_slower_by_30_percent(
      difference(runs_of(Program(), 1, 0, 1), runs_of(with_slow_region(7, 1.3), 1, 0, 1)));
}

TEST(Diff, APathIsReportedWhereItsChangeHappens) {
  const Difference result =
      difference(runs_of(Program(), 1, 0, 1), runs_of(with_slow_region(7, 1.3), 1, 0, 1));
  const Row& first = result.paths.front();
  ASSERT_EQ(first.path.size(), 2u) << "main has the same change, and is left out";
  EXPECT_EQ(first.path.front().name, "main");
  EXPECT_EQ(first.key.line, 80);
  EXPECT_NEAR(first.change.difference(), 0.3, 1e-9);
}

TEST(Diff, AProgramThatWasEditedAndBuiltElsewhereIsTheSame) {
  Program edited = with_slow_region(7, 1.3);
  edited.first_line = 20;  // each construct is where the next one was
  edited.folder = "/new/";
  const Difference result = difference(runs_of(Program(), 1, 0, 1), runs_of(edited, 1, 0, 1));
  ASSERT_EQ(result.regions.size(), static_cast<size_t>(kRegions));
  EXPECT_EQ(result.regions.front().key.line, 90);
  EXPECT_EQ(result.regions.front().change.verdict, Verdict::slower);
  EXPECT_EQ(result.regions[1].change.verdict, Verdict::same);
}

TEST(Diff, WhatOneSideHasAloneIsNewOrGone) {
  std::vector<Analysis> before = runs_of(Program(), 1, 0, 1), after = before;
  after[0].regions.back().place.name = "renamed";
  const Difference result = difference(before, after);
  ASSERT_EQ(result.regions.size(), kRegions + 1u);
  EXPECT_EQ(result.regions[0].change.verdict, Verdict::gone);
  EXPECT_EQ(result.regions[1].change.verdict, Verdict::appeared);
}

TEST(Constructs, KeepTheirNumbersWhenOneIsInserted) {
  ConstructNumbers numbers;
  numbers.add_run({region_in("f", 10), region_in("f", 20), region_in("f", 30)});
  const size_t last = numbers.number(region_in("f", 30));
  numbers.add_run({region_in("f", 10), region_in("f", 20), region_in("f", 25), region_in("f", 32)});
  EXPECT_NE(numbers.number(region_in("f", 25)), last) << "two candidates for one: neither is taken for it";
  numbers.add_run({region_in("f", 11), region_in("f", 25), region_in("f", 31)});
  EXPECT_EQ(numbers.number(region_in("f", 11)), 0u);
}

TEST(Constructs, OfOtherFunctionsAndKindsAreOthers) {
  ConstructNumbers numbers;
  Tree::Key task = region_in("f", 10);
  task.kind = Tree::Kind::kTask;
  numbers.add_run({region_in("f", 10), region_in("g", 10), task});
  EXPECT_NE(numbers.number(region_in("f", 10)), numbers.number(region_in("g", 10)));
  EXPECT_NE(numbers.number(region_in("f", 10)), numbers.number(task));
}

TEST(Change, TheIntervalOfManyRunsIsTheOneOfMannAndWhitney) {
  // Five runs each: the third smallest and the third largest of the 25 differences hold with 97 % confidence, the
  // fourth ones with less than 95.
  const Measured before{{1, 2, 3, 4, 5}, 0}, after{{11, 12, 13, 14, 15}, 0};
  const Change change = compare(before, after);
  EXPECT_DOUBLE_EQ(change.difference(), 10);
  EXPECT_DOUBLE_EQ(change.low, 7);
  EXPECT_DOUBLE_EQ(change.high, 13);
  EXPECT_EQ(change.verdict, Verdict::slower);
}

TEST(Change, FewRunsGiveTheRange) {
  const Change change = compare({{1, 2}, 0}, {{4, 5}, 0});
  EXPECT_DOUBLE_EQ(change.low, 2);
  EXPECT_DOUBLE_EQ(change.high, 4);
}

TEST(Change, RunsThatOverlapAreTheSame) {
  EXPECT_EQ(compare({{1, 2, 3, 4}, 0}, {{2, 3, 4, 5}, 0}).verdict, Verdict::same);
}

TEST(Change, OneRunEachIsJudgedBySampling) {
  EXPECT_EQ(compare({{1.0}, 0.1}, {{1.25}, 0.1}).verdict, Verdict::same);
  EXPECT_EQ(compare({{1.0}, 0.1}, {{1.45}, 0.1}).verdict, Verdict::slower);
  EXPECT_EQ(compare({{1.0}, 0}, {{1.04}, 0}).verdict, Verdict::same) << "runs differ by that much";
}

// By chance one in twenty at most is told to differ.
TEST(Change, NoiseIsRarelyTakenForAChange) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(1, 0.1);
  int wrong = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    Measured before, after;
    for (int run = 0; run < 6; ++run) {
      before.runs.push_back(noise(random));
      after.runs.push_back(noise(random));
    }
    if (compare(before, after).verdict != Verdict::same) ++wrong;
  }
  EXPECT_LE(wrong, 60);
  EXPECT_GE(wrong, 5) << "an interval that is never wrong is too wide";
}

TEST(FailOver, NamesWhatSurelyBecameSlowerByMore) {
  const Difference result =
      difference(runs_of(Program(), 5, 0.005, 1), runs_of(with_slow_region(7, 1.3), 5, 0.005, 2));
  const Row* over = first_over(result, 20);
  ASSERT_NE(over, nullptr);
  EXPECT_EQ(over->key.line, 80);
  EXPECT_EQ(first_over(result, 50), nullptr);
}

TEST(FailOver, LooksAtTheWholeRunAsWell) {
  std::vector<Analysis> before = runs_of(Program(), 1, 0, 1), after = before;
  after[0].run.elapsed_ns *= 2;  // outside every region
  const Row* over = first_over(difference(before, after), 50);
  ASSERT_NE(over, nullptr);
  EXPECT_EQ(over->name, "elapsed");
}

TEST(DiffText, NamesTheChangedAndCountsTheRest) {
  const Difference result =
      difference(runs_of(Program(), 5, 0.005, 1), runs_of(with_slow_region(7, 1.3), 5, 0.005, 2));
  const std::string text = text_difference(result, {}, Style(false));
  EXPECT_NE(text.find("parallel in main  solver.c:80"), std::string::npos) << text;
  EXPECT_NE(text.find("19 unchanged"), std::string::npos) << text;
  EXPECT_EQ(text.find("solver.c:90"), std::string::npos) << text;
  Options options;
  options.all = true;
  EXPECT_NE(text_difference(result, options, Style(false)).find("solver.c:90"), std::string::npos);
}

TEST(DiffJson, HasEveryRow) {
  const Difference result =
      difference(runs_of(Program(), 5, 0.005, 1), runs_of(with_slow_region(7, 1.3), 5, 0.005, 2));
  const auto json = nlohmann::json::parse(json_difference(result));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["before"]["runs"], 5);
  EXPECT_EQ(json["regions"].size(), static_cast<size_t>(kRegions));
  EXPECT_EQ(json["regions"][0]["verdict"], "slower");
  EXPECT_EQ(json["regions"][0]["line"], 80);
  EXPECT_EQ(json["regions"][1]["verdict"], "same");
}

class DiffCommand : public testing::Test {
 protected:
  test::Outcome diff(const std::string& arguments) {
    return test::shell(std::string(LIMPID_COMMAND) + " diff " + arguments, scratch_.path());
  }

  ScratchDirectory scratch_;
};

TEST_F(DiffCommand, TwoFilesOfOneRunAreTheSame) {
  scratch_.write("a.limpid", test::KnownRun().bytes());
  scratch_.write("b.limpid", test::KnownRun().bytes());
  const test::Outcome outcome = diff("--fail-over 5 a.limpid b.limpid");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("unchanged"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("slower"), std::string::npos);
}

TEST_F(DiffCommand, SaysWhatItExpected) {
  scratch_.write("a.limpid", test::KnownRun().bytes());
  EXPECT_EQ(diff("a.limpid").exit, 2);
  EXPECT_NE(diff("a.limpid").err.find("expected two"), std::string::npos);
  EXPECT_EQ(diff("--before a.limpid").exit, 2);
  EXPECT_EQ(diff("a.limpid missing.limpid").exit, 1);
  EXPECT_NE(diff("a.limpid missing.limpid").err.find("missing.limpid"), std::string::npos);
}

}  // namespace
}  // namespace limpid::cli::diff
