// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that leave no frame, on fixtures/tail.c: profiles made of the addresses of its calls, as the
// recorder writes them.
#include <gtest/gtest.h>

#include "analysis/analysis.h"
#include "code/file_bytes.h"
#include "code/function_code.h"
#include "support/known_run.h"

namespace limpid::cli::analysis {
namespace {

using profile::NodeKind;
using test::Extent;
using test::extent_of;
using test::fixture;

constexpr uint64_t kBias = 0x10000000;
constexpr uint32_t kLock = 1;
constexpr uint32_t kCritical = 5;

class TailCalls : public testing::TestWithParam<const char*> {
 protected:
  TailCalls() : program_(fixture(GetParam())), file_(program_), bytes_(file_) {
    writer_.run(1);
    writer_.module(kBias, kBias, kBias + 0x100000, program_);
    writer_.thread(0, profile::ThreadType::kInitial, 0, 100);
    root_ = writer_.node(0, NodeKind::kProgram);
  }

  // Where the `nth` call of `callee` in `caller` returns to.
  uint64_t return_of(const std::string& caller, const std::string& callee, int nth = 0) {
    Extent from = extent_of(program_, caller);
    uint64_t target = extent_of(program_, callee).address;
    code::FunctionCode code(bytes_.code_from(from.address).first(from.size), from.address);
    EXPECT_TRUE(code.whole());
    for (const code::Instruction& i : code.instructions()) {
      if (i.flow == code::Instruction::Flow::kCall && i.target == target && nth-- == 0)
        return kBias + i.end();
    }
    ADD_FAILURE() << caller << " has no such call of " << callee;
    return 0;
  }

  void region(uint64_t returns_to, uint64_t count) {
    uint32_t frame = writer_.node(root_, NodeKind::kFrame, returns_to);
    writer_.region(writer_.node(frame, NodeKind::kParallel, returns_to), count, 1, 2);
  }

  Analysis analyzed() {
    writer_.finish(100);
    return test::analyze_files({scratch_.write("t.limpid", writer_.bytes())});
  }

  // The first way down the tree: names, with (tail) behind those that left no frame.
  static std::vector<std::string> first_way(const Tree& tree) {
    std::vector<std::string> way;
    for (uint32_t at = Tree::kRoot; !tree.at(at).children.empty();) {
      at = tree.at(at).children.front();
      const Tree::Key& key = tree.at(at).key;
      bool construct = key.kind == Tree::Kind::kRegion;
      way.push_back((construct ? "parallel in " : "") + key.name + (key.tail_call ? " (tail)" : ""));
    }
    return way;
  }

  using Way = std::vector<std::string>;

  test::ScratchDirectory scratch_;
  std::string program_;
  elf::Handle file_;
  code::FileBytes bytes_;
  test::ProfileWriter writer_;
  uint32_t root_ = 0;
};

TEST_P(TailCalls, RegionsAreTheirOwnFunctions) {
  region(return_of("main", "g_parallel"), 1);
  region(return_of("main", "chain_a"), 1);
  region(return_of("main", "fork1"), 3);
  Analysis result = analyzed();
  std::map<std::string, uint64_t> counts;
  for (const Region& row : result.regions) counts[row.place.name] += row.count;
  EXPECT_EQ(result.regions.size(), 2u) << "g_parallel's is one, whoever calls it";
  EXPECT_EQ(counts, (std::map<std::string, uint64_t>{{"g_parallel", 2}, {"fork1", 3}}));
}

TEST_P(TailCalls, AChainIsFilledIn) {
  region(return_of("main", "chain_a"), 1);
  EXPECT_EQ(first_way(analyzed().tree),
            (Way{"main", "chain_a (tail)", "chain_b (tail)", "g_parallel (tail)", "parallel in g_parallel"}));
}

TEST_P(TailCalls, FunctionsBelowAreReachedToo) {
  uint32_t frame = writer_.node(root_, NodeKind::kFrame, return_of("main", "leaf"));
  uint32_t spin = writer_.node(frame, NodeKind::kLeaf, kBias + extent_of(program_, "spin").address + 2);
  writer_.sample(0, spin, 0x000, 10, 10);
  EXPECT_EQ(first_way(analyzed().tree), (Way{"main", "leaf (tail)", "spin"}));
}

TEST_P(TailCalls, WhereTwoWaysLeadNoneIsShown) {
  uint32_t frame = writer_.node(root_, NodeKind::kFrame, return_of("main", "either"));
  uint32_t spin = writer_.node(frame, NodeKind::kLeaf, kBias + extent_of(program_, "spin").address + 2);
  writer_.sample(0, spin, 0x000, 10, 10);
  EXPECT_EQ(first_way(analyzed().tree), (Way{"main", "spin"}));
}

TEST_P(TailCalls, HoldersOfLocksAreNamed) {
  writer_.blame(writer_.node(root_, NodeKind::kFrame, return_of("main", "g_lock")), kLock, 30, 3);
  writer_.blame(writer_.node(root_, NodeKind::kFrame, return_of("main", "g_critical")), kCritical, 20, 2);
  Analysis result = analyzed();
  ASSERT_EQ(result.holders.size(), 2u);
  EXPECT_EQ(result.holders[0].place.name, "g_lock");
  EXPECT_EQ(result.holders[1].place.name, "g_critical");
}

// one_or_other() leaves by a jump that starts one of two regions: stacks below tell which.
class SharedCalls : public TailCalls {};

TEST_P(SharedCalls, SamplesTellConstructsApart) {
  uint64_t returns_to = return_of("main", "one_or_other");
  uint32_t frame = writer_.node(root_, NodeKind::kFrame, returns_to);
  uint32_t construct = writer_.node(frame, NodeKind::kParallel, returns_to);
  uint64_t first = kBias + extent_of(program_, "one_or_other._omp_fn.0").address;
  uint64_t second = kBias + extent_of(program_, "one_or_other._omp_fn.1").address;
  writer_.sample(0, writer_.node(construct, NodeKind::kLeaf, first), 0x001, 30, 30);
  writer_.sample(0, writer_.node(construct, NodeKind::kLeaf, second), 0x001, 50, 20);
  writer_.sample(0, construct, 0x011, 60, 10);
  writer_.region(construct, 5, 60, 2);
  std::map<int, uint64_t> work;
  Analysis result = analyzed();
  ASSERT_EQ(result.regions.size(), 3u);
  for (const Region& row : result.regions) {
    EXPECT_EQ(row.place.name, "one_or_other");
    work[row.place.line] = row.times.work_ns;
    bool call = row.place.shared_by > 0;
    EXPECT_EQ(row.counted, call) << "how often each ran is not known, but for both together";
    EXPECT_EQ(row.count, call ? 5u : 0u);
    EXPECT_EQ(row.times.wait_ns, call ? 10 * test::kMs : 0u);
  }
  EXPECT_EQ(work, (std::map<int, uint64_t>{{0, 0}, {47, 30 * test::kMs}, {50, 20 * test::kMs}}));
}

INSTANTIATE_TEST_SUITE_P(Builds, SharedCalls, testing::Values("constructs-gcc"));

INSTANTIATE_TEST_SUITE_P(Builds, TailCalls, testing::Values("tail", "tail-nodebug"));

}  // namespace
}  // namespace limpid::cli::analysis
