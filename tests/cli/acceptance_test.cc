// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the profiler has to be able to do, on programs of known truth (README.md has the list). They are recorded by the
// product's recorder with its clocks as a script (tests/recorder/scripted), so that their truth is exact on any machine.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/sections.h"
#include "support/files.h"
#include "support/profile_writer.h"

namespace limpid::cli {
namespace {

using nlohmann::json;
using test::fixture;
using test::Outcome;

class Acceptance : public testing::Test {
 protected:
  // Records a program into NAME.limpid. `settings`: variables of the recorder.
  void record(const std::string& name, const std::string& program, const std::string& arguments,
              const std::string& settings = "") {
    const Outcome run =
        shell("LD_LIBRARY_PATH=" LIMPID_TEST_RUNTIME " LD_PRELOAD=" LIMPID_TEST_SCRIPTED_RECORDER
              " OMP_WAIT_POLICY=passive " +
              settings + " LIMPID_OUTPUT=" + name + ".limpid " + fixture(program) + " " + arguments);
    ASSERT_EQ(run.exit, 0) << run.err;
    out_ = run.out;
  }
  Outcome shell(const std::string& command) { return test::shell(command, scratch_.path()); }
  Outcome limpid(const std::string& arguments) {
    return shell(std::string(LIMPID_COMMAND) + " " + arguments);
  }
  json parsed(const std::string& arguments) {
    const Outcome outcome = limpid(arguments);
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return json::parse(outcome.out);
  }
  json report(const std::string& name) { return parsed("report --json " + name + ".limpid"); }

  // The line of a fixture's source that has this text.
  static int line_of(const std::string& source, const std::string& text) {
    std::ifstream file(std::string(LIMPID_SOURCE "/tests/") + source);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.find(text) != std::string::npos) return number;
    }
    ADD_FAILURE() << source << " has no line with " << text;
    return 0;
  }

  test::ScratchDirectory scratch_;
  std::string out_;
};

// Time in frames, of all locations together, by the events that otf2-print lists: `ENTER  0  100000000  Region: ...`.
double otf2_seconds(const std::string& events) {
  std::map<size_t, std::pair<int, uint64_t>> open;  // by location: how deep, and since when at all
  double ns = 0;
  std::istringstream lines(events);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string event;
    size_t location = 0;
    uint64_t time = 0;
    words >> event >> location >> time;
    auto& [depth, since] = open[location];
    if (event == "ENTER" && depth++ == 0) since = time;
    if (event == "LEAVE" && --depth == 0) ns += static_cast<double>(time - since);
  }
  return ns / 1e9;
}

TEST_F(Acceptance, Row2NoProcessorIsItsOwnClass) {
  ASSERT_NO_FATAL_FAILURE(record("share", "truths", "share 8"));
  const json totals = report("share").at("totals");
  // Of the first period of a thread nothing is known.
  EXPECT_NEAR(totals.at("no_processor_s").get<double>() / totals.at("thread_s").get<double>(), 0.74, 0.03);
  EXPECT_NEAR(totals.at("work_s").get<double>() + totals.at("no_processor_s").get<double>(), 8.0, 1e-6);
}

TEST_F(Acceptance, Row2BlockedIsItsOwnClass) {
  ASSERT_NO_FATAL_FAILURE(record("join", "truths", "join"));
  const json told = report("join");
  const json& totals = told.at("totals");
  EXPECT_NEAR(totals.at("blocked").at("join"), 0.2, 1e-6) << "main() in pthread_join";
  EXPECT_NEAR(totals.at("states").at("serial work"), 0.2, 1e-6) << "its own work, just as long";
  double sum = 0;
  for (const json& thread : told.at("threads")) {
    if (thread.at("kind") != "initial") continue;
    for (const char* kind : {"work_s", "wait_s", "blocked_s", "no_processor_s"})
      sum += thread.at(kind).get<double>();
    EXPECT_NEAR(thread.at("life_s"), sum, 1e-6) << "the classes add up to the thread's life";
  }
}

