// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose time is a script (tests/recorder/scripted) is recorded; the report has to say what the
// program did, to the last digit. The recorder is the product's but for its clocks and its rounds, the
// runtime, the program's threads and stacks, the file and the report are real.
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "support/files.h"

namespace limpid::cli {
namespace {

using nlohmann::json;
using test::fixture;
using test::Outcome;

// Seconds at and under nodes that `chosen` takes, wherever they are in the tree.
template <typename Choice>
double total_where(const json& nodes, const Choice& chosen) {
  double sum = 0;
  for (const json& node : nodes)
    sum += chosen(node) ? node.at("total_s").get<double>() : total_where(node.at("children"), chosen);
  return sum;
}
double total_of(const json& nodes, const std::string& name) {
  return total_where(nodes, [&](const json& node) { return node.at("name") == name; });
}

// Time of a function but for waiting: threads that are idle meanwhile stand below it.
double without_waiting(const json& nodes, const std::string& name) {
  double waiting = 0;
  const auto add = [&](const auto& self, const json& at) -> void {
    for (const json& node : at) {
      if (node.at("name") == name) waiting += node.at("wait_s").get<double>();
      if (node.at("name") != name) self(self, node.at("children"));
    }
  };
  add(add, nodes);
  return total_of(nodes, name) - waiting;
}

// The parameter is the program: the same source as one compiler or another built it.
class Split : public testing::TestWithParam<const char*> {
 protected:
  void run(const std::string& mode) {
    const Outcome run =
        test::shell("LD_LIBRARY_PATH=" LIMPID_TEST_RUNTIME " LD_PRELOAD=" LIMPID_TEST_SCRIPTED_RECORDER
                    " LIMPID_OUTPUT=split.limpid OMP_WAIT_POLICY=passive " +
                        fixture(GetParam()) + " " + mode,
                    scratch_.path());
    ASSERT_EQ(run.exit, 0) << run.err;
    ASSERT_EQ(sscanf(run.out.c_str(), "f %lf g %lf wait %lf", &f_, &g_, &wait_), 3) << run.out;
    for (double* ms : {&f_, &g_, &wait_}) *ms *= 1e-3;
    const Outcome shown = test::shell(LIMPID_COMMAND " report --json split.limpid", scratch_.path());
    ASSERT_EQ(shown.exit, 0) << shown.err;
    report_ = json::parse(shown.out);
  }

  const json& tree() const { return report_.at("tree"); }
  double state(const std::string& name) const { return report_.at("totals").at("states").value(name, 0.0); }
  // Waiting that the holder of this name caused.
  double held_by(const std::string& name) const { return sum("holders", name, "wait_s"); }
  double sum(const char* table, const std::string& name, const char* column) const {
    double sum = 0;
    for (const json& row : report_.at(table)) {
      if (row.at("name") == name) sum += row.at(column).get<double>();
    }
    return sum;
  }

  // Seconds are written with more digits than a nanosecond has.
  void expect(double reported, double scripted, const char* what) const {
    EXPECT_NEAR(reported, scripted, 1e-9) << what << "\n" << report_.dump(1);
  }

  void expect_f_and_g(const std::string& f, const std::string& g) const {
    ASSERT_GT(f_, 0);
    expect(f_, 3 * g_, "the program's own split");
    expect(without_waiting(tree(), f), f_, "f");
    expect(without_waiting(tree(), g), g_, "g");
    expect(report_.at("totals").at("work_s"), f_ + g_, "all work");
    expect(report_.at("totals").at("wait_s"), wait_, "all waiting");
  }

