// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `limpid check`: what programs say they expect, how answers are judged, and the command on runtimes good and
// bad.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/failure.h"
#include "check/expectation.h"
#include "check/program_set.h"
#include "check/verdict.h"
#include "support/command.h"
#include "support/files.h"

namespace limpid::cli {
namespace {

using check::Answer;
using check::Expectation;
using check::ProcessResult;
using test::fixture;
using test::Outcome;
using test::ScratchDirectory;

using test::kLimpid;

TEST(CheckExpectation, SumsOfNumbersAndThreads) {
  const std::pair<const char*, int64_t> good[] = {
      {"4", 4},         {"T", 3},     {"2 * T", 6},      {"2 + 2 * T", 8},
      {"2 * T - 2", 4}, {"T * T", 9}, {"10 - 1 - 1", 8}, {"0", 0},
  };
  for (const auto& [sum, value] : good) EXPECT_EQ(check::value_of(sum, 3), value) << sum;
  for (const char* bad : {"", "T T", "2 *", "* 2", "x", "2T", "-1", "1 / 2", "99999999999999999999"})
    EXPECT_EQ(check::value_of(bad, 3), std::nullopt) << bad;
}

TEST(CheckExpectation, WrongLinesAreNamed) {
  std::string problem;
  for (const char* bad : {"", "dispatch:section", "= 4", "dispatch:section = four", "a b = 1", "a + = 1",
                          "a = 1 | gcc", "a = 1 | gcc: ", "a = 1 |"}) {
    problem.clear();
    EXPECT_FALSE(check::parse_expectation(bad, &problem).has_value()) << bad;
    EXPECT_FALSE(problem.empty()) << bad;
  }
  auto good = check::parse_expectation(
      "work_begin:loop + work_begin:static >= 2 * T | gcc flang: the compiler's", &problem);
  ASSERT_TRUE(good.has_value()) << problem;
  EXPECT_EQ(good->words, (std::vector<std::string>{"work_begin:loop", "work_begin:static"}));
  EXPECT_EQ(good->relation, Expectation::Relation::at_least);
  EXPECT_EQ(good->not_for, (std::vector<std::string>{"gcc", "flang"}));
}

ProcessResult dispatched(const char* registered, uint64_t sections) {
  ProcessResult result;
  result.callbacks["dispatch"] = {registered, false, "4.5.2.6", {"dispatch"}, sections};
  result.words["dispatch:section"] = sections;
  result.words["dispatch_iterations:chunk"] = 100;  // another word of the same beginning
  return result;
}

TEST(CheckExpectation, WhatIsLostCountsOnlyIfItWasPromised) {
  struct Case {
    const char* line;
    const char* registered;
    uint64_t seen;
    Answer::Kind kind;
    bool deviation;
  };
  const Case cases[] = {
      {"dispatch:section = 4", "always", 4, Answer::Kind::met, false},
      {"dispatch:section = 4", "always", 2, Answer::Kind::lost, true},
      {"dispatch:section = 4", "sometimes_paired", 2, Answer::Kind::lost, false},
      {"dispatch:section = 4", "sometimes", 8, Answer::Kind::surplus, true},
      {"dispatch:* = 2 * T", "always", 4, Answer::Kind::met, false},
      {"dispatch:section >= 4", "sometimes", 8, Answer::Kind::met, false},
      {"dispatch:section >= 4", "always", 3, Answer::Kind::lost, true},
      {"dispatch:section <= 4", "always", 3, Answer::Kind::met, false},
      {"dispatch:section <= 4", "never", 5, Answer::Kind::surplus, true},
      {"dispatch:section + dispatch:chunk = 4", "always", 4, Answer::Kind::met, false},
  };
  for (const Case& each : cases) {
    std::string problem;
    auto expectation = check::parse_expectation(each.line, &problem);
    ASSERT_TRUE(expectation.has_value()) << each.line;
    Answer answer = check::judge(*expectation, 2, dispatched(each.registered, each.seen));
    EXPECT_EQ(answer.kind, each.kind) << each.line << " " << each.registered;
    EXPECT_EQ(answer.deviation, each.deviation) << each.line << " " << each.registered;
    EXPECT_EQ(answer.callback, "dispatch");
  }
}

TEST(CheckPrograms, EveryOneSaysWhatItExpects) {
  std::string directory = std::string(LIMPID_SOURCE) + "/check/programs";
  std::vector<check::Program> programs = check::read_programs(directory, {});
  EXPECT_GE(programs.size(), 60u);
  for (const check::Program& program : programs) {
    bool by_rules_alone = program.name.rfind("target_memory", 0) == 0 || program.name == "inquiry";
    EXPECT_NE(program.expectations.empty(), !by_rules_alone) << program.name;
  }
  EXPECT_THROW(check::read_programs(directory, {"no_such_program"}), Failure);
  EXPECT_THROW(check::read_programs("/no/such/directory", {}), Failure);
}

TEST(CheckPrograms, CommentsAreRead) {
  ScratchDirectory scratch;
  scratch.write("one.c",
                "// What it is.\n// env: OMP_CANCELLATION=true\n// threads: 1 3\n// not clang: reasons\n// "
                "expect: flush <= T\n");
  std::vector<check::Program> programs = check::read_programs(scratch.path(), {});
  ASSERT_EQ(programs.size(), 1u);
  EXPECT_EQ(programs[0].environment.at("OMP_CANCELLATION"), "true");
  EXPECT_EQ(programs[0].threads, (std::vector<int>{1, 3}));
  EXPECT_EQ(programs[0].not_for.at("clang"), "reasons");
  EXPECT_EQ(programs[0].expectations.size(), 1u);
  for (const char* wrong : {"! expect: nonsense\n", "! What it is. expect: flush = 1\n"}) {
    scratch.write("two.f90", wrong);
    EXPECT_THROW(check::read_programs(scratch.path(), {}), Failure) << wrong;
  }
}

TEST(CheckResult, DamagedLinesAreLeftOut) {
  ScratchDirectory scratch;
  std::string file =
      scratch.write("result",
                    "{\"type\":\"start\",\"runtime\":\"R\",\"omp_version\":202011}\n"
                    "not json\n{\"type\":7}\n[]\n{\"type\":\"word\",\"word\":\"flush\",\"times\":3}\n"
                    "{\"type\":\"finding\",\"severity\":\"violation\",\"rule\":\"nesting\"}\n"
                    "{\"type\":\"end\",\"eve");
  ProcessResult result = check::read_result(file);
  EXPECT_TRUE(result.started);
  EXPECT_FALSE(result.ended);
  EXPECT_EQ(result.words.at("flush"), 3u);
  EXPECT_EQ(result.rules.at("nesting"), 1u) << "without a summary the findings are counted";
}

// One scratch cache for all: programs are built once.
Outcome run_check(const std::string& arguments) {
  static ScratchDirectory cache;
  return test::shell("XDG_CACHE_HOME=" + cache.path() + " exec " + kLimpid + " check " + arguments);
}

class Check : public testing::Test {
 protected:
  void SetUp() override {
    auto stage = std::filesystem::path(kLimpid).parent_path().parent_path();
    if (!std::filesystem::exists(stage / "lib/liblimpid-check.so"))
      GTEST_SKIP() << "a build with sanitizers has no checking tool";
  }
};

nlohmann::json json_of(const Outcome& outcome) {
  return nlohmann::json::parse(outcome.out, nullptr, false);
}

TEST_F(Check, LimpidHasNoDeviation) {
  Outcome outcome = run_check("--compiler gcc --threads 1,3 --only parallel,sections,task,lock,inquiry");
  EXPECT_EQ(outcome.exit, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("Limpid "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nno deviation\n"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Check, AnswersAsJson) {
  Outcome outcome = run_check("--json --compiler gcc --threads 2 --only sections");
  nlohmann::json report = json_of(outcome);
  ASSERT_TRUE(report.is_object()) << outcome.out << outcome.err;
  EXPECT_EQ(report["format"], "limpid-check");
  EXPECT_EQ(report["ompt"], true);
  EXPECT_EQ(report["deviations"].size(), 0u);
  EXPECT_EQ(report["entry_points"].size(), 19u);
  EXPECT_EQ(report["runs"], 2);  // and once under signals
  for (const auto& callback : report["callbacks"]) {
    if (callback["name"] == "dispatch") {
      EXPECT_EQ(callback["seen"], 8);
    }
  }
}

TEST_F(Check, ADeviatingRuntimeIsFoundOut) {
  Outcome outcome = run_check("--json --compiler gcc --threads 1 --only regions --runtime " +
                              fixture("deviating_runtime.so"));
  EXPECT_EQ(outcome.exit, 1) << outcome.out << outcome.err;
  nlohmann::json report = json_of(outcome);
  ASSERT_TRUE(report.is_object()) << outcome.out << outcome.err;
  EXPECT_EQ(report["runtime"], "a runtime that deviates");
  std::map<std::string, nlohmann::json> rules;
  for (const auto& broken : report["deviations"])
    rules[broken["rule"].get<std::string>() + " " + broken["words"].get<std::string>()] = broken;
  for (const char* rule : {"implicit_task.end.parallelism ", "implicit_task.barrier ", "codeptr.runtime ",
                           "entry.missing ", "registration.lost sync_begin:parallel"}) {
    EXPECT_EQ(rules.count(rule), 1u) << rule << outcome.out;
  }
  const nlohmann::json& first = rules["implicit_task.end.parallelism "]["first"];
  EXPECT_EQ(first["program"], "regions");
  EXPECT_EQ(first["event"], "implicit_task");
  EXPECT_EQ(rules["implicit_task.end.parallelism "]["section"], "4.5.2.11");
  std::string place = rules["codeptr.runtime "]["first"]["code"]["place"];
  EXPECT_NE(place.find("(deviating_runtime.so)"), std::string::npos) << place;
  Outcome text =
      run_check("--compiler gcc --threads 1 --only regions --runtime " + fixture("deviating_runtime.so"));
  EXPECT_NE(text.out.find("implicit_task.end.parallelism (4.5.2.11)"), std::string::npos) << text.out;
}

TEST_F(Check, ARuntimeWithoutToolsSaysSo) {
  Outcome outcome =
      run_check("--compiler gcc --threads 2 --only parallel --runtime " + std::string(LIMPID_SYSTEM_GOMP));
  EXPECT_EQ(outcome.exit, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("no OMPT interface"), std::string::npos) << outcome.out;
}

TEST_F(Check, AProgramOfTheUsersKeepsItsStreams) {
  Outcome outcome = run_check("-- " + fixture("status-omp") + " exit 42");
  EXPECT_EQ(outcome.exit, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("exit status 42"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("no deviation"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out.find("callback"), std::string::npos) << "stdout is the program's";
  ScratchDirectory scratch;
  std::string file = scratch.join("report.json");
  Outcome quiet = run_check("--json -o " + file + " -- " + fixture("status-omp") + " fork");
  EXPECT_EQ(quiet.exit, 0) << quiet.err;
  std::ifstream stream(file);
  nlohmann::json report = nlohmann::json::parse(stream, nullptr, false);
  EXPECT_EQ(report["ompt"], true);
  Outcome none = run_check("-- " + fixture("status") + " exit 3");
  EXPECT_EQ(none.exit, 1);
  EXPECT_NE(none.err.find("no OMPT interface"), std::string::npos) << none.err;
}

TEST_F(Check, WhatCannotBeCheckedIsExplained) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"--runtime /no/such/lib.so", "/no/such/lib.so"},
      {"--runtime /bin/sh", "neither GOMP_parallel nor __kmpc_fork_call"},
      {"--threads 0", "0"},
      {"--threads two", "two"},
      {"--compiler tcc", "tcc"},
      {"--compiler /no/such/gcc", "/no/such/gcc"},
      {"--only nothing", "nothing"},
      {"-- /no/such/program", "/no/such/program"},
      {"stray", "stray"},
  };
  for (const auto& [arguments, word] : mistakes) {
    Outcome outcome = run_check(arguments);
    EXPECT_EQ(outcome.exit, 2) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_NE(outcome.err.find(word), std::string::npos) << arguments << ": " << outcome.err;
  }
}

}  // namespace
}  // namespace limpid::cli