TEST_F(Acceptance, Row3TheSlowedRegionIsFirst) {
  ASSERT_NO_FATAL_FAILURE(record("before", "truths", "regions 0"));
  ASSERT_NO_FATAL_FAILURE(record("after", "truths", "regions 30"));
  const json diff = parsed("diff --json before.limpid after.limpid");
  const json& regions = diff.at("regions");
  ASSERT_EQ(regions.size(), 20u);
  for (size_t i = 0; i < regions.size(); ++i) {
    const json& row = regions[i];
    if (i == 0) {
      EXPECT_EQ(row.at("line"), line_of("cli/fixtures/truths.c", "// slowed"));
      EXPECT_EQ(row.at("verdict"), "slower");
      EXPECT_NEAR(row.at("change_percent"), 30, 3);
    } else {
      EXPECT_EQ(row.at("verdict"), "same") << row.dump();
    }
  }
  EXPECT_EQ(limpid("diff --fail-over 5 before.limpid after.limpid").exit, 1);
  EXPECT_EQ(limpid("diff --fail-over 5 before.limpid before.limpid").exit, 0);
}

TEST_F(Acceptance, Row3ScaleFindsTheSerialPart) {
  std::string files;
  for (const char* threads : {"1", "2", "4", "8"}) {
    ASSERT_NO_FATAL_FAILURE(record(std::string("t") + threads, "truths", std::string("amdahl ") + threads));
    files += std::string(" t") + threads + ".limpid";
  }
  const json scaling = parsed("scale --json" + files);
  EXPECT_NEAR(scaling.at("serial_part").get<double>() * 100, 10, 1) << scaling.dump(1);
  const json& model = scaling.at("model");
  for (const json& step : scaling.at("steps")) {
    const double threads = step.at("threads");
    const double predicted =
        model.at("serial_s").get<double>() + model.at("parallel_s").get<double>() / threads;
    EXPECT_NEAR(predicted / (0.8 * (0.1 + 0.9 / threads)), 1, 0.05) << step.dump();
  }
}

// What Hatchet's GraphFrame.from_literal() asks of a literal; prints the time of all nodes.
constexpr const char* kReadLiteral = R"py(import ast, sys
def time(node):
    assert set(node) <= {"frame", "metrics", "children"}, node.keys()
    assert isinstance(node["frame"]["name"], str) and isinstance(node["frame"]["type"], str)
    assert {"time", "time (inc)"
} <= set(node["metrics"])
    return node["metrics"]["time"] + sum(time(child) for child in node.get("children", []))
print(sum(time(root) for root in ast.literal_eval(open(sys.argv[1]).read()))))py";

// The same recording in each format, added up by the format's own reader where there is one here.
TEST_F(Acceptance, Row4EveryExportAddsUp) {
  ASSERT_NO_FATAL_FAILURE(record("run", "steps", "idle"));
  const double all = report("run").at("totals").at("thread_s");
  ASSERT_GT(all, 0);
  const auto expect_all = [&](double seconds, const char* format) {
    EXPECT_NEAR(seconds / all, 1, 0.001) << format << " has " << seconds << " s of " << all;
  };

  std::istringstream folded(limpid("export --folded run.limpid").out);
  double ns = 0;
  for (std::string line; std::getline(folded, line);) ns += std::stod(line.substr(line.rfind(' ')));
  expect_all(ns / 1e9, "folded");

  const json speedscope = parsed("export --speedscope run.limpid").at("profiles").at(0);
  ns = 0;
  for (const json& weight : speedscope.at("weights")) ns += weight.get<double>();
  expect_all(ns / 1e9, "speedscope");
  expect_all(speedscope.at("endValue").get<double>() / 1e9, "speedscope's end");

  ASSERT_EQ(limpid("export --hatchet -o run.hatchet run.limpid").exit, 0);
  const Outcome literal = shell(std::string("python3 -c '") + kReadLiteral + "' run.hatchet");
  ASSERT_EQ(literal.exit, 0) << literal.err;
  expect_all(std::stod(literal.out), "hatchet");

  double seconds = 0;
  if (shell("command -v go").exit == 0) {
    ASSERT_EQ(limpid("export --pprof -o run.pb.gz run.limpid").exit, 0);
    const std::string top = shell("go tool pprof -unit=ms -top run.pb.gz").out;
    ASSERT_EQ(sscanf(top.c_str() + top.find(" of "), " of %lfms total", &seconds), 1) << top;
    expect_all(seconds / 1e3, "pprof");
  }
  if (limpid("export --otf2 -o archive run.limpid").exit == 0 && shell("command -v otf2-print").exit == 0)
    expect_all(otf2_seconds(shell("otf2-print archive/traces.otf2").out), "OTF2");
}

