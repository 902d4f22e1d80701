// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that the program made while it ran: names, and Python's functions without the interpreter between them.
#include "symbols/code_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "../seed.h"
#include "analysis/interpreter.h"
#include "support/known_run.h"

namespace limpid::cli {
namespace {

using profile::NodeKind;

std::string name_at(const symbols::CodeNames& names, uint64_t address) {
  const symbols::Location* location = names.find(address);
  return location == nullptr ? "" : location->frames.front().name.text;
}

TEST(CodeNames, ReadPythonsForm) {
  const symbols::Location location = symbols::read_code_name("py::solve:/home/u/solve.py");
  EXPECT_TRUE(location.python);
  EXPECT_EQ(location.frames.front().name.text, "solve");
  EXPECT_EQ(location.frames.front().file, "/home/u/solve.py");
  EXPECT_EQ(location.frames.front().line, 0);
}

TEST(CodeNames, OthersAreNamesAsTheyStand) {
  for (const char* name : {"LazyCompile:*step /x/y.js:3:4", "py::", "py::solve", "stub", "::"}) {
    const symbols::Location location = symbols::read_code_name(name);
    EXPECT_FALSE(location.python) << name;
    EXPECT_EQ(location.frames.front().name.text, name);
    EXPECT_TRUE(location.frames.front().file.empty());
  }
}

// Against a list that is asked from its end.
TEST(CodeNames, LaterOnesHold) {
  std::mt19937_64 random(test_seed());
  for (int turn = 0; turn < 200; ++turn) {
    std::vector<profile::CodeName> list;
    for (int i = 0; i < 12; ++i) list.push_back({random() % 60, 1 + random() % 20, std::to_string(i)});
    const symbols::CodeNames names(list);
    for (uint64_t address = 0; address < 90; ++address) {
      const auto last = std::find_if(list.rbegin(), list.rend(), [&](const profile::CodeName& code) {
        return address >= code.begin && address - code.begin < code.bytes;
      });
      ASSERT_EQ(name_at(names, address), last == list.rend() ? "" : last->name) << address;
    }
  }
}

TEST(CodeNames, ReachTheEndOfMemory) {
  const symbols::CodeNames names({{~uint64_t{0} - 8, ~uint64_t{0}, "last"}});
  EXPECT_EQ(name_at(names, ~uint64_t{0} - 8), "last");
  EXPECT_EQ(name_at(names, 0), "");
}

// libc -> main of the interpreter -> its functions -> py outer -> the interpreter -> py inner -> a library -> the
// interpreter -> py callback -> the interpreter at work.
class PythonRun {
 public:
  explicit PythonRun(bool named) {
    writer_.run(1);
    writer_.module(0, 0x1000, 0x2000, "/usr/bin/python3.12");
    writer_.module(0, 0x5000, 0x6000, "/usr/lib/libpython3.12.so.1.0");
    writer_.module(0, 0x8000, 0x9000, "/x/library.so");
    if (named) {
      writer_.code_name(0x20000, 11, "py::outer:/x/a.py");
      writer_.code_name(0x20010, 11, "py::inner:/x/a.py");
      writer_.code_name(0x20020, 11, "py::callback:/x/b.py");
    }
    writer_.thread(0, profile::ThreadType::kInitial, 0, 30);
    uint32_t at = writer_.node(0, NodeKind::kProgram);
    for (const uint64_t frame : {0x1100, 0x5100, 0x5200, 0x20006, 0x5100, 0x5300, 0x20016}) {
      at = writer_.node(at, NodeKind::kFrame, frame);
    }
    writer_.sample(0, writer_.node(at, NodeKind::kLeaf, 0x5400), 0x000, 10, 10);
    for (const uint64_t frame : {0x8100, 0x5200, 0x20026}) at = writer_.node(at, NodeKind::kFrame, frame);
    writer_.sample(0, writer_.node(at, NodeKind::kLeaf, 0x5500), 0x000, 30, 20);
    writer_.finish(30);
    result_ = test::analyze_files({scratch_.write("p.limpid", writer_.bytes())});
  }
  const analysis::Analysis& result() const { return result_; }

  // Names on the way to the heaviest leaf.
  std::vector<std::string> heaviest() const {
    std::vector<std::string> names;
    const analysis::Tree& tree = result_.tree;
    for (uint32_t at = analysis::Tree::kRoot; !tree.at(at).children.empty();) {
      at = tree.at(at).children.front();
      names.push_back(tree.at(at).key.name);
    }
    return names;
  }

 private:
  test::ProfileWriter writer_;
  test::ScratchDirectory scratch_;
  analysis::Analysis result_;
};

bool has_hint(const analysis::Analysis& result) {
  return std::any_of(result.notes.begin(), result.notes.end(),
                     [](const auto& note) { return note.find("PYTHONPERFSUPPORT=1") != std::string::npos; });
}

TEST(Python, FunctionsFollowEachOther) {
  const PythonRun run(true);
  EXPECT_EQ(run.heaviest(), (std::vector<std::string>{"outer", "inner", "library.so+0x80ff", "callback",
                                                      "libpython3.12.so.1.0+0x5500"}));
  EXPECT_FALSE(has_hint(run.result()));
}

TEST(Python, WithoutNamesEverythingIsThereAndAHint) {
  const PythonRun run(false);
  EXPECT_EQ(run.heaviest().front(), "python3.12+0x10ff");
  EXPECT_TRUE(has_hint(run.result()));
}

TEST(Python, InterpretersAreKnownByTheirFiles) {
  for (const char* name : {"python3", "python3.12", "libpython3.12.so.1.0", "python3.13d"}) {
    EXPECT_TRUE(analysis::is_python(name)) << name;
  }
  for (const char* name : {"libpng.so", "numpy.so", "lib", ""})
    EXPECT_FALSE(analysis::is_python(name)) << name;
}

}  // namespace
}  // namespace limpid::cli
