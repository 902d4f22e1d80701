// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several processes: which of them count, how each ended, and that the summary and the report say the same.
#include "analysis/process.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "record/summary.h"
#include "report/json.h"
#include "report/text.h"
#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

using nlohmann::json;
using profile::FinishReason;
using profile::NodeKind;
using profile::ThreadType;
using test::analyze_files;
using test::ProfileWriter;
using test::ScratchDirectory;

struct Life {
  uint32_t pid;
  uint64_t start_ms;
  uint64_t length_ms;
  bool openmp = true;
  bool finished = true;
  FinishReason reason = FinishReason::kExit;
};

// One thread that works to its end.
std::string bytes_of(const Life& life, const std::string& command = "program") {
  ProfileWriter writer(life.start_ms);
  writer.run(life.pid, -1, life.openmp);
  writer.info("command", command);
  writer.thread(0, ThreadType::kInitial, 0, life.length_ms);
  uint32_t program = writer.node(0, NodeKind::kProgram);
  uint32_t code = writer.node(program, NodeKind::kLeaf, 0x1000);
  writer.sample(0, code, 0x000, life.length_ms, life.length_ms);
  if (life.finished) writer.finish(life.length_ms, life.reason);
  return writer.bytes();
}

class Processes : public testing::Test {
 protected:
  std::string add(const std::string& name, const Life& life, const std::string& command = "program") {
    return scratch_.write(name + ".limpid", bytes_of(life, command));
  }
  ScratchDirectory scratch_;
};

TEST_F(Processes, SummaryAndReportSayTheSame) {
  std::vector<std::string> files = {add("a", {1, 0, 300}), add("b", {2, 100, 500}),
                                    add("shell", {3, 0, 9000, false}, "bash")};
  Analysis result = analyze_files(files);
  EXPECT_EQ(result.totals.times.all_ns(), 800 * test::kMs) << "the shell is left out";
  std::string summary = record::summary(files, Style(false));
  EXPECT_NE(summary.find("work 0.800 s, wait 0.000 s"), std::string::npos) << summary;
  std::string text = report::text_report(result, {}, Style(false));
  EXPECT_NE(text.find("Time  (0.800 s of all threads)"), std::string::npos) << text;
  EXPECT_NE(text.find("left out: 1 process without OpenMP (bash)"), std::string::npos) << text;
  for (const std::string& said : {summary, text})
    EXPECT_NE(said.find("2 threads in 2 processes"), std::string::npos) << said;
  json parsed = json::parse(report::json_report(result));
  EXPECT_DOUBLE_EQ(parsed.at("totals").at("thread_s").get<double>(), 0.8);
}

TEST_F(Processes, OnlyShellsCountWhenNothingElseIsThere) {
  Analysis result = analyze_files({add("shell", {3, 0, 9000, false}, "bash")});
  EXPECT_EQ(result.totals.times.all_ns(), 9000 * test::kMs);
}

TEST_F(Processes, ThreadsAreThoseAliveAtOneTime) {
  // One after the other, but for two.
  Analysis result = analyze_files(
      {add("a", {1, 0, 100}), add("b", {2, 100, 100}), add("c", {3, 200, 100}), add("d", {4, 250, 100})});
  EXPECT_EQ(result.run.threads, 2u);
  EXPECT_EQ(result.run.processes, 4u);
}

TEST_F(Processes, WhatBecameAnotherProgramDidNotBreakOff) {
  Analysis result = analyze_files(
      {add("a", {7, 0, 100, true, false}), add("b", {7, 100, 100, true, false}), add("c", {7, 200, 100})});
  EXPECT_EQ(result.run.processes, 1u) << "a process stays one when it calls exec";
  EXPECT_EQ(result.run.threads, 1u);
  EXPECT_EQ(result.processes[0].ending, Ending::kExec);
  EXPECT_EQ(result.processes[1].ending, Ending::kExec);
  EXPECT_EQ(result.processes[2].ending, Ending::kExit);
  EXPECT_EQ(result.run.unfinished, 0u);
  for (const std::string& note : result.notes) EXPECT_EQ(note.find("broke off"), std::string::npos) << note;
}