// Thread 1 has less to do than thread 0: in each of five rounds of 200 ms it waits from a moment on that is ever earlier.
TEST_F(Acceptance, Row6StretchesOfWaitingAreInTheTimeline) {
  test::ProfileWriter writer;
  writer.run(1);
  writer.thread(0, profile::ThreadType::kInitial, 0, 1000);
  writer.thread(1, profile::ThreadType::kWorker, 0, 1000);
  const uint32_t program = writer.node(0, profile::NodeKind::kProgram);
  const uint32_t region = writer.node(program, profile::NodeKind::kParallel, 0x1000);
  const uint32_t body = writer.node(region, profile::NodeKind::kLeaf, 0x2000);
  std::string truth(100, '#');
  for (uint64_t ms = 5; ms <= 1000; ms += 5) {
    const bool waits = (ms - 1) % 200 >= 160 - (ms - 1) / 200 * 30;
    writer.sample(0, body, 0x001, ms, 5);
    writer.sample(1, waits ? region : body, waits ? 0x011 : 0x001, ms, 5);
    if (waits) truth[(ms - 1) / 10] = '.';
  }
  writer.finish(1000);
  scratch_.write("known.limpid", writer.bytes());
  const Outcome outcome = limpid("report --timeline known.limpid");
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  const auto row_of = [&](const std::string& thread) {
    const std::string begin = "\n        " + thread + "  ";
    const size_t at = outcome.out.find(begin, outcome.out.find("Timeline"));
    return at == std::string::npos ? "" : outcome.out.substr(at + begin.size(), 100);
  };
  EXPECT_EQ(row_of("0"), std::string(100, '#')) << outcome.out;
  const std::string shown = row_of("1");
  ASSERT_EQ(shown.size(), truth.size()) << outcome.out;
  int changes = 0;
  for (size_t i = 0; i < truth.size(); ++i) {
    changes += i > 0 && shown[i] != shown[i - 1];
    const std::string near = truth.substr(i == 0 ? 0 : i - 1, 3);
    EXPECT_NE(near.find(shown[i]), std::string::npos) << "slot " << i << "\n" << truth << "\n" << shown;
  }
  EXPECT_EQ(changes, 9) << "five stretches, the last one to the end: " << shown;
}

TEST_F(Acceptance, Row7AStormOfRegionsIsToldWithSeconds) {
  ASSERT_NO_FATAL_FAILURE(record("storm", "truths", "storm 400"));
  const json told = report("storm");
  ASSERT_EQ(told.at("advice").size(), 1u) << told.at("advice").dump(1);
  const json& advice = told["advice"][0];
  EXPECT_EQ(advice.at("kind"), "short regions");
  EXPECT_GE(advice.at("gain_s"), 0.0004) << "a microsecond for each start, at least";
  EXPECT_NE(advice.at("finding").get<std::string>().find("ran 400 times for 4 us each"), std::string::npos)
      << advice.at("finding");
  EXPECT_NE(advice.at("remedy").get<std::string>().find("fewer threads"), std::string::npos);
}

TEST_F(Acceptance, Row7ACleanProgramGetsNoAdvice) {
  ASSERT_NO_FATAL_FAILURE(record("clean", "truths", "clean"));
  EXPECT_EQ(report("clean").at("advice"), json::array());
}

TEST_F(Acceptance, Row8ThreadsWithoutOpenMpAreSampled) {
  ASSERT_NO_FATAL_FAILURE(record("pthreads", "truths", "pthreads"));
  const json told = report("pthreads");
  double in_function = 0;
  for (const json& function : told.at("functions")) {
    if (function.at("name") == "heavy_in_pthread") in_function += function.at("total_s").get<double>();
  }
  EXPECT_NEAR(in_function, 0.4, 1e-6) << told.at("functions").dump(1);
  int others = 0;
  for (const json& thread : told.at("threads")) {
    if (thread.at("kind") != "other") continue;
    ++others;
    // The script counts the step in which a thread wakes up as one without a processor.
    EXPECT_NEAR(thread.at("work_s").get<double>() + thread.at("no_processor_s").get<double>(), 0.2, 1e-6);
  }
  EXPECT_EQ(others, 2) << told.at("threads").dump(1);
  EXPECT_NEAR(told.at("totals").at("blocked").at("join").get<double>(), 0.2, 1e-6);
}