  test::ScratchDirectory scratch_;
  double f_ = 0, g_ = 0, wait_ = 0;  // thread seconds of the script
  json report_;
};

TEST_P(Split, Called) {
  ASSERT_NO_FATAL_FAILURE(run("direct"));
  expect_f_and_g("f", "g");
}

TEST_P(Split, Inlined) {
  ASSERT_NO_FATAL_FAILURE(run("inlined"));
  expect_f_and_g("f_inlined", "g_inlined");
}

TEST_P(Split, ThroughTasks) {
  ASSERT_NO_FATAL_FAILURE(run("task"));
  expect_f_and_g("f", "g");
  double under_tasks = 0;
  const auto count = [&](const auto& self, const json& nodes, bool in_task) -> void {
    for (const json& node : nodes) {
      if (in_task && node.at("name") == "f") under_tasks += node.at("total_s").get<double>();
      self(self, node.at("children"), in_task || node.at("kind") == "task");
    }
  };
  count(count, tree(), false);
  expect(under_tasks, f_, "f under the task that runs it");
}

TEST_P(Split, InANestedRegion) {
  ASSERT_NO_FATAL_FAILURE(run("nested"));
  expect_f_and_g("f", "g");
  double inner = 0;
  const auto count = [&](const auto& self, const json& nodes, int regions) -> void {
    for (const json& node : nodes) {
      if (regions == 2 && node.at("name") == "f") inner += node.at("total_s").get<double>();
      self(self, node.at("children"), regions + (node.at("kind") == "region" ? 1 : 0));
    }
  };
  count(count, tree(), 0);
  expect(inner, f_, "f under both regions");
}

TEST_P(Split, OneThreadWaitsAtTheBarrier) {
  ASSERT_NO_FATAL_FAILURE(run("idle"));
  expect_f_and_g("f", "g");
  expect(state("implicit barrier"), wait_, "waiting at the region's end");
  const json& region = report_.at("regions").at(0);
  expect(region.at("elapsed_s"), wait_, "the region's length");
  expect(region.at("balance"), 0.5, "balance");
  expect(region.at("gain_s"), wait_ / 2, "gain");
}

TEST_P(Split, WorkersIdleBetweenRegions) {
  ASSERT_NO_FATAL_FAILURE(run("serial"));
  expect_f_and_g("f", "g");
  // Before its next region a worker may still stand at the barrier of its last one: both are waiting for
  // main().
  expect(state("idle") + state("implicit barrier"), wait_, "idle workers");
  expect(sum("functions", "f", "caused_wait_s") + sum("functions", "g", "caused_wait_s"), wait_,
         "idleness charged to f and g");
}

TEST_P(Split, ALockIsHeld) {
  ASSERT_NO_FATAL_FAILURE(run("lock"));
  expect_f_and_g("f", "g");
  expect(state("lock wait") + state("mutex wait"), wait_, "lock wait");
  expect(total_of(tree(), "<lock wait>"), wait_, "<lock wait> in the tree");
  expect(held_by("hold_lock"), wait_, "waiting charged to the holder");
}

// A hold is over before the next sample: what is seen at one sample must not be charged at the next one, when
// somebody else has the lock.
TEST_P(Split, ALockIsHeldBriefly) {
  ASSERT_NO_FATAL_FAILURE(run("turns"));
  ASSERT_GT(wait_, 0);
  expect(state("lock wait") + state("mutex wait"), wait_, "lock wait");
  expect(held_by("hold_briefly"), wait_, "waiting charged to the holder");
  expect(held_by("want_briefly"), 0, "waiting charged to the waiter");
  expect(held_by("hold_unwanted"), 0, "waiting charged to who had the lock at the next round");
}

TEST_P(Split, ACriticalSectionIsHeld) {
  ASSERT_NO_FATAL_FAILURE(run("critical"));
  expect_f_and_g("f", "g");
  expect(state("critical wait") + state("mutex wait"), wait_, "critical wait");
  expect(held_by("criticals"), wait_, "waiting charged to the holder");
}

INSTANTIATE_TEST_SUITE_P(Compilers, Split, testing::Values(LIMPID_TEST_SPLIT_PROGRAMS),
                         [](const auto& program) {
                           return program.param == std::string("steps") ? "gcc" : "clang";
                         });

}  // namespace
}  // namespace limpid::cli
