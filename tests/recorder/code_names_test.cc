// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code that a program makes while it runs: its frames, and the names that it leaves for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "recording.h"

namespace limpid::test {
namespace {

std::string names_file(const Recording& run) {
  return "/tmp/perf-" + std::to_string(run.profile()->run.pid) + ".map";
}

TEST(MadeCode, HasItsFramesAndNames) {
  const Recording run(Clock::kScripted, "made", {});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  std::filesystem::remove(names_file(run));
  const NamedProfile& p = run.profile();
  expect_whole_lives(*p);
  const std::string outer = "py::outer:/home/u/solve.py";
  const uint64_t each = run.time("f") / 3;
  EXPECT_GT(each, 0u);
  EXPECT_EQ(p.time({"main", outer, "region", "<parallel>", "trampoline", "f"}), each);
  EXPECT_EQ(p.time({"main", outer, "region", "<parallel>", "pops registers", "f"}), each);
  EXPECT_EQ(p.time({"main", outer, "region", "<parallel>", "outer framed", "through_both", "framed", "f"}),
            each);
  EXPECT_EQ(p.time({"<truncated>"}), 0u);
  const auto is = [&](const char* name) {
    return std::any_of(p->code_names.begin(), p->code_names.end(),
                       [&](const profile::CodeName& code) { return code.name == name; });
  };
  EXPECT_FALSE(is("unused"));
  EXPECT_FALSE(is("not_this_one"));
}

TEST(MadeCode, HasItsFramesWithoutNames) {
  const Recording run(Clock::kScripted, "made", {"none"});
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const NamedProfile& p = run.profile();
  EXPECT_EQ(p.time({"main", "?", "region", "<parallel>", "?", "through_both", "?", "f"}), run.time("f") / 3);
  EXPECT_TRUE(p->code_names.empty());
}

}  // namespace
}  // namespace limpid::test
