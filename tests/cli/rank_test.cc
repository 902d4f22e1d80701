// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of many MPI ranks: how they share the work, and that their number costs no memory.
#include "analysis/rank.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "../trace_image.h"
#include "report/json.h"
#include "report/text.h"
#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using profile::NodeKind;
using profile::ThreadType;
using test::analyze_files;
using test::ProfileWriter;
using test::ScratchDirectory;

constexpr uint64_t kMpiBase = 0x20000000;
constexpr uint16_t kWorks = 0x001;
constexpr uint16_t kBarrier = 0x011;

// A rank of `length_ms`: in one region thread 0 works `work_ms`, the others a half of it; then thread 0 is in MPI to
// the end.
std::string rank_bytes(int32_t rank, uint32_t threads, uint64_t work_ms, uint64_t length_ms) {
  ProfileWriter writer;
  writer.run(1000 + static_cast<uint32_t>(rank), rank);
  writer.info("command", "hybrid");
  writer.info("host", "node");
  writer.module(kMpiBase, kMpiBase, kMpiBase + 0x1000, "/usr/lib/libmpi.so.40");
  for (uint32_t i = 0; i < threads; ++i)
    writer.thread(i, i == 0 ? ThreadType::kInitial : ThreadType::kWorker, 0, length_ms);
  const uint32_t program = writer.node(0, NodeKind::kProgram);
  const uint32_t main = writer.node(program, NodeKind::kFrame, 0x1000);
  const uint32_t region = writer.node(main, NodeKind::kParallel, 0x1100);
  const uint32_t body = writer.node(region, NodeKind::kLeaf, 0x1200);
  const uint32_t mpi = writer.node(main, NodeKind::kLeaf, kMpiBase + 0x10);
  writer.sample(0, body, kWorks, work_ms, work_ms);
  writer.sample(0, mpi, 0x000, length_ms, length_ms - work_ms);
  for (uint32_t i = 1; i < threads; ++i) {
    writer.sample(i, body, kWorks, work_ms / 2, work_ms / 2);
    writer.sample(i, region, kBarrier, work_ms, work_ms - work_ms / 2);
    writer.sample(i, program, 0x100, length_ms, length_ms - work_ms);
  }
  writer.region(region, 1, work_ms, threads);
  writer.finish(length_ms);
  return writer.bytes();
}

