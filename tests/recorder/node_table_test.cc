// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/node_table.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <set>
#include <thread>
#include <vector>

namespace limpid::recorder {
namespace {

using profile::NodeKind;

TEST(NodeTable, InternsAndFoldsConstructs) {
  static NodeTable table;
  ASSERT_TRUE(table.create());
  const NodeId main_frame = table.child(kProgramNode, NodeKind::kFrame, 0x100);
  EXPECT_EQ(table.child(kProgramNode, NodeKind::kFrame, 0x100), main_frame);
  EXPECT_NE(table.child(kProgramNode, NodeKind::kLeaf, 0x100), main_frame);
  const NodeId task = table.construct(main_frame, NodeKind::kTask, 0x200);
  const NodeId inner = table.child(task, NodeKind::kFrame, 0x300);
  EXPECT_EQ(table.construct(inner, NodeKind::kTask, 0x200), task) << "recursion through a task";
  const NodeId other = table.construct(inner, NodeKind::kTask, 0x201);
  EXPECT_NE(other, task);
  EXPECT_EQ(table.construct(table.child(other, NodeKind::kFrame, 0x300), NodeKind::kTask, 0x200), task);
  EXPECT_NE(table.construct(inner, NodeKind::kParallel, 0x200), task);
  EXPECT_TRUE(table.valid(task));
  EXPECT_FALSE(table.valid(0));
  EXPECT_FALSE(table.valid(uint64_t{1} << 40));
}

TEST(NodeTable, ThreadsAgree) {
  static NodeTable table;
  ASSERT_TRUE(table.create());
  constexpr int kThreads = 8, kDepth = 6;
  std::vector<std::vector<NodeId>> ids(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (uint64_t path = 0; path < 3000; ++path) {
        NodeId node = kProgramNode;
        for (int d = 0; d < kDepth; ++d) node = table.child(node, NodeKind::kFrame, (path * 7919 + 1) >> d);
        ids[static_cast<size_t>(t)].push_back(node);
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(ids[static_cast<size_t>(t)], ids[0]);
  for (const NodeId id : ids[0]) ASSERT_TRUE(table.valid(id));
}

TEST(NodeTable, FullTableAnswersTheParent) {
  static NodeTable table;
  ASSERT_TRUE(table.create());
  NodeId last = kProgramNode;
  for (uint64_t i = 0; i < NodeTable::kCapacity + 10; ++i)
    last = table.child(kProgramNode, NodeKind::kLeaf, i + 1);
  EXPECT_EQ(last, kProgramNode);
  EXPECT_GT(table.dropped(), 0u);
  EXPECT_NE(table.child(kProgramNode, NodeKind::kLeaf, 1), kProgramNode) << "what is there is still found";
}

uint64_t page_faults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_minflt);
}

// The 2,000 nodes of a usual recording, and those of a large program.
TEST(NodeTable, FewNodesTouchFewPages) {
  static NodeTable table;
  ASSERT_TRUE(table.create());
  uint64_t before = page_faults();
  for (uint64_t i = 0; i < 2000; ++i) table.child(kProgramNode, NodeKind::kLeaf, 0x400000 + 8 * i);
  EXPECT_LT(page_faults() - before, 50u);
  before = page_faults();
  for (uint64_t i = 0; i < 20000; ++i) table.child(kProgramNode, NodeKind::kLeaf, 0x500000 + 8 * i);
  EXPECT_LT(page_faults() - before, 400u);
}

TEST(NodeTable, FoldsRecursionOnceLarge) {
  static NodeTable table;
  ASSERT_TRUE(table.create());
  for (uint64_t i = 0; i < NodeTable::kFoldAbove + 10; ++i) table.child(kProgramNode, NodeKind::kLeaf, i + 1);
  const NodeId base = table.child(kProgramNode, NodeKind::kFrame, 7);
  const NodeId a = table.child_folded(base, base, NodeKind::kFrame, 70);
  const NodeId b = table.child_folded(base, a, NodeKind::kFrame, 71);
  EXPECT_EQ(table.child_folded(base, b, NodeKind::kFrame, 70), a);
  EXPECT_NE(table.child_folded(base, b, NodeKind::kFrame, 7), base) << "only within the task's own frames";
}

}  // namespace
}  // namespace limpid::recorder
