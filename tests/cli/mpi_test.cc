// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of Open MPI, of a program with OpenMP regions whose shares are known (fixtures/hybrid.c).
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/command.h"
#include "support/files.h"

namespace limpid::cli {
namespace {

using nlohmann::json;
using test::fixture;

const std::string kMpirun = LIMPID_TEST_MPIRUN;
using test::kLimpid;

class Mpi : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (kMpirun.empty()) GTEST_SKIP() << "no Open MPI here (Debian: libopenmpi-dev openmpi-bin)";
  }
  std::string ranks() const { return std::to_string(GetParam()); }
  test::Outcome shell(const std::string& command) {
    return test::shell("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 " + command,
                       scratch_.path());
  }
  std::string started() const { return kMpirun + " --oversubscribe -np " + ranks() + " "; }
  json report(const std::string& files) {
    const test::Outcome shown = shell(kLimpid + " report --json " + files);
    EXPECT_EQ(shown.exit, 0) << shown.err;
    return json::parse(shown.out);
  }

  test::ScratchDirectory scratch_;
};

// Time is a script: each rank's numbers are exact, on any machine.
TEST_P(Mpi, WhatEachRankDid) {
  const test::Outcome run =
      shell(started() +
            "env LD_LIBRARY_PATH=" LIMPID_TEST_RUNTIME " LD_PRELOAD=" LIMPID_TEST_SCRIPTED_RECORDER
            " LIMPID_OUTPUT=hybrid.r%r.limpid OMP_WAIT_POLICY=passive " +
            fixture("hybrid") + " script");
  ASSERT_EQ(run.exit, 0) << run.err;
  const json told = report("hybrid.*.limpid");
  const int ranks = GetParam();
  ASSERT_EQ(told.at("ranks").size(), static_cast<size_t>(ranks));
  for (int i = 0; i < ranks; ++i) {
    const json& rank = told["ranks"][static_cast<size_t>(i)];
    EXPECT_EQ(rank.at("rank"), i);
    EXPECT_EQ(rank.at("threads"), 2);
    EXPECT_NEAR(rank.at("work_s"), 0.03 * (i + 1), 1e-9);
    EXPECT_NEAR(rank.at("wait_s"), 0.01 * (i + 1), 1e-9);
    EXPECT_NEAR(rank.at("thread_balance"), 0.75, 1e-9) << "two pieces and one";
  }
  const json& balance = told.at("rank_balance");
  EXPECT_EQ(balance.at("busiest"), ranks - 1);
  EXPECT_NEAR(balance.at("balance"), (ranks + 1) / 2.0 / ranks, 1e-9) << "1, 2, ... pieces";
  ASSERT_EQ(told.at("regions").size(), 1u);
  EXPECT_NEAR(told["regions"][0].at("ranks").at("balance"), (ranks + 1) / 2.0 / ranks, 1e-9);
  EXPECT_EQ(told["regions"][0].at("count"), ranks);
}

// In real time, as a user records it. That ranks wait for each other is told by the program's own clock; beyond it a
// rank is in MPI while that starts and ends.
TEST_P(Mpi, ARecordingSeesRanksWaitForEachOther) {
  const test::Outcome run = shell(kLimpid + " record -o ranks/ " + started() + fixture("hybrid") + " 0.02");
  ASSERT_EQ(run.exit, 0) << run.err;
  EXPECT_NE(run.err.find("in " + ranks() + " processes"), std::string::npos) << run.err;
  const json told = report("ranks");
  ASSERT_EQ(told.at("ranks").size(), static_cast<size_t>(GetParam())) << run.err;
  std::istringstream lines(run.out);
  int rank = 0;
  double in_mpi = 0;
  size_t compared = 0;
  for (std::string line; std::getline(lines, line);) {
    if (sscanf(line.c_str(), "rank %d mpi %lf", &rank, &in_mpi) != 2) continue;
    const json& row = told["ranks"].at(static_cast<size_t>(rank));
    // Polling for the others it may lack a processor.
    const double seen = row.at("mpi_s").get<double>() + row.at("no_processor_s").get<double>();
    EXPECT_GT(seen, in_mpi / 2) << line << "\n" << row.dump();
    ++compared;
  }
  EXPECT_EQ(compared, static_cast<size_t>(GetParam())) << run.out;
  EXPECT_GT(told.at("totals").at("blocked").at("mpi"), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Ranks, Mpi, testing::Values(2, 16));

}  // namespace
}  // namespace limpid::cli
