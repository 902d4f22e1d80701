// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose time is a script pauses its recording and names its phases; the report has to leave out what
// was paused and to tell phases apart, to the last digit.
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "support/files.h"

namespace limpid::cli {
namespace {

using nlohmann::json;
using test::Outcome;

constexpr double kStep = 0.01;  // s; of the program

class Phases : public testing::Test {
 protected:
  void run(const std::string& mode, const std::string& environment = "") {
    const Outcome run =
        test::shell(environment +
                        " LD_LIBRARY_PATH=" LIMPID_TEST_RUNTIME " LD_PRELOAD=" LIMPID_TEST_SCRIPTED_RECORDER
                        " LIMPID_OUTPUT=p.limpid OMP_WAIT_POLICY=passive " +
                        test::fixture("phases") + " " + mode,
                    scratch_.path());
    ASSERT_EQ(run.exit, 0) << run.err;
  }

  json report(const std::string& options = "") const {
    const Outcome shown = limpid("report --json " + options + " p.limpid");
    EXPECT_EQ(shown.exit, 0) << shown.err;
    return shown.exit == 0 ? json::parse(shown.out) : json();
  }

  Outcome limpid(const std::string& arguments) const {
    return test::shell(LIMPID_COMMAND " " + arguments, scratch_.path());
  }

  static double self(const json& report, const std::string& function) {
    double sum = 0;
    for (const json& row : report.at("functions")) {
      if (row.at("name") == function) sum += row.at("self_s").get<double>();
    }
    return sum;
  }

  static void expect(const json& reported, double scripted, const char* what) {
    EXPECT_NEAR(reported.get<double>(), scripted, 1e-9) << what;
  }

  test::ScratchDirectory scratch_;
};

TEST_F(Phases, PausedTimeIsInNoNumber) {
  ASSERT_NO_FATAL_FAILURE(run("between"));
  const json all = report();
  expect(all.at("run").at("elapsed_s"), 5 * kStep, "elapsed");
  expect(all.at("run").at("paused_s"), 4 * kStep, "paused");
  EXPECT_EQ(all.at("run").at("pauses"), 1);
  expect(all.at("totals").at("thread_s"), 2 * 5 * kStep, "thread time");
  expect(all.at("totals").at("work_s"), 2 * 5 * kStep, "work");
  expect(all.at("efficiency").at("parallel"), 1, "efficiency");
  expect(all.at("efficiency").at("unknown_s"), 0, "unknown");
  EXPECT_EQ(self(all, "g"), 0);
  double lives = 0;
  for (const json& thread : all.at("threads")) lives += thread.at("life_s").get<double>();
  expect(lives, 2 * 5 * kStep, "lives");
  const std::string text = limpid("report p.limpid").out;
  EXPECT_NE(text.find("(and 0.040 s paused)"), std::string::npos) << text;
  EXPECT_NE(text.find("paused     0.040 s in 1 stretch, which are in no number above"), std::string::npos)
      << text;
  EXPECT_NE(limpid("info p.limpid").out.find("0.050 s, and 0.040 s paused"), std::string::npos);
}

// Moments are those of the run, pauses included.
TEST_F(Phases, TheTimelineKeepsItsTime) {
  ASSERT_NO_FATAL_FAILURE(run("between"));
  const json after = report("--from 0.07");
  expect(after.at("run").at("elapsed_s"), 2 * kStep, "behind the pause");
  expect(after.at("totals").at("work_s"), 2 * 2 * kStep, "behind the pause");
  const json before = report("--to 0.05");
  expect(before.at("run").at("elapsed_s"), 3 * kStep, "up to the pause");
}

TEST_F(Phases, AreListedAndSelected) {
  ASSERT_NO_FATAL_FAILURE(run("named"));
  const json all = report();
  const json& phases = all.at("phases");
  ASSERT_EQ(phases.size(), 3u);
  const struct {
    const char* name;
    int count;
    double elapsed, f, g, h;
  } kTruth[] = {{"set up", 1, 3, 3, 0, 0}, {"solve", 2, 8, 5, 2, 1}, {"exchange", 2, 3, 0, 3, 0}};
  for (size_t i = 0; i < phases.size(); ++i) {
    SCOPED_TRACE(kTruth[i].name);
    EXPECT_EQ(phases[i].at("name"), kTruth[i].name);
    EXPECT_EQ(phases[i].at("count"), kTruth[i].count);
    expect(phases[i].at("elapsed_s"), kTruth[i].elapsed * kStep, "elapsed");
    expect(phases[i].at("work_s"), 2 * kTruth[i].elapsed * kStep, "work");
    const json part = report("--phase '" + std::string(kTruth[i].name) + "'");
    EXPECT_EQ(part.at("selection").at("phase"), kTruth[i].name);
    expect(part.at("run").at("elapsed_s"), kTruth[i].elapsed * kStep, "selected: elapsed");
    expect(part.at("totals").at("work_s"), 2 * kTruth[i].elapsed * kStep, "selected: work");
    EXPECT_NEAR(self(part, "f"), 2 * kTruth[i].f * kStep, 1e-9);
    EXPECT_NEAR(self(part, "g"), 2 * kTruth[i].g * kStep, 1e-9);
    EXPECT_NEAR(self(part, "h"), 2 * kTruth[i].h * kStep, 1e-9);
  }
}

TEST_F(Phases, OtherCommandsSelectThem) {
  ASSERT_NO_FATAL_FAILURE(run("named"));
  const std::string folded = limpid("export --folded --phase exchange p.limpid").out;
  EXPECT_NE(folded.find(";g 60000000"), std::string::npos) << folded;
  EXPECT_EQ(folded.find(";f "), std::string::npos) << folded;
  const Outcome same = limpid("diff --json --phase solve p.limpid p.limpid");
  EXPECT_EQ(same.exit, 0) << same.err;
  EXPECT_NE(same.out.find("0.08"), std::string::npos) << same.out;
  EXPECT_NE(limpid("annotate --phase 'set up' g p.limpid").exit, 0);
}

TEST_F(Phases, AnUnknownOneIsNamedWithThoseThatThereAre) {
  ASSERT_NO_FATAL_FAILURE(run("named"));
  const Outcome wrong = limpid("report --phase slove p.limpid");
  EXPECT_EQ(wrong.exit, 1);
  EXPECT_NE(wrong.err.find("no phase `slove`: there are set up, solve, exchange"), std::string::npos)
      << wrong.err;
  ASSERT_NO_FATAL_FAILURE(run("within"));
}

TEST_F(Phases, WhatWasNeverStartedSaysSo) {
  ASSERT_NO_FATAL_FAILURE(run("answers", "LIMPID_START=paused"));
  const Outcome shown = limpid("report p.limpid");
  EXPECT_EQ(shown.exit, 0) << shown.err;
  EXPECT_NE(shown.out.find("the recording was paused all the time"), std::string::npos) << shown.out;
  EXPECT_EQ(limpid("report --phase x p.limpid").err,
            "limpid: no phase `x`: the program names none (limpid.h)\n");
}

TEST_F(Phases, ARecordingThatWasEndedIsWhole) {
  ASSERT_NO_FATAL_FAILURE(run("end"));
  const json all = report();
  EXPECT_EQ(all.at("processes").at(0).at("end"), "ended");
  EXPECT_TRUE(all.at("run").at("complete"));
  expect(all.at("totals").at("work_s"), 2 * 3 * kStep, "work");
}

}  // namespace
}  // namespace limpid::cli