TEST_F(Acceptance, Row9LinesOfAFunctionAddUp) {
  ASSERT_NO_FATAL_FAILURE(record("lines", "steps", "direct"));
  double f_ms = 0, g_ms = 0;
  ASSERT_EQ(sscanf(out_.c_str(), "f %lf g %lf", &f_ms, &g_ms), 2) << out_;
  const Outcome outcome = limpid("annotate f lines.limpid");
  ASSERT_EQ(outcome.exit, 0) << outcome.err;
  // work s, %, line, source; the last line has the sum.
  double sum = 0, all = 0, hottest = 0;
  int hottest_line = 0;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    double work = 0, percent = 0;
    int number = 0;
    if (line.ends_with("  all")) {
      ASSERT_EQ(sscanf(line.c_str(), "%lf", &all), 1) << line;
    } else if (line.size() > 10 && line[8] != ' ' &&
               sscanf(line.c_str(), "%lf %lf %d", &work, &percent, &number) == 3) {
      sum += work;
      if (work <= hottest) continue;
      hottest = work;
      hottest_line = number;
    }
  }
  EXPECT_NEAR(all, f_ms / 1000, 0.0006) << outcome.out;
  EXPECT_NEAR(sum, all, 0.003) << "each line is rounded\n" << outcome.out;
  const int begin = line_of("recorder/programs/steps.c", "void f(int threads) {");
  EXPECT_EQ(hottest_line, begin + 1) << "the line with the step\n" << outcome.out;
}

// The longer side of a diamond made faster: until the other side is the longer one the run gains what the part does,
// then nothing more. What a change is said to bring is what the changed program takes.
TEST_F(Acceptance, Row12ThePathAndWhatAChangeWouldBring) {
  const auto trace_of = [&](const std::string& name, const std::string& options) {
    return parsed("report --json " + options + " " + name + ".limpid").at("trace").at(0);
  };
  const auto record_with = [&](int factor) {
    const std::string word = std::to_string(factor);
    record("by" + word, "truths", "diamond " + word, "LIMPID_TRACE=on");
  };
  ASSERT_NO_FATAL_FAILURE(record_with(1));
  const json before = trace_of("by1", "");
  EXPECT_NEAR(before.at("elapsed_s"), 0.08, 1e-6);
  EXPECT_NEAR(before.at("work_s"), 0.1, 1e-6);
  EXPECT_NEAR(before.at("span_s"), 0.08, 1e-6);
  std::map<int, double> path;  // seconds of work by line
  for (const json& row : before.at("path")) {
    if (row.at("kind") == "work")
      path[row.at("line").is_null() ? 0 : row.at("line").get<int>()] = row["seconds"];
  }
  const auto task_before = [&](const char* code) { return line_of("cli/fixtures/truths.c", code) - 1; };
  EXPECT_NEAR(path[task_before("part(longer, shorter);")], 0.06, 1e-6) << before.at("path").dump(1);
  EXPECT_EQ(path[task_before("other_part(shorter, longer);")], 0) << before.at("path").dump(1);
  for (const int factor : {2, 3, 6}) {
    ASSERT_NO_FATAL_FAILURE(record_with(factor));
    const std::string word = std::to_string(factor);
    const json change = trace_of("by1", "--what-if part=" + word).at("what_if").at(0);
    EXPECT_NEAR(change.at("affected_s"), 0.06, 1e-6);
    const double truth = trace_of("by" + word, "").at("elapsed_s");
    EXPECT_NEAR(truth, 0.02 + std::max(0.06 / factor, 0.02), 1e-6);
    EXPECT_NEAR(change.at("predicted_s"), truth, 1e-6) << "part() " << factor << " times as fast";
  }
}

}  // namespace
}  // namespace limpid::cli
