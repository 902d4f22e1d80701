// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that control their recording by omp_control_tool, and name their phases: what is left out, and what
// the rest still says.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "recording.h"

namespace limpid::test {
namespace {

uint64_t paused(const profile::Profile& p) {
  uint64_t sum = 0;
  for (const profile::Interval& pause : p.pauses)
    sum += std::min(pause.end_ns, p.finish.time_ns) - pause.begin_ns;
  return sum;
}

uint64_t regions(const profile::Profile& p) {
  uint64_t sum = 0;
  for (const profile::RegionRecord& region : p.regions) sum += region.count;
  return sum;
}

uint64_t tasks(const profile::Profile& p) {
  uint64_t sum = 0;
  for (const profile::TaskRecord& task : p.tasks) sum += task.count;
  return sum;
}

// The recorded part of a time.
uint64_t of_phase(const NamedProfile& p, const std::string& phase, const std::string& function) {
  uint64_t sum = 0;
  for (const profile::Sample& sample : p->samples) {
    const uint64_t begin = sample.time_ns - sample.weight_ns;
    const bool in = std::any_of(p->phases.begin(), p->phases.end(), [&](const profile::Phase& each) {
      return each.name == phase && each.time.begin_ns <= begin && begin < each.time.end_ns;
    });
    if (in && p.path(sample.node).at(0) == function) sum += sample.weight_ns;
  }
  return sum;
}

TEST(Control, PausedTimeIsInNoTotal) {
  const Recording run(Clock::kScripted, "phases", {"between"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  for (const char* answer : {"paused", "again", "started", "restarted"}) EXPECT_EQ(run.number(answer), 0);
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p->pauses.size(), 1u);
  EXPECT_EQ(paused(*p), run.time("g") / 2);
  EXPECT_EQ(p.time({"f"}), run.time("f"));
  EXPECT_EQ(p.time({"g"}), 0u);
  EXPECT_EQ(p.time(), run.time("f"));
  EXPECT_EQ(regions(*p), 4u);
  EXPECT_EQ(tasks(*p), 11u);
  uint64_t elapsed = 0;
  for (const profile::RegionRecord& region : p->regions) elapsed += region.elapsed_ns;
  EXPECT_EQ(elapsed, run.time("f") / 2);
}

TEST(Control, ARegionCanBePausedAndGoOn) {
  const Recording run(Clock::kScripted, "phases", {"within"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p.time({"main", "within", "<parallel>", "f"}), run.time("f"));
  EXPECT_EQ(p.time(), run.time("f"));
  ASSERT_EQ(p->regions.size(), 1u);
  EXPECT_EQ(p->regions[0].count, 1u);
  EXPECT_EQ(p->regions[0].elapsed_ns, run.time("f") / 2);
  // Nothing reaches across the pause.
  ASSERT_EQ(p->pauses.size(), 1u);
  for (const profile::Sample& sample : p->samples) {
    EXPECT_TRUE(sample.time_ns <= p->pauses[0].begin_ns ||
                sample.time_ns - sample.weight_ns >= p->pauses[0].end_ns);
  }
}

TEST(Control, TheProgramStartsAPausedRecording) {
  const Recording run(Clock::kScripted, "phases", {"started"}, {"LIMPID_START=paused"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p.time({"main", "region", "<parallel>", "f"}), run.time("f"));
  EXPECT_EQ(p.time(), run.time("f"));
  EXPECT_EQ(paused(*p), run.time("g") / 2);
  EXPECT_EQ(regions(*p), 1u);
  EXPECT_EQ(tasks(*p), 0u);
}

TEST(Control, WhatIsNeverStartedIsAnEmptyRecording) {
  const Recording run(Clock::kScripted, "phases", {"answers"}, {"LIMPID_START=paused"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  expect_whole_lives(*run.profile());
  EXPECT_EQ(run.profile().time(), 0u);
  EXPECT_EQ(run.profile()->pauses.size(), 1u);
}

TEST(Control, AWrongStartIsNamed) {
  const Recording run(Clock::kScripted, "phases", {"within"}, {"LIMPID_START=later"});
  ASSERT_TRUE(run.exited(0));
  EXPECT_NE(run.messages().find("LIMPID_START=later: expected paused or now"), std::string::npos)
      << run.messages();
  EXPECT_EQ(run.profile().time(), run.time("f"));
}

TEST(Control, AChildInheritsPauseAndPhase) {
  const Recording run(Clock::kScripted, "phases", {"forked"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  ASSERT_EQ(run.profiles().size(), 2u);
  const NamedProfile& child = *run.profiles()[1];
  expect_whole_lives(*child);
  EXPECT_EQ(child.time({"f"}), 2 * 2 * 10 * kMillisecond);
  EXPECT_EQ(child.time(), child.time({"f"}));
  EXPECT_EQ(paused(*child), 10 * kMillisecond);
  ASSERT_EQ(child->phases.size(), 1u);
  EXPECT_EQ(child->phases[0].name, "all");
  EXPECT_EQ(child->phases[0].time.begin_ns, 0u);
}

TEST(Control, AFlushLeavesNothingBehind) {
  const Recording run(Clock::kScripted, "phases", {"flush"});
  ASSERT_TRUE(run.killed_by(SIGKILL)) << run.messages();
  const NamedProfile& p = run.profile();
  EXPECT_FALSE(p->finished);
  EXPECT_EQ(p.time({"f"}), run.time("f"));
  EXPECT_EQ(p.time(), run.time("f"));
  EXPECT_EQ(p->end_ns(), run.time("f") / 2);
  EXPECT_EQ(regions(*p), 2u);
  EXPECT_EQ(tasks(*p), 5u);
}

TEST(Control, TheProgramGoesOnAfterTheEnd) {
  const Recording run(Clock::kScripted, "phases", {"end"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("ended"), 0);
  EXPECT_EQ(run.number("restarted"), 1);
  EXPECT_EQ(run.number("again"), 1);
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(p->finish.reason, static_cast<uint32_t>(profile::FinishReason::kEnded));
  EXPECT_EQ(p.time(), run.time("f"));
  EXPECT_EQ(tasks(*p), 0u);
  EXPECT_TRUE(p->phases.empty());
}

TEST(Control, AnswersAreOpenMPs) {
  const Recording run(Clock::kScripted, "phases", {"answers"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("flush"), 0);
  for (const char* ignored : {"unknown", "negative", "no_name", "no_begin", "never_begun"})
    EXPECT_EQ(run.number(ignored), 1) << ignored;
}

TEST(Phases, SamplesAreInThePhaseOfTheirMoment) {
  const Recording run(Clock::kScripted, "phases", {"named"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  constexpr uint64_t kStep = 2 * 10 * kMillisecond;
  EXPECT_EQ(of_phase(p, "set up", "f"), 3 * kStep);
  EXPECT_EQ(of_phase(p, "solve", "f"), 5 * kStep);
  EXPECT_EQ(of_phase(p, "solve", "g"), 2 * kStep);
  EXPECT_EQ(of_phase(p, "solve", "h"), 1 * kStep);
  EXPECT_EQ(of_phase(p, "exchange", "g"), 3 * kStep);
  EXPECT_EQ(of_phase(p, "exchange", "h"), 0u);
  EXPECT_EQ(p.time({"h"}), 6 * kStep);
  EXPECT_EQ(p->phases.size(), 5u);
  EXPECT_EQ(p->phase_names.size(), 3u);
}

TEST(Phases, WhatIsSeenFirstAfterAPauseIsInItsOwnPhase) {
  const Recording run(Clock::kScripted, "phases", {"changed"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_EQ(of_phase(p, "one", "f"), run.time("f"));
  EXPECT_EQ(of_phase(p, "one", "h"), 0u);
  EXPECT_EQ(of_phase(p, "two", "h"), run.time("h"));
}

// Their number is bounded by what the user lets the file take.
TEST(Phases, AMillionAreCutOffWithAWord) {
  const Recording run(Clock::kScripted, "phases", {"many"}, {"LIMPID_MAX_SIZE=1M"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_GT(p->phases.size(), 10'000u);
  EXPECT_LT(p->phases.size(), 50'000u);
  EXPECT_TRUE(std::any_of(p->notes.begin(), p->notes.end(), [](const std::string& note) {
    return note.find("later phases are not in the file") != std::string::npos;
  }));
  EXPECT_EQ(p.time({"f"}), run.time("f"));
}

}  // namespace
}  // namespace limpid::test