TEST_F(Processes, OnlyWhatBrokeOffIsSaidToHaveBrokenOff) {
  struct Case {
    FinishReason reason;
    bool complete;
    const char* note;
  };
  const Case cases[] = {{FinishReason::kAtOnce, true, ""},
                        {FinishReason::kExec, true, ""},
                        {FinishReason::kGone, true, ""},
                        {FinishReason::kStopped, false, "could not grow"}};
  for (const Case& each : cases) {
    Analysis result = analyze_files({add("x", {1, 0, 100, true, true, each.reason})});
    EXPECT_EQ(result.run.unfinished == 0, each.complete);
    bool told = *each.note == '\0';
    for (const std::string& note : result.notes) {
      EXPECT_EQ(note.find("broke off"), std::string::npos) << note;
      told = told || note.find(each.note) != std::string::npos;
    }
    EXPECT_TRUE(told) << each.note;
  }
  EXPECT_EQ(analyze_files({add("y", {1, 0, 100, true, false})}).run.unfinished, 1u);
}

TEST_F(Processes, AreATable) {
  std::vector<std::string> files;
  for (uint32_t i = 0; i < 40; ++i) files.push_back(add(std::to_string(i), {100 + i, i * 10, 10 + i}));
  std::string text = report::text_report(analyze_files(files), {}, Style(false));
  EXPECT_NE(text.find("Processes\n"), std::string::npos);
  EXPECT_NE(text.find("\n       139 "), std::string::npos) << "the heaviest\n" << text;
  EXPECT_EQ(text.find("\n       100 "), std::string::npos) << "the lightest\n" << text;
  EXPECT_NE(text.find("  28 more\n"), std::string::npos) << text;
  EXPECT_EQ(report::text_report(analyze_files({files[0]}), {}, Style(false)).find("Processes\n"),
            std::string::npos);
}

TEST_F(Processes, ThreadsWithoutOpenMpAreNamed) {
  ProfileWriter writer;
  writer.run(1);
  writer.outsider(11, "io", 1500);
  writer.outsider(12, "pool", 500);
  writer.outsider(13, "pool", 0);
  writer.outsider(0, "worker", 700);  // came to OpenMP later
  writer.finish(100);
  Analysis result = analyze_files({scratch_.write("o.limpid", writer.bytes())});
  EXPECT_EQ(result.run.outsiders, 3u);
  EXPECT_EQ(result.notes.front(),
            "3 threads never used OpenMP and are not shown: 2.000 s of processor time (io, pool)");
}

TEST_F(Processes, ThreadsThatOnlyWaitAreLeftOut) {
  ProfileWriter writer;
  writer.run(1);
  const uint32_t program = writer.node(0, profile::NodeKind::kProgram);
  writer.thread(0, profile::ThreadType::kInitial, 0, 1000);
  writer.sample(0, program, 0x000, 1000, 1000);
  for (uint32_t thread : {1u, 2u}) {
    writer.thread(thread, profile::ThreadType::kOther, 0, 1000);
    writer.sample_off(thread, program, 0x102, 1000, 1000, BlockedKind::kPoll);
  }
  writer.sampled_outsider(1, "events", 1000, 9);
  writer.sampled_outsider(2, "io", 1000, 10);
  writer.finish(1000);
  const std::string file = scratch_.write("q.limpid", writer.bytes());
  Analysis result = analyze_files({file});
  EXPECT_EQ(result.run.outsiders, 2u);
  EXPECT_EQ(result.totals.times.all_ns(), 2'000'000'000u) << "one of them works for 1 % of its life";
  EXPECT_EQ(result.threads.size(), 2u);
  EXPECT_EQ(result.notes.front(),
            "1 thread never used OpenMP, only waited, and is not shown: 0.009 s of processor time (events)");
  Options options;
  options.selection.threads = {1};
  EXPECT_EQ(analyze_files({file}, options).totals.times.all_ns(), 1'000'000'000u)
      << "who asks for it sees it";
}

}  // namespace
}  // namespace limpid::cli::analysis
