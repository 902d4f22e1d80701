// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole recordings of fixtures/constructs.* by every compiler: each construct is reported with the name, line
// and count that stand beside its directive, and none is merged with another.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "support/files.h"

namespace limpid::test {
namespace {

using Json = nlohmann::json;

// A program and the source that it was built from.
struct Build {
  std::string program;
  std::string source;
};

void PrintTo(const Build& build, std::ostream* out) {
  *out << build.program;
}

// `task tasks:35 x20`: one construct, as a line of text that a failure can show.
using Constructs = std::multiset<std::string>;

std::string construct(const std::string& name, int line, int64_t count) {
  return name + ":" + std::to_string(line) + " x" + std::to_string(count);
}

// What the marks in a source say: `= NAME xCOUNT, NAME xCOUNT` behind a directive.
Constructs constructs_in(const std::string& source) {
  Constructs found;
  std::ifstream file(std::string(LIMPID_SOURCE) + "/tests/cli/fixtures/" + source);
  static const std::regex kMark("(?:= |, )([^,]+?) x([0-9]+)");
  std::string text;
  for (int line = 1; std::getline(file, text); ++line) {
    size_t mark = text.find(text.find("// = ") != std::string::npos ? "// = " : "! = ");
    if (mark == std::string::npos) continue;
    std::string marks = text.substr(mark);
    for (std::sregex_iterator it(marks.begin(), marks.end(), kMark), end; it != end; ++it)
      found.insert(construct((*it)[1], line, std::stoll((*it)[2])));
  }
  return found;
}

// Compilers differ in what they call a lambda, and in the template arguments made of it.
std::string plain_name(std::string name) {
  if (name.find("::operator()") != std::string::npos) return "lambda";
  size_t lambda = std::min(name.find("{lambda"), name.find("$_"));
  return lambda == std::string::npos ? name : name.substr(0, name.find('<'));
}

void collect_tasks(const Json& nodes, std::map<std::string, int64_t>& counts) {
  for (const Json& node : nodes) {
    if (node["kind"] == "task")
      counts["task " + node["name"].get<std::string>() + ":" + node["line"].dump()] +=
          node["count"].get<int64_t>();
    collect_tasks(node["children"], counts);
  }
}

Json report_of(const std::string& program, const ScratchDirectory& scratch) {
  std::string command = std::string(LIMPID_COMMAND) + " record -o p.limpid " + fixture(program);
  Outcome recorded = shell("OMP_NUM_THREADS=2 OMP_DYNAMIC=false " + command, scratch.path());
  EXPECT_EQ(recorded.exit, 0) << recorded.err;
  Outcome report = shell(std::string(LIMPID_COMMAND) + " report --json p.limpid", scratch.path());
  EXPECT_EQ(report.exit, 0) << report.err;
  return Json::parse(report.out, nullptr, false);
}

class Constructed : public testing::TestWithParam<Build> {
 protected:
  Constructs reported(const Json& report) {
    Constructs found;
    for (const Json& region : report["regions"]) {
      if (region.contains("one_of")) continue;
      EXPECT_FALSE(region.contains("line_of")) << region.dump(1);
      if (region["line"].is_null() || region["count"].is_null()) {
        ADD_FAILURE() << region.dump(1);
        continue;
      }
      found.insert(construct(plain_name(region["function"]), region["line"], region["count"]));
    }
    std::map<std::string, int64_t> tasks;
    collect_tasks(report["tree"], tasks);
    for (const auto& [name, count] : tasks) found.insert(name + " x" + std::to_string(count));
    return found;
  }
};

TEST_P(Constructed, EachHasItsDirectivesLine) {
  ScratchDirectory scratch;
  Json report = report_of(GetParam().program, scratch);
  ASSERT_TRUE(report.is_object());
  Constructs expected = constructs_in(GetParam().source);
  ASSERT_GT(expected.size(), 3u);
  // Optimizers may join the calls of one_or_other().
  for (const Json& region : report["regions"]) {
    if (region.contains("one_of")) expected.erase(construct("one_or_other", 50, 1));
  }
  EXPECT_EQ(reported(report), expected);
}

const std::vector<Build> kBuilds = {LIMPID_TEST_CONSTRUCT_BUILDS};

INSTANTIATE_TEST_SUITE_P(Builds, Constructed, testing::ValuesIn(kBuilds), [](const auto& instance) {
  return std::regex_replace(instance.param.program, std::regex("[^A-Za-z0-9]"), "_");
});

// Without debug information names are left: those of the functions that contain the constructs.
TEST(Construct, WithoutDebugInformationIsNamedByItsFunction) {
  ScratchDirectory scratch;
  Json report = report_of("constructs-nodebug", scratch);
  ASSERT_TRUE(report.is_object());
  std::multiset<std::string> found, expected;
  for (const std::string& marked : constructs_in("constructs.c")) {
    if (!marked.starts_with("task ") && !marked.starts_with("one_or_other"))
      expected.insert(std::regex_replace(marked, std::regex(":[0-9]+"), ""));
  }
  for (const Json& region : report["regions"]) {
    if (region.contains("one_of")) continue;
    EXPECT_TRUE(region["line"].is_null());
    found.insert(region["function"].get<std::string>() + " x" + region["count"].dump());
  }
  EXPECT_EQ(found, expected);
}

// One call may start either of two constructs, and the program decides which: nothing that the recorder sees
// tells how often each ran, so the report says so.
TEST(Construct, OnesThatShareACallAreNotMerged) {
  ScratchDirectory scratch;
  Json report = report_of("constructs-gcc", scratch);
  ASSERT_TRUE(report.is_object());
  size_t shared = 0;
  for (const Json& region : report["regions"]) {
    if (!region.contains("one_of")) continue;
    ++shared;
    EXPECT_EQ(region["function"], "one_or_other");
    EXPECT_EQ(region["one_of"], 2);
    EXPECT_EQ(region["count"], 1);
    EXPECT_TRUE(region["line"].is_null());
    EXPECT_EQ(region["place"], "constructs.c:47 or constructs.c:50");
  }
  EXPECT_EQ(shared, 1u);
}

}  // namespace
}  // namespace limpid::test
