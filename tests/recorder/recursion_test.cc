// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/recursion.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace limpid::recorder {
namespace {

using profile::NodeKind;

// Two functions of this program: any address inside will do for a call.
[[gnu::noinline]] int first(int x) {
  volatile int sum = x;
  for (int i = 0; i < x; ++i) sum = sum * 3 + i;
  return sum;
}
[[gnu::noinline]] int second(int x) {
  volatile int sum = x;
  for (int i = 0; i < x; ++i) sum = sum * 5 - i;
  return sum;
}

struct Recursion : testing::Test {
  static inline NodeTable nodes;
  static inline ModuleTable modules;
  static void SetUpTestSuite() {
    ASSERT_TRUE(nodes.create());
    modules.refresh();
  }
  const ModuleMap* map() { return ModuleTable::Reader(modules).map(); }

  static uint64_t call_in(int (*function)(int), uint64_t offset) {
    return reinterpret_cast<uint64_t>(function) + offset;
  }
  // A construct met where `parent` calls the function, as a walk finds it.
  static NodeId met(NodeId parent, uint64_t code, NodeKind kind = NodeKind::kTask) {
    return nodes.construct(nodes.child(parent, NodeKind::kFrame, code), kind, code);
  }
};

TEST_F(Recursion, OfAConstructIsTheConstruct) {
  const uint64_t code = call_in(first, 4);
  const NodeId task = met(kProgramNode, code);
  EXPECT_EQ(recursion_of(&nodes, map(), task, NodeKind::kTask, code), task);
  EXPECT_EQ(recursion_of(&nodes, nullptr, task, NodeKind::kTask, code), task) << "no module is known";
  EXPECT_EQ(recursion_of(&nodes, map(), kProgramNode, NodeKind::kTask, code), kNoNode);
  EXPECT_EQ(recursion_of(&nodes, map(), task, NodeKind::kParallel, code), kNoNode) << "another kind";
}

TEST_F(Recursion, OfAFunctionIsBesideItsConstruct) {
  const NodeId task = met(kProgramNode, call_in(first, 4));
  const NodeId beside = recursion_of(&nodes, map(), task, NodeKind::kTask, call_in(first, 9));
  EXPECT_EQ(beside, met(kProgramNode, call_in(first, 9))) << "where a walk of the first call finds it";
  const NodeId inside = met(task, call_in(second, 4));
  EXPECT_EQ(recursion_of(&nodes, map(), task, NodeKind::kTask, call_in(second, 4)), kNoNode);
  EXPECT_EQ(recursion_of(&nodes, map(), inside, NodeKind::kTask, call_in(first, 9)), beside)
      << "by way of another function";
}

// Seven constructs of one function in every order: as many contexts, not 13,700.
TEST_F(Recursion, HasFewContexts) {
  const NodeId caller = nodes.child(kProgramNode, NodeKind::kFrame, 0x77);
  std::set<NodeId> contexts;
  std::vector<NodeId> parents{caller};
  for (int depth = 0; depth < 4; ++depth) {
    std::vector<NodeId> created;
    for (const NodeId parent : parents) {
      for (uint64_t construct = 2; construct < 9; ++construct) {
        const uint64_t code = call_in(first, construct);
        const NodeId known = recursion_of(&nodes, map(), parent, NodeKind::kTask, code);
        created.push_back(known != kNoNode ? known : met(parent, code));
      }
    }
    contexts.insert(created.begin(), created.end());
    parents = std::move(created);
  }
  EXPECT_EQ(contexts.size(), 7u);
}

}  // namespace
}  // namespace limpid::recorder