// The two threads have a lock by turns: a trace of many stretches, in which the path goes to and fro.
std::string trace_of(int32_t rank) {
  using trace::EventKind;
  test::TraceImage image;
  image.header().pid = 1000 + static_cast<uint32_t>(rank);
  const auto put = [&](uint32_t thread, uint64_t ns, EventKind kind, uint64_t id, uint64_t other,
                       uint8_t detail = 0, uint32_t place = 0) {
    image.add(thread, {ns, id, other, 2, place, thread, kind, detail});
  };
  put(0, 1, EventKind::kImplicitBegin, 1, 0);
  put(0, 2, EventKind::kParallelBegin, 2, 1, 0, 3);
  for (uint32_t thread = 0; thread < 2; ++thread) put(thread, 3, EventKind::kImplicitBegin, 3 + thread, 2);
  for (uint64_t round = 0; round < 250; ++round) {
    for (uint32_t thread = 0; thread < 2; ++thread) {
      const uint64_t ns = 10 + round * 100'000 + thread * 50'000;
      put(thread, ns, EventKind::kMutexAcquire, 0, 0x1000, 5, 2);
      put(thread, ns + 10'000, EventKind::kMutexAcquired, 0, 0x1000, 5);
      put(thread, ns + 60'000, EventKind::kMutexReleased, 0, 0x1000, 5, 2);
    }
  }
  for (uint32_t thread = 0; thread < 2; ++thread)
    put(thread, 40'000'000, EventKind::kImplicitEnd, 3 + thread, 2);
  put(0, 40'000'001, EventKind::kParallelEnd, 2, 1);
  put(0, 40'000'002, EventKind::kImplicitEnd, 1, 0);
  const std::vector<std::byte> bytes = image.bytes();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

class Ranks : public testing::Test {
 protected:
  // Rank i works (i + 1) x 100 ms of 400.
  Analysis four() {
    std::vector<std::string> files;
    for (int32_t rank = 0; rank < 4; ++rank)
      files.push_back(scratch_.write("r" + std::to_string(rank) + ".limpid",
                                     rank_bytes(rank, 2, 100 + 100 * static_cast<uint64_t>(rank), 400)));
    return analyze_files(files);
  }
  ScratchDirectory scratch_;
};

TEST_F(Ranks, ShareTheWorkBesideTheirThreads) {
  const Analysis result = four();
  ASSERT_EQ(result.ranks.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    const Rank& rank = result.ranks[i];
    EXPECT_EQ(rank.rank, static_cast<int32_t>(i));
    EXPECT_EQ(rank.threads, 2u);
    EXPECT_EQ(rank.end_ns - rank.begin_ns, 400 * test::kMs);
    EXPECT_EQ(rank.times.work_ns, (i + 1) * 150 * test::kMs);
    EXPECT_EQ(rank.mpi_ns, (3 - i) * 100 * test::kMs);
    EXPECT_EQ(rank.busy_ns(), rank.times.work_ns) << "being in MPI is waiting for others";
  }
  EXPECT_DOUBLE_EQ(result.ranks[3].between_threads.balance(), 0.75) << "400 ms and 200 ms";
  const Shares shares = shares_of(result.ranks);
  EXPECT_EQ(shares.busiest, 3);
  EXPECT_EQ(shares.most_ns, 600 * test::kMs);
  EXPECT_DOUBLE_EQ(shares.balance(), 0.625) << "150, 300, 450 and 600 ms";
  EXPECT_EQ(gain_of(result.ranks), (600 - 375) / 2 * test::kMs + test::kMs / 2) << "of two threads";
  ASSERT_EQ(result.regions.size(), 1u);
  EXPECT_EQ(result.regions[0].ranks.members, 4u);
  EXPECT_DOUBLE_EQ(result.regions[0].ranks.balance(), 0.625);
  EXPECT_EQ(result.regions[0].threads, 8u);
  EXPECT_DOUBLE_EQ(result.regions[0].balance, 1500.0 / 8 / 400);
}

TEST_F(Ranks, AreInTextAndJson) {
  const Analysis result = four();
  const std::string text = report::text_report(result, {}, Style(false));
  EXPECT_NE(
      text.find("MPI ranks  (balance 0.62: of work and blocking calls other than MPI's 0.375 s in the mean, "
                "0.600 s in rank 3)"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("balance  ranks    count"), std::string::npos) << text;
  EXPECT_NE(text.find("0.113 s  imbalance between MPI ranks: rank 3 has 0.600 s to do, the mean 0.375 s"),
            std::string::npos)
      << text;
  const json parsed = json::parse(report::json_report(result));
  EXPECT_DOUBLE_EQ(parsed.at("rank_balance").at("balance").get<double>(), 0.625);
  EXPECT_EQ(parsed.at("rank_balance").at("busiest"), 3);
  ASSERT_EQ(parsed.at("ranks").size(), 4u);
  EXPECT_DOUBLE_EQ(parsed["ranks"][1].at("mpi_s").get<double>(), 0.2);
  EXPECT_DOUBLE_EQ(parsed["ranks"][1].at("work_s").get<double>(), 0.3);
  EXPECT_DOUBLE_EQ(parsed["regions"][0].at("ranks").at("balance").get<double>(), 0.625);
}

// Of a program that uses MPI alone, no thread is OpenMP's.
TEST_F(Ranks, WithoutOpenMpShareAsWell) {
  std::vector<std::string> files;
  for (int32_t rank = 0; rank < 2; ++rank) {
    ProfileWriter writer;
    writer.run(10 + static_cast<uint32_t>(rank), rank, false);
    writer.thread(0, ThreadType::kUnknown, 0, 400);
    const uint32_t code = writer.node(writer.node(0, NodeKind::kProgram), NodeKind::kLeaf, 0x1000);
    writer.sample(0, code, 0x000, 100 + 300 * static_cast<uint64_t>(rank),
                  100 + 300 * static_cast<uint64_t>(rank));
    writer.finish(400);
    files.push_back(scratch_.write("r" + std::to_string(rank) + ".limpid", writer.bytes()));
  }
  EXPECT_DOUBLE_EQ(shares_of(analyze_files(files).ranks).balance(), 0.625);
}

TEST_F(Ranks, ARunWithoutThemSaysNothing) {
  const Analysis result = analyze_files({scratch_.write("one.limpid", test::KnownRun().bytes())});
  EXPECT_TRUE(result.ranks.empty());
  EXPECT_EQ(report::text_report(result, {}, Style(false)).find("rank"), std::string::npos);
  const json parsed = json::parse(report::json_report(result));
  EXPECT_TRUE(parsed.at("rank_balance").is_null());
  EXPECT_TRUE(parsed["regions"][0].at("ranks").is_null());
}

TEST_F(Ranks, ManyAreATableOfBothEnds) {
  std::vector<std::string> files;
  for (int32_t rank = 0; rank < 20; ++rank)
    files.push_back(scratch_.write("r" + std::to_string(rank) + ".limpid",
                                   rank_bytes(rank, 2, 100 + static_cast<uint64_t>(rank), 400)));
  const Analysis result = analyze_files(files);
  const std::string text = report::text_report(result, {}, Style(false));
  const std::string table =
      text.substr(text.find("MPI ranks"), text.find("Processes") - text.find("MPI ranks"));
  EXPECT_NE(table.find("\n      19 "), std::string::npos) << table;
  EXPECT_NE(table.find("\n       0 "), std::string::npos) << table;
  EXPECT_EQ(table.find("\n      10 "), std::string::npos) << table;
  EXPECT_NE(table.find("(8 more)"), std::string::npos) << table;
}

TEST_F(Ranks, OfOneProgramHaveTheirPlacesOnce) {
  std::vector<std::string> files;
  std::vector<size_t> places;
  for (int32_t rank = 0; rank < 3; ++rank) {
    files.push_back(scratch_.write("r" + std::to_string(rank) + ".limpid", rank_bytes(rank, 2, 100, 400)));
    scratch_.write("r" + std::to_string(rank) + ".limpid-trace", trace_of(rank));
    Options traced;
    traced.traces = true;
    const Analysis result = analyze_files(files, traced);
    ASSERT_EQ(result.traced.size(), files.size());
    const uint32_t region = result.traced.back().places.of(3);
    ASSERT_LT(region, result.places.size());
    EXPECT_EQ(result.tree.at(result.places[region].node).key.kind, Tree::Kind::kRegion);
    EXPECT_EQ(result.traced.back().places.of(99), PlacesOfProcess::kNone);
    places.push_back(result.places.size());
  }
  EXPECT_EQ(places, std::vector<size_t>(3, places.front()));
}

// Peak memory of `limpid` with these arguments, in bytes; what it writes goes nowhere.
uint64_t peak_of(const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(LIMPID_COMMAND)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    execv(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  EXPECT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << arguments.front() << " " << status;
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

// One command; `{}` is the directory with the files, `{out}` a place to write to.
struct ManyCase {
  const char* name;
  std::vector<std::string> arguments;
  int32_t few = 10;
  bool traced = false;
};

void PrintTo(const ManyCase& command, std::ostream* out) {
  *out << command.name;
}

class ManyRanks : public testing::TestWithParam<ManyCase> {
 protected:
  static constexpr int32_t kMany = 1000;
  static constexpr uint64_t kSamples =
      2000;  // of each rank: all of them at once are more than the limit below

  std::string directory(int32_t ranks) const { return scratch_.join("of" + std::to_string(ranks)); }

  void make(int32_t ranks) const {
    fs::create_directory(directory(ranks));
    for (int32_t rank = 0; rank < ranks; ++rank) {
      const std::string name = "of" + std::to_string(ranks) + "/r" + std::to_string(rank) + ".limpid";
      scratch_.write(name, bytes_of(rank));
      if (GetParam().traced) scratch_.write(name + trace::kNameSuffix, trace_of(rank));
    }
  }

  static std::string bytes_of(int32_t rank) {
    ProfileWriter writer;
    writer.run(1000 + static_cast<uint32_t>(rank), rank);
    writer.info("command", "hybrid");
    writer.thread(0, ThreadType::kInitial, 0, kSamples);
    writer.thread(1, ThreadType::kWorker, 0, kSamples);
    const uint32_t program = writer.node(0, NodeKind::kProgram);
    const uint32_t main = writer.node(program, NodeKind::kFrame, 0x1000);
    const uint32_t region = writer.node(main, NodeKind::kParallel, 0x1100);
    std::vector<uint32_t> leaves;
    for (uint64_t i = 0; i < 50; ++i) leaves.push_back(writer.node(region, NodeKind::kLeaf, 0x2000 + i * 64));
    for (uint64_t round = 1; round <= kSamples / 2; ++round) {
      const bool waits = round % 3 == 0;
      writer.sample(0, leaves[round % leaves.size()], kWorks, round * 2, 2);
      writer.sample(1, waits ? region : leaves[round % 7], waits ? kBarrier : kWorks, round * 2, 2);
    }
    writer.region(region, 1, kSamples, 2);
    writer.finish(kSamples);
    return writer.bytes();
  }

  uint64_t peak_for(int32_t ranks) const {
    std::vector<std::string> arguments = GetParam().arguments;
    for (std::string& word : arguments) {
      if (word == "{}") word = directory(ranks);
      if (word == "{out}") word = scratch_.join("out" + std::to_string(ranks));
    }
    return peak_of(arguments);
  }

  ScratchDirectory scratch_;
};

// Rows of files and threads are all that may grow.
TEST_P(ManyRanks, CostNoMemory) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "what was freed is kept for a while";
#endif
#ifndef LIMPID_HAS_OTF2
  if (GetParam().name == std::string("Otf2")) GTEST_SKIP() << "built without libotf2";
#endif
  const std::string page = fs::path(LIMPID_COMMAND).parent_path() / "../share/limpid/page/page.html";
  if (std::string(GetParam().name).ends_with("Page") && !fs::exists(page))
    GTEST_SKIP() << "built without pages";
  const int32_t few = GetParam().few;
  make(few);
  make(kMany);
  const uint64_t least = peak_for(few);
  const uint64_t most = peak_for(kMany);
  std::printf("%.1f MiB for %d ranks, %.1f MiB for %d\n", static_cast<double>(least) / 1048576, few,
              static_cast<double>(most) / 1048576, kMany);
  EXPECT_LT(most, 3 * least);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, ManyRanks,
    testing::Values(ManyCase{"Report", {"report", "{}"}}, ManyCase{"Json", {"report", "--json", "{}"}},
                    ManyCase{"Timeline", {"report", "--timeline", "{}"}},
                    // A page has more of a short run than a long one, up to what a screen holds.
                    ManyCase{"Page", {"report", "--html", "{out}", "{}"}, 300},
                    ManyCase{"TracedJson", {"report", "--json", "{}"}, 300, true},
                    ManyCase{"TracedPage", {"report", "--html", "{out}", "{}"}, 300, true},
                    ManyCase{"Diff", {"diff", "{}", "{}"}}, ManyCase{"Scale", {"scale", "{}", "{}"}},
                    ManyCase{"Folded", {"export", "--folded", "{}"}},
                    ManyCase{"Speedscope", {"export", "--speedscope", "{}"}},
                    ManyCase{"Hatchet", {"export", "--hatchet", "{}"}},
                    ManyCase{"Pprof", {"export", "--pprof", "{}"}},
                    ManyCase{"Perfetto", {"export", "--perfetto", "{}"}},
                    ManyCase{"Otf2", {"export", "--otf2", "-o", "{out}", "{}"}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace limpid::cli::analysis
