// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why threads did not work: causes, the efficiency that they leave, and what stands in the tree for them.
#include "analysis/waiting.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/efficiency.h"
#include "base/failure.h"
#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

using profile::NodeKind;
using profile::ThreadType;
using test::analyze_files;
using test::ProfileWriter;
using test::ScratchDirectory;

using test::kMs;
constexpr uint64_t kCode = 0x1000000;

// A process of at most three threads; tests say what they do.
class Waiting : public testing::Test {
 protected:
  Waiting() {
    writer_.run(1);
    writer_.module(kCode, kCode, kCode + 0x1000, "/nowhere/program");
    program_ = writer_.node(0, NodeKind::kProgram);
    main_ = writer_.node(program_, NodeKind::kFrame, kCode + 0x11);
    in_main_ = writer_.node(program_, NodeKind::kLeaf, kCode + 0x10);
    region_ = writer_.node(main_, NodeKind::kParallel, kCode + 0x11);
    body_ = writer_.node(region_, NodeKind::kLeaf, kCode + 0x40);
  }

  Analysis analyzed(uint64_t end_ms, const Options& options = {}) {
    writer_.finish(end_ms);
    return analyze_files({scratch_.write("w.limpid", writer_.bytes())}, options);
  }

  // The initial thread and workers, from the beginning on.
  void threads(uint32_t count, uint64_t end_ms) {
    for (uint32_t i = 0; i < count; ++i)
      writer_.thread(i, i == 0 ? ThreadType::kInitial : ThreadType::kWorker, 0, end_ms);
  }

  static void expect_product(const Efficiency& e) {
    EXPECT_NEAR(e.parallel(),
                e.load_balance() * e.serialisation() * e.late_start() * e.processors() * e.devices(), 1e-12);
  }

  ScratchDirectory scratch_;
  ProfileWriter writer_;
  uint32_t program_ = 0, main_ = 0, in_main_ = 0, region_ = 0, body_ = 0;
};

const Tree::Node* child_of(const Tree& tree, const std::string& parent, const std::string& name) {
  for (uint32_t i = 1; i < tree.size(); ++i) {
    const Tree::Node& node = tree.at(i);
    if (node.key.name == name && node.total_ns > 0 && tree.at(node.parent).key.name == parent) return &node;
  }
  return nullptr;
}

//   ms        0..100   100..200        200..300
//   thread 0  main     body            body
//   thread 1  -        body            barrier
//   thread 2  -        idle            barrier
TEST_F(Waiting, EachCauseGetsItsTime) {
  writer_.thread(0, ThreadType::kInitial, 0, 300);
  writer_.thread(1, ThreadType::kWorker, 100, 300);
  writer_.thread(2, ThreadType::kWorker, 100, 300);
  writer_.sample(0, in_main_, 0x000, 100, 100);
  writer_.sample(0, body_, 0x001, 300, 200);
  writer_.sample(1, body_, 0x001, 200, 100);
  writer_.sample(1, region_, 0x011, 300, 100);
  writer_.sample(2, program_, 0x100, 200, 100);
  writer_.sample(2, region_, 0x011, 300, 100);
  writer_.region(region_, 1, 200, 3);
  Analysis analysis = analyzed(300);
  const Efficiency& e = analysis.efficiency;
  EXPECT_EQ(e.busy_ns, 400 * kMs);
  EXPECT_EQ(e.losses[Cause::kSerial], 200 * kMs) << "two threads were not there yet";
  EXPECT_EQ(e.losses[Cause::kLate], 100 * kMs);
  EXPECT_EQ(e.losses[Cause::kImbalance], 200 * kMs);
  EXPECT_EQ(e.known_ns(), 900 * kMs);
  EXPECT_EQ(e.unknown_ns, 0u);
  EXPECT_NEAR(e.parallel(), 4.0 / 9, 1e-12);
  EXPECT_NEAR(e.load_balance(), 4.0 / 6, 1e-12);
  EXPECT_NEAR(e.serialisation(), 6.0 / 8, 1e-12);
  EXPECT_NEAR(e.late_start(), 8.0 / 9, 1e-12);
  expect_product(e);
  ASSERT_EQ(analysis.regions.size(), 1u);
  EXPECT_EQ(analysis.regions[0].losses[Cause::kImbalance], 200 * kMs);
  EXPECT_EQ(analysis.regions[0].losses[Cause::kLate], 100 * kMs);
  ASSERT_GE(analysis.gains.size(), 3u);
  EXPECT_NEAR(static_cast<double>(analysis.gains[0].gain_ns), 200.0 / 3 * kMs, 2);
  const Tree::Node* idle = child_of(analysis.tree, analysis.regions[0].place.name, "<idle>");
  ASSERT_NE(idle, nullptr) << "idle while the region ran";
  EXPECT_EQ(idle->total_ns, 100 * kMs);
  EXPECT_EQ(analysis.tree.at(Tree::kRoot).total_ns, 700 * kMs) << "moving it changes no sum";
}

