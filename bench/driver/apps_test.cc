// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "apps.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "transfer.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

// Scripts name no runtime, so they run on anything.
void write_script(const fs::path& file, const std::string& text) {
  std::ofstream(file) << "#!/bin/sh\n" << text << "\n";
  fs::permissions(file, fs::perms::owner_all);
}

std::vector<Runtime> two_runtimes() {
  return {{"limpid", "", "/nowhere", Runtime::Role::kSubject},
          {"libgomp", "", "/nowhere", Runtime::Role::kPeer}};
}

struct Trial {
  std::vector<AppVerdict> verdicts;
  std::string printed;
};

Trial run_script(const std::string& text, const AppsPlan& apps) {
  const ScratchFolder folder;
  write_script(folder.path() / "script", text);
  std::ofstream(folder.path() / "data") << "no program";
  testing::internal::CaptureStdout();
  Trial run;
  run.verdicts = measure_apps(programs_in_folder(folder.path(), ""), two_runtimes(), apps, {});
  print_apps_summary(run.verdicts, two_runtimes());
  run.printed = testing::internal::GetCapturedStdout();
  return run;
}

TEST(TurnsOfRound, AreAllOrdersOfThree) {
  std::set<std::vector<std::size_t>> orders;
  for (int round = 0; round < 6; ++round) orders.insert(turns_of_round(round, 3));
  EXPECT_EQ(orders.size(), 6u);
  EXPECT_EQ(turns_of_round(1, 2), (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(turns_of_round(5, 1), std::vector<std::size_t>{0});
}

TEST(Apps, CompareWhatEnds) {
  AppsPlan apps;
  apps.rounds = 3;
  apps.side_by_side = true;
  const Trial run = run_script("exit 0", apps);
  ASSERT_EQ(run.verdicts.size(), 1u);
  const AppVerdict& verdict = run.verdicts.front();
  EXPECT_FALSE(verdict.failed()) << run.printed;
  EXPECT_EQ(verdict.runs[1].rounds.size(), 3u);
  EXPECT_GT(verdict.runs[0].rounds[0].minor_faults, 0);
  EXPECT_GT(verdict.runs[0].rounds[0].peak_mb, 0);
  EXPECT_TRUE(verdict.wall.ratio.has_value());
  EXPECT_LE(verdict.interval.low, verdict.interval.high);
  EXPECT_EQ(verdict.transfers.size(), transfer_ns(Plan().cpus) ? 3u : 0u);
  EXPECT_NE(run.printed.find("transfer ns"), std::string::npos) << run.printed;
}

TEST(Apps, NameAProgramThatFailsAndGoOn) {
  AppsPlan apps;
  apps.rounds = 2;
  const Trial run = run_script("[ \"$OMP_NUM_THREADS\" != 2 ] || { echo bad sum >&2; exit 3; }", apps);
  EXPECT_TRUE(run.verdicts.front().failed());
  EXPECT_FALSE(run.verdicts.front().wall.ratio.has_value());
  EXPECT_NE(run.printed.find("script failed on limpid: ended with status 3: bad sum"), std::string::npos)
      << run.printed;
  EXPECT_NE(run.printed.find("script, 2 threads on libgomp"), std::string::npos) << run.printed;
}

TEST(Apps, KillWhatDoesNotEnd) {
  AppsPlan apps;
  apps.rounds = 1;
  apps.patience = std::chrono::seconds(1);
  const Trial run = run_script("exec sleep 100000", apps);
  EXPECT_NE(run.printed.find("script failed on libgomp: not at its end after 1 s"), std::string::npos)
      << run.printed;
}

TEST(AppVerdict, IsSurelySlowWhenItsWholeIntervalIsUnderOne) {
  AppVerdict verdict;
  verdict.wall.ratio = 0.9;
  verdict.interval = {0.8, 0.99};
  EXPECT_TRUE(verdict.is_surely_slow());
  verdict.interval.high = 1.01;
  EXPECT_FALSE(verdict.is_surely_slow());
}

TEST(Programs, NeedAFolderWithPrograms) {
  const ScratchFolder folder;
  EXPECT_THROW(programs_in_folder(folder.path() / "absent", ""), std::runtime_error);
  EXPECT_THROW(programs_in_folder(folder.path(), ""), std::runtime_error);
}

}  // namespace
}  // namespace bench
