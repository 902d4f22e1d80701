// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "scale/fit.h"
#include "scale/json.h"
#include "scale/scaling.h"
#include "scale/text.h"
#include "support/files.h"
#include "support/known_run.h"

namespace limpid::cli::scale {
namespace {

using analysis::Analysis;
using analysis::Tree;
using test::ScratchDirectory;

constexpr double kSecond = 1e9;

Tree::Key region_at(int line) {
  Tree::Key key;
  key.kind = Tree::Kind::kRegion;
  key.name = "solve";
  key.file = "/src/solve.c";
  key.line = line;
  return key;
}

// A program with 1 s of serial code, 6 s in a region that scales, and 3 s in one that does not.
Analysis run_with(uint32_t threads, uint64_t processors = 64) {
  Analysis run;
  run.run.commands = {"./solve"};
  run.run.processes = 1;
  run.run.threads = threads;
  run.run.processors = processors;
  Tree::Key main;
  main.name = "main";
  const uint32_t in_main = run.tree.child(Tree::kRoot, main, true);
  const auto add = [&](int line, double seconds) {
    analysis::Region region;
    region.place = region_at(line);
    region.counted = true;
    region.elapsed_ns = static_cast<uint64_t>(seconds * kSecond);
    region.largest_team = threads;
    run.tree.at(run.tree.child(in_main, region.place, true)).self_ns = region.elapsed_ns * threads;
    run.regions.push_back(region);
    run.run.elapsed_ns += region.elapsed_ns;
  };
  add(10, 6.0 / threads);
  add(20, 3.0);
  run.run.elapsed_ns += static_cast<uint64_t>(1 * kSecond);
  run.tree.finish();
  return run;
}

TEST(Fit, FindsTheTermsThatPointsWereMadeOf) {
  const Fit truth{0.5, 8, 0.02};
  std::vector<Point> points;
  for (const uint64_t threads : {1, 2, 4, 8, 16})
    points.push_back({threads, truth.at(static_cast<double>(threads))});
  const Fit found = fit(points);
  EXPECT_NEAR(found.serial, 0.5, 1e-6);
  EXPECT_NEAR(found.parallel, 8, 1e-6);
  EXPECT_NEAR(found.each, 0.02, 1e-6);
  EXPECT_NEAR(found.best(), 20, 1e-3);
}

TEST(Fit, NoTermIsBelowZero) {
  const Fit found = fit({{1, 10}, {2, 4}, {4, 1.8}});  // faster than its threads: caches
  EXPECT_GE(found.serial, 0);
  EXPECT_GE(found.each, 0);
  EXPECT_NEAR(found.parallel, 9, 1.5);
}

TEST(Fit, TwoStepsGiveASerialPartAndOneGivesNone) {
  const Fit two = fit({{1, 10}, {2, 6}});
  EXPECT_NEAR(two.serial, 2, 1e-9);
  EXPECT_NEAR(two.parallel, 8, 1e-9);
  EXPECT_EQ(two.best(), 0);
  EXPECT_NEAR(fit({{4, 3}}).parallel, 12, 1e-9);
}

TEST(Scale, FindsTheSerialPartAndTheRegionThatLoses) {
  const Scaling result = scaling({run_with(4), run_with(1), run_with(2), run_with(8)});
  ASSERT_EQ(result.steps.size(), 4u);
  EXPECT_EQ(result.steps[0].threads, 1u);
  EXPECT_NEAR(result.serial_part, 0.1, 1e-6);
  EXPECT_NEAR(result.fit.serial, 4, 1e-6) << "the region that does not scale is serial, too";
  ASSERT_EQ(result.regions.size(), 2u);
  EXPECT_EQ(result.regions[0].key.line, 20);
  EXPECT_NEAR(result.regions[0].loss_s, 8 * 3.0 - 3.0, 1e-6);
  EXPECT_NEAR(result.regions[1].loss_s, 0, 1e-6);
  EXPECT_NEAR(result.regions[1].fit.parallel, 6, 1e-6);
}

TEST(Scale, StepsWithoutProcessorsAreMarkedAndNotInTheModel) {
  std::vector<Analysis> runs = {run_with(1, 2), run_with(2, 2), run_with(8, 2)};
  runs[2].run.elapsed_ns *= 3;
  const Scaling result = scaling(runs);
  EXPECT_TRUE(result.steps[2].crowded);
  EXPECT_NEAR(result.fit.at(2), 7, 1e-6);
}

TEST(Scale, RunsWithOneNumberOfThreadsAreOneStep) {
  std::vector<Analysis> runs = {run_with(1), run_with(2), run_with(2), run_with(2)};
  runs[3].run.elapsed_ns *= 10;
  const Scaling result = scaling(runs);
  ASSERT_EQ(result.steps.size(), 2u);
  EXPECT_EQ(result.steps[1].runs, 3u);
  EXPECT_NEAR(result.steps[1].elapsed_s, 7, 1e-6);
}

TEST(ScaleText, SaysWhatMoreThreadsBring) {
  const std::string text = text_scaling(scaling({run_with(1), run_with(2), run_with(4)}), Style(false));
  EXPECT_NE(text.find("serial part   10.0 %"), std::string::npos) << text;
  EXPECT_NE(text.find("at most 10.0 times faster"), std::string::npos) << text;
  EXPECT_NE(text.find("parallel in solve  solve.c:20"), std::string::npos) << text;
}

TEST(ScaleText, ASingleRunHasNoModel) {
  const std::string text = text_scaling(scaling({run_with(2)}), Style(false));
  EXPECT_NE(text.find("two different numbers of threads"), std::string::npos) << text;
}

TEST(ScaleJson, HasStepsModelAndRegions) {
  const auto json = nlohmann::json::parse(json_scaling(scaling({run_with(1), run_with(2)})));
  EXPECT_EQ(json["format"], 1);
  EXPECT_EQ(json["steps"].size(), 2u);
  EXPECT_NEAR(json["serial_part"].get<double>(), 0.1, 1e-6);
  EXPECT_TRUE(json["model"]["best_threads"].is_null());
  EXPECT_EQ(json["regions"][0]["line"], 20);
}

TEST(ScaleCommand, ReadsFiles) {
  ScratchDirectory scratch;
  scratch.write("a.limpid", test::KnownRun().bytes());
  const auto scale = [&](const std::string& arguments) {
    return test::shell(std::string(LIMPID_COMMAND) + " scale " + arguments, scratch.path());
  };
  const test::Outcome outcome = scale("a.limpid");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("Scaling of ./shapes"), std::string::npos) << outcome.out;
  EXPECT_EQ(scale("").exit, 2);
  EXPECT_EQ(scale("missing.limpid").exit, 1);
}

}  // namespace
}  // namespace limpid::cli::scale
