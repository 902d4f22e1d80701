// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/analysis.h"

#include <gtest/gtest.h>

#include "analysis/state.h"

#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

using test::analyze_files;
using test::KnownRun;
using test::ProfileWriter;
using test::ScratchDirectory;

using test::kMs;

// The node that a path of names leads to.
const Tree::Node* descend(const Tree& tree, std::initializer_list<const char*> names) {
  uint32_t at = Tree::kRoot;
  for (const char* name : names) {
    bool found = false;
    for (uint32_t child : tree.at(at).children) {
      if (tree.at(child).key.name != name) continue;
      at = child;
      found = true;
      break;
    }
    if (!found) {
      ADD_FAILURE() << "no child " << name << " of " << tree.at(at).key.name;
      return nullptr;
    }
  }
  return &tree.at(at);
}

class Known : public testing::Test {
 protected:
  Known() : file_(scratch_.write("one.limpid", KnownRun().bytes())), analysis_(analyze_files({file_})) {}

  ScratchDirectory scratch_;
  std::string file_;
  Analysis analysis_;
};

TEST_F(Known, RunAndTotals) {
  EXPECT_EQ(analysis_.run.commands, std::vector<std::string>{"./shapes 'one two'"});
  EXPECT_EQ(analysis_.run.threads, 2u);
  EXPECT_EQ(analysis_.run.elapsed_ns, 400 * kMs);
  EXPECT_EQ(analysis_.run.samples, 80u);
  EXPECT_EQ(analysis_.run.lost, 1u);
  EXPECT_EQ(analysis_.totals.times.work_ns, 500 * kMs);
  EXPECT_EQ(analysis_.totals.times.wait_ns, 300 * kMs);
  EXPECT_EQ(analysis_.totals.by_state.at(0x011), 200 * kMs);
  EXPECT_EQ(analysis_.totals.by_state.at(0x100), 100 * kMs);
}

TEST_F(Known, RegionIsMeasured) {
  ASSERT_EQ(analysis_.regions.size(), 1u);
  const Region& region = analysis_.regions.front();
  EXPECT_EQ(region.place.name, "shapes::region");
  EXPECT_TRUE(region.place.file.ends_with("shapes.cc"));
  EXPECT_EQ(region.count, 3u);
  EXPECT_EQ(region.elapsed_ns, 300 * kMs);
  EXPECT_EQ(region.times.work_ns, 400 * kMs);
  EXPECT_EQ(region.times.wait_ns, 200 * kMs);
  EXPECT_EQ(region.gain_ns, 100 * kMs);
  EXPECT_DOUBLE_EQ(region.balance, 200.0 / 300.0);
}

TEST_F(Known, TreeIsTheProgramAsWritten) {
  const Tree& tree = analysis_.tree;
  const Tree::Node* region = descend(tree, {"main", "shapes::region", "shapes::region"});
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(region->key.kind, Tree::Kind::kRegion);
  EXPECT_EQ(region->total_ns, 600 * kMs);
  EXPECT_EQ(region->count, 3u);
  // The outlined function is the region itself: the inlined call is directly below.
  const Tree::Node* body = descend(tree, {"main", "shapes::region", "shapes::region", "innermost"});
  ASSERT_NE(body, nullptr);
  EXPECT_TRUE(body->key.inlined);
  EXPECT_EQ(body->self_ns, 400 * kMs);
  const Tree::Node* barrier =
      descend(tree, {"main", "shapes::region", "shapes::region", "<implicit barrier>"});
  ASSERT_NE(barrier, nullptr);
  EXPECT_EQ(barrier->key.kind, Tree::Kind::kWait);
  EXPECT_EQ(barrier->self_ns, 200 * kMs);
  EXPECT_EQ(descend(tree, {"main", "<idle>"})->self_ns, 100 * kMs);
  EXPECT_EQ(tree.at(Tree::kRoot).total_ns, 800 * kMs);
  EXPECT_EQ(tree.at(Tree::kRoot).self_ns, 0u);
}

TEST_F(Known, WaitingIsChargedToWhatRanMeanwhile) {
  // Idle while main() ran alone; at the barrier while innermost() went on in the other thread.
  EXPECT_EQ(descend(analysis_.tree, {"main"})->blame_ns, 100 * kMs);
  EXPECT_EQ(descend(analysis_.tree, {"main", "shapes::region", "shapes::region", "innermost"})->blame_ns,
            200 * kMs);
  ASSERT_EQ(analysis_.holders.size(), 1u);
  EXPECT_EQ(analysis_.holders[0].place.name, "outer");
  EXPECT_EQ(analysis_.holders[0].what, "critical");
  EXPECT_EQ(analysis_.holders[0].wait_ns, 40 * kMs);
}

