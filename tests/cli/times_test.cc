// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The four classes of a thread's time: work, wait, blocked, no processor. Each sum is kept, everywhere.
#include "analysis/times.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "analysis/blocked.h"
#include "report/json.h"
#include "report/text.h"
#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

using nlohmann::json;
using profile::NodeKind;
using profile::ThreadType;
using test::analyze_files;
using test::ProfileWriter;
using test::ScratchDirectory;

using test::kMs;
constexpr uint64_t kProgramCode = 0x1000000, kLibcCode = 0x2000000, kMpiCode = 0x3000000;

// 400 ms of two threads, in one region.
//
//   thread 0  100 work, 300 running of which 200 without a processor
//   thread 1  100 asleep in usleep(), 50 in a futex of the user's, 50 in MPI, 200 at the barrier
class FourClasses : public testing::Test {
 protected:
  FourClasses() {
    ProfileWriter writer;
    writer.run(1);
    writer.module(kProgramCode, kProgramCode, kProgramCode + 0x1000, "/nowhere/program");
    writer.module(kLibcCode, kLibcCode, kLibcCode + 0x1000, "/nowhere/libc.so.6");
    writer.module(kMpiCode, kMpiCode, kMpiCode + 0x1000, "/nowhere/libmpi.so.40");
    writer.thread(0, ThreadType::kInitial, 0, 400);
    writer.thread(1, ThreadType::kWorker, 0, 400);
    uint32_t program = writer.node(0, NodeKind::kProgram);
    uint32_t main = writer.node(program, NodeKind::kFrame, kProgramCode + 0x10);
    region_ = writer.node(main, NodeKind::kParallel, kProgramCode + 0x20);
    uint32_t body = writer.node(region_, NodeKind::kFrame, kProgramCode + 0x30);
    uint32_t leaf = writer.node(region_, NodeKind::kLeaf, kProgramCode + 0x40);
    uint32_t usleep = writer.node(body, NodeKind::kFrame, kLibcCode + 0x10);
    uint32_t nanosleep = writer.node(usleep, NodeKind::kLeaf, kLibcCode + 0x20);
    uint32_t mpi_recv = writer.node(body, NodeKind::kFrame, kMpiCode + 0x10);
    uint32_t in_mpi = writer.node(mpi_recv, NodeKind::kFrame, kMpiCode + 0x20);
    uint32_t poll = writer.node(in_mpi, NodeKind::kLeaf, kLibcCode + 0x30);
    writer.sample(0, leaf, 0x001, 100, 100);
    writer.sample_off(0, leaf, 0x001, 400, 300, BlockedKind::kNone, 200);
    writer.sample_off(1, nanosleep, 0x001, 100, 100, BlockedKind::kSleep);
    writer.sample_off(1, nanosleep, 0x001, 150, 50, BlockedKind::kFutex);
    writer.sample(1, poll, 0x001, 200, 50);
    // A wait needs no processor, and what the runtime's thread is asleep in is not the user's.
    writer.sample_off(1, region_, 0x011, 400, 200, BlockedKind::kSleep);
    writer.region(region_, 1, 400, 2);
    writer.counters(160, 0);
    writer.finish(400);
    file_ = scratch_.write("four.limpid", writer.bytes());
    analysis_ = analyze_files({file_});
  }

  static void expect(const Times& times, uint64_t work, uint64_t wait, uint64_t blocked, uint64_t none) {
    EXPECT_EQ(times.work_ns, work * kMs);
    EXPECT_EQ(times.wait_ns, wait * kMs);
    EXPECT_EQ(times.blocked_ns, blocked * kMs);
    EXPECT_EQ(times.no_processor_ns, none * kMs);
  }

  ScratchDirectory scratch_;
  std::string file_;
  uint32_t region_ = 0;
  Analysis analysis_;
};

TEST_F(FourClasses, AddUpToTheThreadsLives) {
  expect(analysis_.totals.times, 200, 200, 200, 200);
  ASSERT_EQ(analysis_.threads.size(), 2u);
  expect(analysis_.threads[0].times, 200, 0, 0, 200);
  expect(analysis_.threads[1].times, 0, 200, 200, 0);
  for (const Thread& thread : analysis_.threads) EXPECT_EQ(thread.times.all_ns(), thread.life_ns);
  ASSERT_EQ(analysis_.regions.size(), 1u);
  expect(analysis_.regions[0].times, 200, 200, 200, 200);
  // 200 ms of work there, 200 ms of sleep here: as much was asked of both threads.
  EXPECT_DOUBLE_EQ(analysis_.regions[0].balance, 1.0);
}

TEST_F(FourClasses, BlockedTimeHasItsKind) {
  const auto& kinds = analysis_.totals.by_blocked;
  EXPECT_EQ(kinds.at(BlockedKind::kSleep), 100 * kMs);
  EXPECT_EQ(kinds.at(BlockedKind::kFutex), 50 * kMs);
  EXPECT_EQ(kinds.at(kMpi), 50 * kMs) << "polling in the MPI library is no work";
  EXPECT_EQ(kinds.size(), 3u);
}

const Tree::Node* find(const Tree& tree, const std::string& name) {
  for (uint32_t i = 0; i < tree.size(); ++i) {
    if (tree.at(i).key.name == name && tree.at(i).total_ns > 0) return &tree.at(i);
  }
  return nullptr;
}

