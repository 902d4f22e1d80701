// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

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
                  {"./shapes 'one two'\n",
                   "  0.400 s, 2 threads; host testhost; Test runtime 1.0\n",
                   "Efficiency  62.5 % = load balance 71.4 % x serialisation 87.5 % x late start 100.0 % x "
                   "processors 100.0 %\n",
                   "  to gain       0.100 s  imbalance: parallel in shapes::region  shapes.cc:",
                   "                0.050 s  serial code: 0.050 s of it in main  shapes.cc:",
                   "Time  (0.800 s of all threads)\n",
                   "  work ",
                   "0.500 s   62.5 %\n",
                   "serial work",
                   "0.100 s",
                   "work in regions",
                   "0.400 s",
                   "  wait ",
                   "0.300 s   37.5 %\n",
                   "implicit barrier",
                   "0.200 s",
                   "idle",
                   "0.100 s",
                   "Parallel regions\n",
                   "0.100     0.300    0.400    0.200    0.67        3     2  imbalance     shapes::region  "
                   "shapes.cc:",
                   "Call tree\n",
                   "main  shapes.cc:",
                   "    parallel in shapes::region  shapes.cc:",
                   "x3\n",
                   "      innermost",
                   "(inlined)",
                   "      <implicit barrier>",
                   "    <idle>",
                   "Functions\n",
                   "Waiting, by its cause\n",
                   "caused by innermost  shapes.cc:",
                   "in parallel in shapes::region  shapes.cc:",
                   "caused by main  shapes.cc:",
                   "critical held by outer",
                   "(7 times)",
                   "Recording\n",
                   "CLOCK_MONOTONIC)\n",
                   "  rate       asked 200 Hz, got 100 samples per thread and second\n",
                   "  samples    80, lost 1",
                   "note: a note from the recorder\n"});
}

TEST_F(Report, DepthAndThresholdCutTheTree) {
  Options shallow;
  shallow.depth = 1;
  std::string cut = text(shallow);
  EXPECT_EQ(cut.find("parallel in", cut.find("Call tree")), cut.find("parallel in", cut.find("Waiting, by")))
      << "not in the tree";
  EXPECT_NE(cut.find("..."), std::string::npos);
}

// ---- reports that a screen has to hold

class Synthetic : public testing::Test {
 protected:
  Synthetic() {
    writer_.run(1);
    writer_.module(0x1000, 0x1000, 0x100000, "/x/program");
    writer_.thread(0, profile::ThreadType::kInitial, 0, 1000);
    root_ = writer_.node(0, profile::NodeKind::kProgram);
  }

  uint32_t frame(uint32_t above, uint64_t address) {
    return writer_.node(above, profile::NodeKind::kFrame, address + 1);
  }

  std::vector<std::string> lines(const Options& options = {}) {
    writer_.finish(1000);
    std::string file = scratch_.write("s.limpid", writer_.bytes());
    std::istringstream text(text_report(test::analyze_files({file}), options, Style(false)));
    std::vector<std::string> all;
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
  }

  // Lines from the one that is `heading` up to the next empty one, without it.
  static std::vector<std::string> section(const std::vector<std::string>& all, const std::string& heading) {
    auto begin = std::find(all.begin(), all.end(), heading);
    EXPECT_NE(begin, all.end());
    auto end = std::find(begin, all.end(), "");
    return {begin + (begin != end), end};
  }

  ScratchDirectory scratch_;
  test::ProfileWriter writer_;
  uint32_t root_ = 0;
};

// 200 regions and functions with half a per cent each: ten of each are shown, and what the others took.
TEST_F(Synthetic, AFlatProgramStillHasAReport) {
  uint32_t main = frame(root_, 0x2000);
  for (uint64_t i = 0; i < 200; ++i) {
    uint64_t place = 0x3000 + 16 * i;
    uint32_t region = writer_.node(frame(main, place), profile::NodeKind::kParallel, place + 1);
    uint32_t leaf = writer_.node(region, profile::NodeKind::kLeaf, 0x8000 + 16 * i);
    writer_.sample(0, leaf, 0x001, 5 * (i + 1), 5);
    writer_.region(region, 1, 5, 1);
  }
  std::vector<std::string> all = lines();
  std::vector<std::string> regions = section(all, "Parallel regions");
  ASSERT_EQ(regions.size(), 13u) << "column names, ten regions, the others, what gain means";
  EXPECT_EQ(regions[11], "  (190 more) 0.950 s of thread time, each under 1 % of the time");
  std::vector<std::string> functions = section(all, "Functions");
  ASSERT_EQ(functions.size(), 12u);
  EXPECT_EQ(functions.back().substr(functions.back().find('(')), "(391 more)")
      << "190 of what ran, 200 that called, and main";
  std::vector<std::string> tree = section(all, "Call tree");
  EXPECT_EQ(tree.back(), "     0.950   95.0             (190 more)");
  EXPECT_EQ(std::count_if(tree.begin(), tree.end(), [](const std::string& l) { return l.ends_with(" x1"); }),
            10);
}

TEST_F(Synthetic, TheThresholdCutsBehindTheTenth) {
  for (uint64_t i = 0; i < 12; ++i) {
    uint32_t leaf = writer_.node(root_, profile::NodeKind::kLeaf, 0x3000 + 16 * i);
    writer_.sample(0, leaf, 0x000, 50 * (i + 1), i < 10 ? 50 : 40);
  }
  Options coarse;
  coarse.min_percent = 30;
  std::vector<std::string> tree = section(lines(coarse), "Call tree");
  ASSERT_EQ(tree.size(), 12u) << "column names, ten paths, the others";
  EXPECT_EQ(tree.back(), "     0.080   13.8           (2 more)");
}

