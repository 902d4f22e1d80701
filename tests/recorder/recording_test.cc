// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole recordings: is what the file says what the program did? Programs measure themselves, because the
// machine may be busy; shares are compared, with room for the sampling's own error.
#include <gtest/gtest.h>
#include <omp-tools.h>

#include <cmath>

#include "recording.h"

namespace limpid::test {
namespace {

// Three points, or four standard errors of a share seen in this many observations.
double tolerance(double share, long observations) {
  return std::max(0.03, 4 * std::sqrt(share * (1 - share) / static_cast<double>(std::max(observations, 1l))));
}

class Split : public ::testing::TestWithParam<const char*> {};

// On a busy machine a run may see little of f and g, or miss what others' work took of them in turn: then
// there are more, up to four, and they are taken together.
TEST_P(Split, IsReportedAsItWas) {
  double f = 0, g = 0, true_f = 0, true_g = 0, truth = 0;
  long observations = 0;
  const auto is_right = [&] { return std::abs(f / (f + g) - truth) < tolerance(truth, observations); };
  for (int runs = 0; runs < 4 && (observations < 1500 || !is_right()); ++runs) {
    const Recording run("split", {GetParam()}, {"LIMPID_FREQUENCY=1000"});
    ASSERT_TRUE(run.exited(0)) << run.messages();
    const NamedProfile& p = run.profile();
    expect_whole_lives(*p);
    f += p.seconds({"<parallel>", "f"});
    g += p.seconds({"<parallel>", "g"});
    true_f += run.number("f");
    true_g += run.number("g");
    observations += p.observations({"f"}) + p.observations({"g"});
    truth = true_f / (true_f + true_g);
  }
  ASSERT_GT(f + g, 0);
  EXPECT_NEAR(f / (f + g), truth, tolerance(truth, observations)) << observations << " observations";
}

INSTANTIATE_TEST_SUITE_P(Modes, Split, ::testing::Values("direct", "task", "nested"),
                         [](const auto& it) { return std::string(it.param); });

TEST(Recording, PutsTasksAndNestedRegionsUnderTheirCreators) {
  const Recording tasks("split", {"task"});
  ASSERT_TRUE(tasks.exited(0));
  const double in_f = tasks.profile().seconds({"f"});
  EXPECT_NEAR(tasks.profile().seconds({"main", "<parallel>", "in_tasks", "<task>", "both", "f"}), in_f,
              0.02 * in_f);
  const Recording nested("split", {"nested"});
  ASSERT_TRUE(nested.exited(0));
  const double in_nested_f = nested.profile().seconds({"f"});
  EXPECT_NEAR(nested.profile().seconds({"main", "<parallel>", "<parallel>", "both", "f"}), in_nested_f,
              0.02 * in_nested_f);
}

TEST(Recording, InlinedCodeIsTheCallers) {
  const Recording run("split", {"inline"});
  ASSERT_TRUE(run.exited(0));
  EXPECT_GT(run.profile().seconds({"main", "<parallel>", "both_inlined"}),
            0.8 * (run.number("f") + run.number("g")) - 0.1);
}

TEST(Recording, TellsCallersOfEqualDepthApart) {
  const Recording run("callers", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  EXPECT_NE(run.output().find("fib 6765"), std::string::npos);
  std::map<std::string, uint64_t> counts;
  for (const profile::RegionRecord& r : p->regions) {
    const auto path = p.path(r.node);
    EXPECT_EQ(path.at(0), "<parallel>");
    if (std::find(path.begin(), path.end(), "left") != path.end()) counts["left"] += r.count;
    if (std::find(path.begin(), path.end(), "right") != path.end()) counts["right"] += r.count;
    EXPECT_LE(r.shortest_ns * r.count, r.elapsed_ns + r.count);
    EXPECT_GE(r.longest_ns * r.count + r.count, r.elapsed_ns);
    EXPECT_EQ(r.actual_size, 2u);
    EXPECT_NEAR(static_cast<double>(r.capacity_ns), 2.0 * static_cast<double>(r.elapsed_ns), 100.0);
  }
  EXPECT_EQ(counts["left"], 150u);
  EXPECT_EQ(counts["right"], 150u);
}

TEST(Recording, RecursiveTasksHaveFewContexts) {
  const Recording run("callers", {"20"});
  ASSERT_TRUE(run.exited(0));
  uint64_t created = 0;
  for (const profile::TaskRecord& t : run.profile()->tasks) created += t.count;
  EXPECT_EQ(created, 2 * (10946u - 1));  // fib(20) creates two tasks per call with n >= 2
  EXPECT_EQ(run.profile()->counters.tasks, created);
  EXPECT_LE(run.profile()->tasks.size(), 32u);
}

TEST(Recording, WaitingIsWaitingAndChargedToTheHolder) {
  const Recording run("hold", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  const double total = static_cast<double>(p->end_ns()) * 2e-9;
  EXPECT_NEAR(p.seconds({"<parallel>", "waiter"}, ompt_state_wait_lock), run.number("waited"), 0.03 * total);
  EXPECT_NEAR(p.seconds({"<parallel>", "sleeper"}), run.number("slept"), 0.03 * total);
  uint64_t blamed = 0;
  for (const profile::BlameRecord& b : p->blames) {
    blamed += b.wait_ns;
    EXPECT_EQ(b.kind, static_cast<uint32_t>(ompt_mutex_lock));
  }
  EXPECT_NEAR(static_cast<double>(blamed) * 1e-9, run.number("waited"), 0.05 * total);
  for (const profile::Sample& s : p->samples) {
    if (s.state == ompt_state_wait_lock) {
      EXPECT_NE(s.wait_id, 0u);
    }
  }
}

TEST(Recording, SleepsAreNotCutShort) {
  const Recording run("naps", {}, {"LIMPID_FREQUENCY=2000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("early"), 0) << run.messages();
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  // Asleep from the user's own code: found with its stack.
  EXPECT_GT(p.seconds({"main", "nap_poll"}), 0.02);
  EXPECT_GT(p.seconds({"main", "<parallel>", "nap_nanosleep"}), 0.2);
}

TEST(Recording, LivesWithTheProgramsSignals) {
  const Recording run("signals", {}, {"LIMPID_FREQUENCY=1000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_NE(run.output().find("ticks enough"), std::string::npos);
  expect_whole_lives(*run.profile());
  EXPECT_FALSE(run.profile()->notes.empty()) << "one thread blocks all signals: that must be said";
  EXPECT_GT(run.profile().seconds({"<parallel>", "work"}), 0.5);
}

TEST(Recording, ASignalOfTheUsersChoice) {
  const Recording run("ends", {"return"}, {"LIMPID_SIGNAL=RTMIN+4"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(static_cast<int>(run.profile()->run.sample_signal), SIGRTMIN + 4);
  EXPECT_GT(run.profile().seconds({"<parallel>", "work"}), 0.5);
}

TEST(Recording, FollowsLibrariesThatComeAndGo) {
  const Recording run("plugins", {program_path("plugin.so")}, {"LIMPID_FREQUENCY=1000"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("loads"), 1);
  const NamedProfile& p = run.profile();
  const double work = p.seconds({"<parallel>", "main._omp_fn.0"}, ompt_state_work_parallel);
  const double named = p.seconds({"<parallel>", "main._omp_fn.0", "plugin_spin"}, ompt_state_work_parallel) +
                       p.seconds({"<parallel>", "main._omp_fn.0", "now"}, ompt_state_work_parallel);
  EXPECT_GT(work, 0);
  EXPECT_GT(named, 0.9 * work);
}

TEST(Recording, ManyThreads) {
  const Recording run("crowd", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_EQ(run.number("count"), 5 * 300 + 40 * 2);
  EXPECT_GE(run.profile()->threads.size(), 300u);
  expect_whole_lives(*run.profile());
}

TEST(Recording, BecomesTotalsWhenTheBudgetIsUsedUp) {
  const Recording run("split", {"direct"}, {"LIMPID_FREQUENCY=5000", "LIMPID_MAX_SIZE=16k"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  expect_whole_lives(*run.profile());
  const auto& samples = run.profile()->samples;
  EXPECT_TRUE(std::any_of(samples.begin(), samples.end(), [](const profile::Sample& s) {
    return (s.flags & static_cast<uint16_t>(profile::SampleFlag::kAggregated)) != 0;
  }));
  EXPECT_FALSE(run.profile()->notes.empty());
}

TEST(Recording, CarriesItsMetadata) {
  const Recording run("ends", {"return", "an argument"}, {"OMP_DYNAMIC=false"});
  ASSERT_TRUE(run.exited(0));
  const profile::Profile& p = *run.profile();
  EXPECT_EQ(p.text("command"),
            program_path("ends") + std::string(1, '\0') + "return" + std::string(1, '\0') + "an argument");
  EXPECT_EQ(p.text("env:OMP_DYNAMIC"), "false");
  EXPECT_EQ(p.text("callback:parallel_begin"), "always");
  EXPECT_FALSE(p.text("runtime").empty());
  EXPECT_FALSE(p.text("host").empty());
  EXPECT_NE(p.run.runtime_connected_ns, 0u);
  EXPECT_EQ(p.run.requested_mhz, 200000u);
  EXPECT_GT(p.counters.ticks, 0u);
  EXPECT_GT(p.counters.sampler_cpu_ns, 0u);
  EXPECT_EQ(p.finish.reason, static_cast<uint32_t>(profile::FinishReason::kExit));
}

TEST(Recording, WrongSettingsAreNamedAndDefaultsUsed) {
  const Recording run("ends", {"return"},
                      {"LIMPID_FREQUENCY=often", "LIMPID_SIGNAL=KILL", "LIMPID_MAX_SIZE=3x"});
  ASSERT_TRUE(run.exited(0));
  for (const char* text : {"LIMPID_FREQUENCY=often", "LIMPID_SIGNAL=KILL", "LIMPID_MAX_SIZE=3x"}) {
    EXPECT_NE(run.messages().find(text), std::string::npos) << run.messages();
  }
  EXPECT_EQ(run.profile()->run.requested_mhz, 200000u);
}

}  // namespace
}  // namespace limpid::test