TEST_F(FourClasses, TheTreeShowsThemUnderTheUsersCode) {
  const Tree& tree = analysis_.tree;
  expect(tree.at(Tree::kRoot).times, 200, 200, 200, 200);
  const Tree::Node* sleep = find(tree, "<sleep>");
  ASSERT_NE(sleep, nullptr);
  EXPECT_EQ(sleep->key.kind, Tree::Kind::kBlocked);
  EXPECT_EQ(tree.at(sleep->parent).key.name, "program+0x2f") << "not the C library's own frames";
  const Tree::Node* mpi = find(tree, "<MPI>");
  ASSERT_NE(mpi, nullptr);
  EXPECT_EQ(tree.at(mpi->parent).key.name, "libmpi.so.40+0xf") << "the routine that was called";
  const Tree::Node* none = find(tree, "<no processor>");
  ASSERT_NE(none, nullptr);
  EXPECT_EQ(none->self_ns, 200 * kMs);
  EXPECT_EQ(tree.at(none->parent).self_ns, 200 * kMs);
}

TEST_F(FourClasses, JsonHasThemEverywhere) {
  json report = json::parse(report::json_report(analysis_));
  std::function<void(const json&)> check = [&](const json& node) {
    double sum = node.at("work_s").get<double>() + node.at("wait_s").get<double>() +
                 node.at("blocked_s").get<double>() + node.at("no_processor_s").get<double>();
    EXPECT_NEAR(sum, node.contains("thread_s") ? node.at("thread_s").get<double>() : sum, 1e-9);
    EXPECT_GT(sum, 0);
  };
  check(report.at("totals"));
  check(report.at("regions").at(0));
  check(report.at("threads").at(1));
  check(report.at("processes").at(0));
  EXPECT_DOUBLE_EQ(report.at("totals").at("thread_s").get<double>(), 0.8);
  EXPECT_DOUBLE_EQ(report.at("totals").at("blocked").at("sleep").get<double>(), 0.1);
  const json& main = report.at("tree").at(0);
  EXPECT_DOUBLE_EQ(main.at("blocked_s").get<double>(), 0.2);
  EXPECT_DOUBLE_EQ(main.at("no_processor_s").get<double>(), 0.2);
}

TEST_F(FourClasses, TheReportNamesTheMachine) {
  std::string text = report::text_report(analysis_, {}, Style(false));
  EXPECT_NE(text.find("  blocked                                0.200 s   25.0 %\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  no processor                           0.200 s   25.0 %\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("ready to work without a processor for 0.200 s"), std::string::npos) << text;
}

// While one thread is asleep in a call of its own the other waits for it: nothing ran.
TEST_F(FourClasses, NobodyRanOutOfWorkWhileALibraryFunctionRan) {
  std::string text = report::text_report(analysis_, {}, Style(false));
  EXPECT_EQ(text.find("while libc"), std::string::npos) << text;
  ProfileWriter writer;
  writer.run(1);
  writer.module(kProgramCode, kProgramCode, kProgramCode + 0x1000, "/nowhere/program");
  writer.module(kLibcCode, kLibcCode, kLibcCode + 0x1000, "/nowhere/libc.so.6");
  writer.thread(0, ThreadType::kInitial, 0, 100);
  writer.thread(1, ThreadType::kWorker, 0, 100);
  uint32_t program = writer.node(0, NodeKind::kProgram);
  uint32_t main = writer.node(program, NodeKind::kFrame, kProgramCode + 0x10);
  uint32_t join = writer.node(main, NodeKind::kLeaf, kLibcCode + 0x20);
  writer.sample_off(0, join, 0x000, 100, 100, BlockedKind::kFutex);
  writer.sample(1, program, 0x100, 100, 100);
  writer.finish(100);
  text =
      report::text_report(analyze_files({scratch_.write("join.limpid", writer.bytes())}), {}, Style(false));
  EXPECT_NE(text.find("caused by program+0xf (blocked)"), std::string::npos) << text;
}

TEST(Futex, IsWhatItsCallersSay) {
  EXPECT_EQ(futex_kind({"__futex_abstimed_wait_common64", "__pthread_clockjoin_ex"}), kJoin);
  EXPECT_EQ(futex_kind({"__lll_lock_wait", "___pthread_mutex_lock"}), kMutex);
  EXPECT_EQ(futex_kind({"__futex_abstimed_wait", "___pthread_cond_wait"}), kCondition);
  EXPECT_EQ(futex_kind({"__new_sem_wait_slow64"}), kSemaphore);
  EXPECT_EQ(futex_kind({"syscall"}), BlockedKind::kFutex);
  EXPECT_EQ(futex_kind({}), BlockedKind::kFutex);
}

TEST(Rate, IsWhatWasAskedAndWhatWasGot) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.thread(0, ThreadType::kInitial, 0, 1000);
  uint32_t program = writer.node(0, NodeKind::kProgram);
  writer.sample(0, program, 0x000, 1000, 1000);
  writer.counters(42, 0, 500, 30);
  writer.finish(1000);
  Analysis result = analyze_files({scratch.write("x.limpid", writer.bytes())});
  EXPECT_EQ(report::rate_of(result.run),
            "asked 200 Hz, got 42 samples per thread and second (own cost limit)");
  EXPECT_EQ(result.run.own_cpu_ns, 30 * kMs) << "the delivery of signals is a cost, too";
}

}  // namespace
}  // namespace limpid::cli::analysis
