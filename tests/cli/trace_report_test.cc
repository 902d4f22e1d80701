// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a program whose task graph is known to the report's section Trace. How long its parts take is left to the
// machine: what must hold is compared with what the trace itself says they took.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "base/failure.h"
#include "support/command.h"
#include "support/files.h"
#include "trace/result.h"

namespace limpid::cli {
namespace {

using nlohmann::json;
using test::fixture;
using test::Outcome;

using test::kLimpid;

class TraceReport : public testing::Test {
 protected:
  void record(const std::string& arguments) {
    const Outcome run = test::shell(
        kLimpid + " record --trace -o x.limpid " + fixture("traced") + " " + arguments, scratch_.path());
    ASSERT_EQ(run.exit, 0) << run.err;
  }
  Outcome report(const std::string& options) {
    return test::shell(kLimpid + " report " + options + " x.limpid", scratch_.path());
  }
  json trace(const std::string& options = "") {
    const Outcome run = report("--json " + options);
    EXPECT_EQ(run.exit, 0) << run.err;
    const json all = json::parse(run.out).at("trace");
    EXPECT_EQ(all.size(), 1u);
    return all.at(0);
  }
  static double sum(const json& rows, const char* member) {
    double sum = 0;
    for (const json& row : rows) sum += row.at(member).get<double>();
    return sum;
  }
  static double path_seconds(const json& trace, const std::string& construct,
                             const std::string& kind = "work") {
    double sum = 0;
    for (const json& row : trace.at("path")) {
      if (row.at("construct") == construct && row.at("kind") == kind) sum += row.at("seconds").get<double>();
    }
    return sum;
  }

  // The line of the program's directive with this remark.
  static int line_of(const std::string& remark) {
    std::ifstream file(LIMPID_SOURCE "/tests/cli/fixtures/traced.c");
    int number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.find(remark) != std::string::npos) return number;
    }
    ADD_FAILURE() << "no " << remark;
    return 0;
  }

  test::ScratchDirectory scratch_;
};

// Which side the path goes through is the machine's to say: a thread may come late to the shorter one. It is the side that
// ended last, or both where one thread had to run them one after the other; and the first task is not on it where the thread
// that ran the side came only after that one's end. (Where time is a script the answer is one:
// Acceptance.Row12ThePathAndWhatAChangeWouldBring.)
TEST_F(TraceReport, OfADiamondThePathHasItsEndsAndASide) {
  record("diamond");
  const int longer = line_of("// [long]");
  const json all = trace("--what-if traced.c:" + std::to_string(longer) + "=1000");
  EXPECT_EQ(all.at("known").at("lost"), 0);
  EXPECT_EQ(all.at("known").at("tasks_without_end"), 0);
  EXPECT_NEAR(sum(all.at("path"), "seconds"), all.at("elapsed_s").get<double>(), 1e-6);
  EXPECT_EQ(all.at("tasks").at("created"), 4);
  std::map<int, double> took;  // by line
  for (const json& row : all.at("grains")) {
    EXPECT_EQ(row.at("count"), 1) << row;
    took[row.at("line")] = row.at("sum_s");
  }
  ASSERT_EQ(took.size(), 4u) << all.at("grains");
  const double of_longer = took.at(longer), of_shorter = took.at(line_of("// [short]"));
  const double of_first = took.at(line_of("// [first]"));
  const double path = path_seconds(all, "task") - took.at(line_of("// [last]"));
  const bool came_late = path_seconds(all, "parallel", "late wake-up") > 0;
  const auto is = [&](double seconds) {
    return std::abs(path - of_first - seconds) < 1e-6 || (came_late && std::abs(path - seconds) < 1e-6);
  };
  EXPECT_TRUE(is(of_longer) || is(of_shorter) || is(of_longer + of_shorter))
      << path << " is none of " << of_longer << " and " << of_shorter << "\n"
      << all.at("path").dump(1);
  EXPECT_LE(all.at("span_s"), all.at("work_s"));
  const json& change = all.at("what_if").at(0);
  EXPECT_NEAR(change.at("affected_s").get<double>(), of_longer, 1e-6);
  EXPECT_NEAR(all.at("work_s").get<double>() - change.at("work_s").get<double>(), of_longer * 0.999, 1e-6);
  EXPECT_LE(change.at("predicted_s"), all.at("elapsed_s"));
}

TEST_F(TraceReport, RegionsAndSerialCodeAddUpToTheWork) {
  record("forkjoin");
  const json all = trace();
  ASSERT_EQ(all.at("regions").size(), 1u);
  const json& region = all.at("regions").at(0);
  EXPECT_EQ(region.at("count"), 5);
  EXPECT_EQ(region.at("name"), "forkjoin");
  EXPECT_LT(region.at("work_s"), all.at("work_s"));
  // Serial code is in both alike. A thread that is late for the next region can keep some of it off the path.
  const double serial = all.at("work_s").get<double>() - region.at("work_s").get<double>();
  EXPECT_NEAR(serial, all.at("span_s").get<double>() - region.at("span_s").get<double>(), 1e-6);
  EXPECT_LE(path_seconds(all, "serial code"), serial + 1e-6);
  EXPECT_TRUE(all.at("replay").at("whole"));
}

TEST_F(TraceReport, ALockIsHeldByOneAtATime) {
  record("critical");
  const json all = trace();
  ASSERT_EQ(all.at("locks").size(), 1u);
  const json& lock = all.at("locks").at(0);
  EXPECT_EQ(lock.at("construct"), "critical");
  EXPECT_EQ(lock.at("hold").at("count"), 20);
  EXPECT_NEAR(lock.at("hold").at("sum_s").get<double>(), all.at("held_s").get<double>(), 1e-3);
  EXPECT_GE(all.at("replay").at("elapsed_s"), all.at("held_s"));
}

TEST_F(TraceReport, TheTextSaysWorkSpanAndPath) {
  record("tasks 15");
  const Outcome run = report("");
  EXPECT_EQ(run.exit, 0) << run.err;
  for (const char* words :
       {"\nTrace  (", "parallelism", "critical path", "what if", "task in fib", "grain sizes"})
    EXPECT_NE(run.out.find(words), std::string::npos) << words << "\n" << run.out;
  EXPECT_EQ(report("--thread 0").out.find("\nTrace  ("), std::string::npos) << "it is about the whole run";
}

TEST_F(TraceReport, WrongChangesAreExplained) {
  record("tasks 10");
  const Outcome nobody = report("--what-if nobody=2");
  EXPECT_EQ(nobody.exit, kExitBadInput);
  EXPECT_NE(nobody.err.find("--what-if nobody: nothing of that name took time"), std::string::npos)
      << nobody.err;
  for (const char* word : {"fib", "fib=", "=2", "fib=0", "fib=-1", "fib=2x"}) {
    const Outcome run = report(std::string("--what-if ") + word);
    EXPECT_EQ(run.exit, kExitBadUsage) << word;
    EXPECT_NE(run.err.find("expected NAME=FACTOR"), std::string::npos) << run.err;
  }
  EXPECT_EQ(report("--what-if fib=2 --thread 0").exit, kExitBadUsage);
  test::shell("rm x.limpid-trace", scratch_.path());
  const Outcome gone = report("");
  EXPECT_EQ(gone.exit, 0) << gone.err;
  EXPECT_NE(gone.out.find("was traced, but x.limpid-trace is not beside it"), std::string::npos) << gone.out;
}

}  // namespace
}  // namespace limpid::cli