// Each level does some work of its own, so that nothing folds: children stand to the right of their parents.
TEST_F(Synthetic, ADeepTreeStaysATree) {
  uint32_t at = root_;
  for (uint64_t i = 0; i < 60; ++i) {
    at = frame(at, 0x3000 + 16 * i);
    writer_.sample(0, at, 0x102, 10 * (i + 1), 10);
  }
  std::vector<std::string> tree = section(lines(), "Call tree");
  size_t last = 0;
  size_t levels = 0;
  for (const std::string& line : tree) {
    size_t indent = line.find("program+");
    if (indent == std::string::npos) continue;  // column names, and what each level does itself
    EXPECT_GT(indent, last) << line;
    last = indent;
    ++levels;
  }
  EXPECT_EQ(levels, 60u);
  EXPECT_LT(last, 150u);
}

TEST_F(Synthetic, ChainsOfSingleChildrenFold) {
  uint32_t at = root_;
  for (uint64_t i = 0; i < 30; ++i) at = frame(at, 0x3000 + 16 * i);
  writer_.sample(0, writer_.node(at, profile::NodeKind::kLeaf, 0x8000), 0x000, 10, 10);
  std::vector<std::string> tree = section(lines(), "Call tree");
  ASSERT_EQ(tree.size(), 3u) << "column names, the chain, what it leads to";
  EXPECT_NE(tree[1].find("program+0x2000 > program+0x2010 > (27 more) > program+0x21d0"), std::string::npos)
      << tree[1];
  EXPECT_NE(tree[2].find("  program+0x7000"), std::string::npos);
  Options whole;
  whole.no_fold = true;
  EXPECT_EQ(section(lines(whole), "Call tree").size(), 32u);
}

TEST(Shortened, TheMiddleGoesAndCharactersStayWhole) {
  EXPECT_EQ(shortened("short", 10), "short");
  EXPECT_EQ(shortened("0123456789abcdef", 11), "0123...cdef");
  std::string accents;
  for (int i = 0; i < 40; ++i) accents += "\u00e9";
  for (size_t most = 10; most < 20; ++most) {
    std::string text = shortened(accents, most);
    EXPECT_LE(text.size(), most);
    EXPECT_EQ(text.find('.') % 2, 0u);
    EXPECT_EQ((text.size() - 3) % 2, 0u);
  }
}

TEST_F(Report, ByWhatIsAsked) {
  Options options;
  options.by = "construct";
  expect_in_order(text(options), {"Constructs\n", "0.600   75.0", "parallel in shapes::region", "x3\n",
                                  "0.200   25.0", "outside of constructs"});
  options.by = "line";
  expect_in_order(text(options), {"Lines\n", "shapes.cc:", "innermost"});
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
  EXPECT_EQ(report.at("format"), 2);
  const json& run = report.at("run");
  EXPECT_EQ(run.at("command"), "./shapes 'one two'");
  EXPECT_DOUBLE_EQ(run.at("elapsed_s").get<double>(), 0.4);
  EXPECT_EQ(run.at("threads"), 2);
  EXPECT_TRUE(run.at("clock").is_string());
  EXPECT_EQ(run.at("samples"), 80);
  EXPECT_EQ(run.at("lost"), 1);
  const json& efficiency = report.at("efficiency");
  EXPECT_DOUBLE_EQ(efficiency.at("parallel").get<double>(), 0.625);
  EXPECT_DOUBLE_EQ(efficiency.at("lost_s").at("imbalance").get<double>(), 0.2);
  EXPECT_DOUBLE_EQ(efficiency.at("lost_s").at("serial code").get<double>(), 0.1);
  EXPECT_EQ(report.at("gains").at(0).at("cause"), "imbalance");
  EXPECT_EQ(report.at("gains").at(1).at("name"), "main");
  EXPECT_EQ(report.at("causes").at(0).at("construct").at("name"), "shapes::region");
  EXPECT_TRUE(report.at("selection").is_null());
  const json& totals = report.at("totals");
  EXPECT_DOUBLE_EQ(totals.at("work_s").get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(totals.at("wait_s").get<double>(), 0.3);
  double states = 0;
  for (const auto& [name, seconds] : totals.at("states").items()) states += seconds.get<double>();
  EXPECT_NEAR(states, 0.8, 1e-9);
  double tree = 0;
  for (const json& node : report.at("tree")) tree += expect_node(node);
  EXPECT_NEAR(tree, 0.8, 1e-9);
  for (const char* list : {"constructs", "lines"}) {
    double sum = 0;
    for (const json& row : report.at(list))
      for (const char* part : {"work_s", "wait_s", "blocked_s", "no_processor_s"})
        sum += row.at(part).get<double>();
    EXPECT_NEAR(sum, 0.8, 1e-9) << list;
  }
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

TEST(CountText, RoundsEstimates) {
  EXPECT_EQ(report::count_text(26'337'539, false), "26337539");
  EXPECT_EQ(report::count_text(26'337'539, true), "~26300000");
  EXPECT_EQ(report::count_text(999'600, true), "~1000000");
  EXPECT_EQ(report::count_text(77, true), "~77");
}

}  // namespace
}  // namespace limpid::cli::report