TEST_F(Known, FlatListCountsEachMomentOnce) {
  uint64_t self = 0;
  for (const FlatRow& row : analysis_.flat) {
    self += row.self_ns;
    EXPECT_LE(row.total_ns, 800 * kMs);
    // A region's row joins the function that contains it.
    if (row.place.name == "shapes::region") {
      EXPECT_EQ(row.total_ns, 600 * kMs);
    }
  }
  EXPECT_EQ(self, 800 * kMs);
}

TEST_F(Known, FilesAndDirectoriesMerge) {
  scratch_.write("two.limpid", KnownRun(43, 1).bytes());
  scratch_.write("other.txt", "no profile");
  Analysis merged = analyze_files({scratch_.path()});
  EXPECT_EQ(merged.run.processes, 2u);
  EXPECT_EQ(merged.run.threads, 4u);
  EXPECT_EQ(merged.run.elapsed_ns, 400 * kMs);
  EXPECT_EQ(merged.totals.times.work_ns, 1000 * kMs);
  ASSERT_EQ(merged.regions.size(), 1u);
  EXPECT_EQ(merged.regions[0].count, 6u);
  EXPECT_DOUBLE_EQ(merged.regions[0].balance, 200.0 / 300.0);
}

TEST_F(Known, WithoutFramesTheRegionsAreTheSame) {
  Options options;
  options.frames = false;
  Analysis brief = analyze_files({file_}, options);
  ASSERT_EQ(brief.regions.size(), 1u);
  EXPECT_EQ(brief.regions[0].place.name, "shapes::region");
  EXPECT_EQ(brief.regions[0].gain_ns, 100 * kMs);
  EXPECT_EQ(brief.totals.times.work_ns, 500 * kMs);
}

// A task that creates itself, eight levels deep, as recursive tasks do.
std::string recursive_tasks() {
  ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/nowhere/at/all");
  writer.thread(0, profile::ThreadType::kInitial, 0, 80);
  uint32_t at = writer.node(0, profile::NodeKind::kProgram);
  for (int level = 0; level < 8; ++level) {
    at = writer.node(at, profile::NodeKind::kFrame, 0x1500);
    at = writer.node(at, profile::NodeKind::kTask, 0x1500);
    writer.task(at, 2);
    uint32_t leaf = writer.node(at, profile::NodeKind::kLeaf, 0x1510);
    writer.sample(0, leaf, 0x001, static_cast<uint64_t>(level + 1) * 10, 10);
  }
  writer.finish(80);
  return writer.bytes();
}

TEST(Folding, RecursiveTasksBecomeOne) {
  ScratchDirectory scratch;
  std::string file = scratch.write("r.limpid", recursive_tasks());
  Analysis folded = analyze_files({file});
  const Tree::Node* task = descend(folded.tree, {"all+0x14ff", "all+0x14ff"});
  ASSERT_NE(task, nullptr);
  EXPECT_EQ(task->key.kind, Tree::Kind::kTask);
  EXPECT_TRUE(task->recursive);
  EXPECT_EQ(task->count, 16u);
  EXPECT_EQ(task->total_ns, 80 * kMs);
  Options options;
  options.fold = false;
  Analysis level_by_level = analyze_files({file}, options);
  EXPECT_GT(level_by_level.tree.size(), folded.tree.size() + 10);
  EXPECT_EQ(level_by_level.tree.at(Tree::kRoot).total_ns, 80 * kMs);
}

TEST(Counts, AreEstimatesWhereTasksWereNotTold) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/nowhere/at/all");
  writer.thread(0, profile::ThreadType::kInitial, 0, 10);
  uint32_t frame =
      writer.node(writer.node(0, profile::NodeKind::kProgram), profile::NodeKind::kFrame, 0x1500);
  uint32_t task = writer.node(frame, profile::NodeKind::kTask, 0x1500);
  writer.task(task, 100, 900);
  writer.sample(0, writer.node(task, profile::NodeKind::kLeaf, 0x1510), 0x001, 10, 10);
  writer.finish(10);
  Analysis all = analyze_files({scratch.write("e.limpid", writer.bytes())});
  const Tree::Node* found = descend(all.tree, {"all+0x14ff", "all+0x14ff"});
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->count, 1000u);
  EXPECT_TRUE(found->estimated);
  EXPECT_TRUE(std::any_of(all.constructs.begin(), all.constructs.end(),
                          [](const ConstructRow& row) { return row.count == 1000 && row.estimated; }));
}

