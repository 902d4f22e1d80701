// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/json.h"
#include "report/text.h"
#include "support/known_run.h"

namespace limpid::cli::report {
namespace {

using nlohmann::json;
using test::KnownRun;
using test::ScratchDirectory;

class Report : public testing::Test {
 protected:
  Report() : file_(scratch_.write("one.limpid", KnownRun().bytes())) {}

  std::string text(const Options& options = {}) {
    return text_report(test::analyze_files({file_}), options, Style(false));
  }
  json parsed() { return json::parse(json_report(test::analyze_files({file_}))); }

  ScratchDirectory scratch_;
  std::string file_;
};

void expect_in_order(const std::string& text, const std::vector<std::string>& pieces) {
  size_t at = 0;
  for (const std::string& piece : pieces) {
    size_t found = text.find(piece, at);
    ASSERT_NE(found, std::string::npos) << "missing after the pieces before it: " << piece << "\n" << text;
    at = found + piece.size();
  }
}

TEST_F(Report, TextHasEverySection) {
  expect_in_order(text(),
                  {"Run\n",
                   "  command    ./shapes 'one two'\n",
                   "  host       testhost\n",
                   "  runtime    Test runtime 1.0\n",
                   "  threads    2\n",
                   "  elapsed    0.400 s\n",
                   "CLOCK_MONOTONIC), 200 Hz\n",
                   "  samples    80, lost 1",
                   "Work and wait  (0.800 s of thread time)\n",
                   "  work ",
                   "0.500 s   62.5 %\n",
                   "work_serial",
                   "0.100 s",
                   "work_parallel",
                   "0.400 s",
                   "  wait ",
                   "0.300 s   37.5 %\n",
                   "wait_barrier_implicit_parallel",
                   "0.200 s",
                   "idle",
                   "0.100 s",
                   "Parallel regions\n",
                   "0.100     0.300    0.400    0.200    0.67        3     2  shapes::region  shapes.cc:",
                   "Call tree\n",
                   "main  shapes.cc:",
                   "    parallel in shapes::region  shapes.cc:",
                   "x3\n",
                   "      innermost",
                   "(inlined)",
                   "      <implicit barrier>",
                   "  <idle>",
                   "Functions\n",
                   "Waiting, by its cause\n",
                   "while innermost ran",
                   "critical held by outer",
                   "(7 times)",
                   "note: a note from the recorder\n"});
}

TEST_F(Report, DepthAndThresholdCutTheTree) {
  Options shallow;
  shallow.depth = 1;
  std::string cut = text(shallow);
  EXPECT_EQ(cut.find("parallel in"), std::string::npos);
  EXPECT_NE(cut.find("..."), std::string::npos);
  Options coarse;
  coarse.min_percent = 30;
  EXPECT_EQ(text(coarse).find("<idle>"), std::string::npos);
}

TEST_F(Report, ThreadsOnRequest) {
  Options options;
  EXPECT_EQ(text().find("Threads\n"), std::string::npos);
  options.threads = true;
  expect_in_order(text(options), {"Threads\n", "initial", "100.0", "worker", "25.0"});
}

TEST_F(Report, ColourOnlyWhenAsked) {
  EXPECT_EQ(text().find('\033'), std::string::npos);
  std::string coloured = text_report(test::analyze_files({file_}), Options{}, Style(true));
  EXPECT_NE(coloured.find("\033[33m<implicit barrier>\033[0m"), std::string::npos);
}

TEST_F(Report, NamesCannotSteerTheTerminal) {
  test::ProfileWriter writer;
  writer.run(1);
  writer.info("command", "evil\033[2Jname");
  writer.note("note\033]0;title\a");
  file_ = scratch_.write("evil.limpid", writer.bytes());
  EXPECT_EQ(text().find('\033'), std::string::npos);
}

// ---- the JSON object, as docs/report-json.md has it

void expect_place(const json& object) {
  ASSERT_TRUE(object.contains("file"));
  ASSERT_TRUE(object.contains("line"));
  EXPECT_TRUE(object["file"].is_string() || object["file"].is_null());
  EXPECT_TRUE(object["line"].is_number_integer() || object["line"].is_null());
}

double expect_node(const json& node) {
  for (const char* name : {"name", "kind"}) EXPECT_TRUE(node.at(name).is_string());
  expect_place(node);
  std::string kind = node.at("kind");
  EXPECT_TRUE(kind == "function" || kind == "region" || kind == "task" || kind == "wait") << kind;
  double sum = node.at("self_s");
  for (const json& child : node.at("children")) sum += expect_node(child);
  EXPECT_NEAR(sum, node.at("total_s").get<double>(), 1e-6) << node.at("name");
  return node.at("total_s");
}

TEST_F(Report, JsonKeepsItsPromises) {
  json report = parsed();
  EXPECT_EQ(report.at("format"), 1);
  const json& run = report.at("run");
  EXPECT_EQ(run.at("command"), "./shapes 'one two'");
  EXPECT_DOUBLE_EQ(run.at("elapsed_s").get<double>(), 0.4);
  EXPECT_EQ(run.at("threads"), 2);
  EXPECT_TRUE(run.at("clock").is_string());
  EXPECT_EQ(run.at("samples"), 80);
  EXPECT_EQ(run.at("lost"), 1);
  const json& totals = report.at("totals");
  EXPECT_DOUBLE_EQ(totals.at("work_s").get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(totals.at("wait_s").get<double>(), 0.3);
  double states = 0;
  for (const auto& [name, seconds] : totals.at("states").items()) states += seconds.get<double>();
  EXPECT_NEAR(states, 0.8, 1e-9);
  double tree = 0;
  for (const json& node : report.at("tree")) tree += expect_node(node);
  EXPECT_NEAR(tree, 0.8, 1e-9);
  const json& region = report.at("regions").at(0);
  EXPECT_EQ(region.at("function"), "shapes::region");
  expect_place(region);
  EXPECT_EQ(region.at("count"), 3);
  for (const char* name : {"elapsed_s", "work_s", "wait_s", "balance", "gain_s"}) {
    EXPECT_TRUE(region.at(name).is_number()) << name;
  }
}

TEST_F(Report, JsonSurvivesNamesThatAreNoText) {
  test::ProfileWriter writer;
  writer.run(1);
  writer.info("host", "caf\xe9\xff");
  file_ = scratch_.write("latin1.limpid", writer.bytes());
  EXPECT_NO_THROW(parsed());
}

}  // namespace
}  // namespace limpid::cli::report
