// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Frames of the OpenMP runtime are no part of the user's program.
#include <gtest/gtest.h>

#include "elf/handle.h"
#include "support/known_run.h"
#include "symbols/symbol_table.h"

namespace limpid::cli::analysis {
namespace {

using profile::NodeKind;

// main -> runtime -> runtime -> C library, then the construct's body called by the runtime.
TEST(RuntimeFrames, BecomeOnePseudoFrame) {
  test::ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/x/program");
  writer.module(0, 0x5000, 0x6000, "/x/lib/libgomp.so.1");
  writer.module(0, 0x8000, 0x9000, "/lib/libc.so.6");
  writer.thread(0, profile::ThreadType::kInitial, 0, 30);
  uint32_t root = writer.node(0, NodeKind::kProgram);
  uint32_t main = writer.node(root, NodeKind::kFrame, 0x1500);
  uint32_t outer = writer.node(main, NodeKind::kFrame, 0x5100);
  uint32_t inner = writer.node(outer, NodeKind::kFrame, 0x5200);
  uint32_t library = writer.node(inner, NodeKind::kLeaf, 0x8100);
  uint32_t callback = writer.node(inner, NodeKind::kLeaf, 0x1600);
  writer.sample(0, library, 0x000, 10, 10);
  uint32_t inside = writer.node(outer, NodeKind::kLeaf, 0x5210);
  writer.sample(0, inside, 0x000, 20, 10);
  writer.sample(0, callback, 0x000, 30, 10);
  writer.finish(30);
  test::ScratchDirectory scratch;
  Analysis result = test::analyze_files({scratch.write("r.limpid", writer.bytes())});
  const Tree& tree = result.tree;
  ASSERT_EQ(tree.at(Tree::kRoot).children.size(), 1u);
  const Tree::Node& program = tree.at(tree.at(Tree::kRoot).children[0]);
  ASSERT_EQ(program.children.size(), 1u);
  const Tree::Node& runtime = tree.at(program.children[0]);
  EXPECT_EQ(runtime.key.name, "<OpenMP runtime>");
  EXPECT_EQ(runtime.self_ns, 20 * test::kMs);
  ASSERT_EQ(runtime.children.size(), 1u) << "user code that the runtime calls stays visible";
  EXPECT_EQ(tree.at(runtime.children[0]).key.name, "program+0x1600");
}

// In a stripped program `_start` has no name; what it calls in the C library has.
TEST(StartUpFrames, AreLeftOut) {
  std::string libc = "/lib/x86_64-linux-gnu/libc.so.6";
  symbols::SymbolTable symbols;
  symbols.add(elf::Handle(libc));
  symbols.finish();
  if (!symbols.has("__libc_start_main")) GTEST_SKIP() << "no " << libc << " with this symbol";
  uint64_t start_main = 0;
  for (uint64_t at = 0x20000; at < 0x60000 && start_main == 0; at += 16) {
    const symbols::SymbolTable::Symbol* symbol = symbols.find(at);
    if (symbol != nullptr && symbol->name.starts_with("__libc_start_main")) start_main = at;
  }
  ASSERT_NE(start_main, 0u);
  test::ProfileWriter writer;
  writer.run(1);
  writer.module(0, 0x1000, 0x2000, "/x/program");
  writer.module(0x7000000, 0x7000000, 0x7000000 + 0x200000, libc);
  writer.thread(0, profile::ThreadType::kInitial, 0, 10);
  uint32_t at = writer.node(0, NodeKind::kProgram);
  at = writer.node(at, NodeKind::kFrame, 0x1100);
  at = writer.node(at, NodeKind::kFrame, 0x7000000 + start_main + 2);
  at = writer.node(at, NodeKind::kLeaf, 0x1200);
  writer.sample(0, at, 0x000, 10, 10);
  writer.finish(10);
  test::ScratchDirectory scratch;
  Analysis result = test::analyze_files({scratch.write("s.limpid", writer.bytes())});
  const Tree::Node& root = result.tree.at(Tree::kRoot);
  ASSERT_EQ(root.children.size(), 1u);
  EXPECT_EQ(result.tree.at(root.children[0]).key.name, "program+0x1200");
}

}  // namespace
}  // namespace limpid::cli::analysis