TEST(Overhead, IsTimeInsideTheRuntime) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/nowhere/program");
  writer.thread(0, profile::ThreadType::kInitial, 0, 30);
  uint32_t root = writer.node(0, profile::NodeKind::kProgram);
  uint32_t frame = writer.node(root, profile::NodeKind::kFrame, 0x1500);
  uint32_t leaf = writer.node(root, profile::NodeKind::kLeaf, 0x1501);
  writer.sample(0, frame, 0x001, 10, 10);
  writer.sample(0, leaf, 0x001, 20, 10);
  writer.sample(0, frame, 0x041, 30, 10);
  writer.finish(30);
  Analysis result = analyze_files({scratch.write("o.limpid", writer.bytes())});
  EXPECT_EQ(result.totals.by_state.at(kOverhead), 10 * kMs);
  EXPECT_EQ(result.totals.by_state.at(0x001), 10 * kMs);
  EXPECT_EQ(result.totals.by_state.at(0x041), 10 * kMs) << "a wait keeps its name";
}

// Two outer threads, each of which opens a region of two: 100 ms each, in which one of the two works half the
// time.
TEST(Gain, NestedRegionsAnswerForThemselves) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/nowhere/program");
  for (uint32_t i = 0; i < 4; ++i) writer.thread(i, profile::ThreadType::kWorker, 0, 100);
  uint32_t root = writer.node(0, profile::NodeKind::kProgram);
  uint32_t outer = writer.node(root, profile::NodeKind::kParallel, 0x1100);
  uint32_t inner = writer.node(outer, profile::NodeKind::kParallel, 0x1200);
  uint32_t leaf = writer.node(inner, profile::NodeKind::kLeaf, 0x1210);
  for (uint32_t i = 0; i < 4; ++i) {
    writer.sample(i, leaf, 0x001, i % 2 == 0 ? 100 : 50, i % 2 == 0 ? 100 : 50);
    if (i % 2 == 1) writer.sample(i, inner, 0x011, 100, 50);
  }
  writer.region(outer, 1, 100, 2);
  writer.region(inner, 2, 200, 2);
  writer.finish(100);
  Analysis result = analyze_files({scratch.write("n.limpid", writer.bytes())});
  ASSERT_EQ(result.regions.size(), 2u);
  EXPECT_EQ(result.regions[0].gain_ns, 50 * kMs) << "inner: 100 ms of waiting in teams of two";
  EXPECT_EQ(result.regions[1].gain_ns, 0u) << "outer: its threads were in inner regions all the time";
}

// A team of two of which one thread is never seen.
TEST(Gain, CountsThreadsThatComeLate) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/nowhere/program");
  writer.thread(0, profile::ThreadType::kInitial, 0, 100);
  uint32_t root = writer.node(0, profile::NodeKind::kProgram);
  uint32_t region = writer.node(root, profile::NodeKind::kParallel, 0x1100);
  uint32_t leaf = writer.node(region, profile::NodeKind::kLeaf, 0x1110);
  writer.sample(0, leaf, 0x001, 100, 100);
  writer.region(region, 1, 100, 2);
  writer.finish(100);
  Analysis result = analyze_files({scratch.write("l.limpid", writer.bytes())});
  EXPECT_EQ(result.regions[0].late_ns, 100 * kMs);
  EXPECT_EQ(result.regions[0].gain_ns, 50 * kMs);
  EXPECT_DOUBLE_EQ(result.regions[0].balance, 0.5);
}

TEST(Merging, NothingRecordedIsNoError) {
  ScratchDirectory scratch;
  ProfileWriter writer;
  writer.run(1, -1, false);
  Analysis empty = analyze_files({scratch.write("e.limpid", writer.bytes())});
  EXPECT_EQ(empty.totals.times.work_ns, 0u);
  EXPECT_TRUE(empty.regions.empty());
  EXPECT_FALSE(empty.notes.empty()) << "that no runtime reported has to be said";
}

}  // namespace
}  // namespace limpid::cli::analysis