// While one waits for three that work, make tasks, and stand without a processor, each of these is to blame.
TEST_F(Waiting, TheBusyShareTheBlame) {
  threads(4, 300);
  writer_.sample(0, body_, 0x001, 300, 300);
  writer_.sample(1, region_, 0x101, 300, 300);
  writer_.sample_off(2, body_, 0x001, 300, 300, BlockedKind::kNone, 150);
  writer_.sample(3, region_, 0x011, 300, 300);
  writer_.region(region_, 1, 300, 4);
  Analysis analysis = analyzed(300);
  const Losses& losses = analysis.regions.at(0).losses;
  EXPECT_NEAR(static_cast<double>(losses[Cause::kImbalance]), 150.0 * kMs, 3);
  EXPECT_NEAR(static_cast<double>(losses[Cause::kOverhead]), 400.0 * kMs, 3) << "300 of its own";
  EXPECT_NEAR(static_cast<double>(losses[Cause::kNoProcessor]), 200.0 * kMs, 3) << "150 of its own";
  EXPECT_EQ(losses.all_ns(), 750 * kMs);
  EXPECT_EQ(analysis.efficiency.known_ns(), 1200 * kMs);
  expect_product(analysis.efficiency);
}

TEST_F(Waiting, LocksAndWhenNobodyWorks) {
  threads(2, 200);
  writer_.sample(0, body_, 0x001, 100, 100);
  writer_.sample(0, region_, 0x011, 200, 100);
  writer_.sample(1, region_, 0x042, 100, 100);
  writer_.sample(1, region_, 0x011, 200, 100);
  Analysis analysis = analyzed(200);
  EXPECT_EQ(analysis.efficiency.losses[Cause::kLock], 100 * kMs);
  EXPECT_EQ(analysis.efficiency.losses[Cause::kLate], 200 * kMs) << "both wait for each other's waking up";
}

//   ms        0..100   100..200        200..300
//   thread 0  main     device          body
//   thread 1  idle     idle            device
TEST_F(Waiting, ForADevice) {
  threads(2, 300);
  writer_.sample(0, in_main_, 0x000, 100, 100);
  writer_.sample(0, main_, 0x080, 200, 100);
  writer_.sample(0, body_, 0x001, 300, 100);
  writer_.sample(1, program_, 0x100, 200, 200);
  writer_.sample(1, body_, 0x080, 300, 100);
  Analysis analysis = analyzed(300);
  const Efficiency& e = analysis.efficiency;
  EXPECT_EQ(e.losses[Cause::kSerial], 100 * kMs);
  EXPECT_EQ(e.losses[Cause::kDevice], 300 * kMs) << "one is idle while the other waits for the device";
  EXPECT_EQ(e.losses[Cause::kOverhead] + e.losses[Cause::kLate], 0u);
  EXPECT_NEAR(e.devices(), 0.5, 1e-12);
  EXPECT_EQ(e.processors(), 1);
  expect_product(e);
}

// ---- a part of the run

class Selecting : public Waiting {
 protected:
  Selecting() {
    writer_.thread(0, ThreadType::kInitial, 0, 400);
    writer_.thread(1, ThreadType::kWorker, 0, 400);
    writer_.sample(0, in_main_, 0x000, 200, 200);
    writer_.sample(0, body_, 0x001, 400, 200);
    writer_.sample(1, program_, 0x100, 200, 200);
    writer_.sample(1, body_, 0x001, 300, 100);
    writer_.sample(1, region_, 0x011, 400, 100);
    writer_.region(region_, 1, 200, 2);
  }
};

TEST_F(Selecting, AStretchOfTimeCutsSamples) {
  Options options;
  options.selection.from_ns = 100 * kMs;
  options.selection.to_ns = 350 * kMs;
  Analysis analysis = analyzed(400, options);
  EXPECT_EQ(analysis.run.elapsed_ns, 250 * kMs);
  EXPECT_EQ(analysis.totals.times.work_ns, (250 + 100) * kMs);
  EXPECT_EQ(analysis.totals.times.wait_ns, (100 + 50) * kMs);
  EXPECT_EQ(analysis.efficiency.known_ns(), 500 * kMs);
  EXPECT_FALSE(analysis.regions.at(0).counted) << "its count is the whole run's";
}

TEST_F(Selecting, ARegionsTotalsAreItsRow) {
  Analysis whole = analyzed(400);
  Options options;
  options.selection.region = whole.regions.at(0).place.name;
  Analysis part = analyze_files({scratch_.write("w.limpid", writer_.bytes())}, options);
  EXPECT_EQ(part.totals.times.work_ns, whole.regions[0].times.work_ns);
  EXPECT_EQ(part.totals.times.wait_ns, whole.regions[0].times.wait_ns);
  EXPECT_EQ(part.totals.times.all_ns(), 400 * kMs);
}

TEST_F(Selecting, OneThread) {
  Options options;
  options.selection.threads = {1};
  Analysis part = analyzed(400, options);
  ASSERT_EQ(part.threads.size(), 1u);
  EXPECT_EQ(part.totals.times.work_ns, 100 * kMs);
  EXPECT_EQ(part.totals.times.wait_ns, 300 * kMs);
}

TEST_F(Selecting, NothingSelectedIsAnError) {
  Options options;
  options.selection.region = "no_such_region";
  EXPECT_THROW(analyzed(400, options), Failure);
}

}  // namespace
}  // namespace limpid::cli::analysis
