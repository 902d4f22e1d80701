// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a scenario to a verdict.
#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "model.h"

namespace model {
namespace {

std::uint64_t seed() {
  const char* text = std::getenv("LIMPID_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

// True while all is well; else the message is in result.
bool execute(const Scenario& scenario, Choices& choices, const Budget& budget,
             testing::AssertionResult& result) {
  Execution run(choices, budget);
  scenario(run);
  if (!run.failed()) return true;
  result << run.report();
  return false;
}

}  // namespace

testing::AssertionResult holds(const Scenario& scenario, const Bounds& bounds) {
  testing::AssertionResult failure = testing::AssertionFailure();
  Choices each;
  std::uint64_t executions = 0;
  bool more = true;
  for (; more && executions < bounds.executions; ++executions, more = each.next())
    if (!execute(scenario, each, bounds.each, failure)) return failure << "execution " << executions << "\n";
  std::printf("%s%llu executions", more ? "the first " : "all ", static_cast<unsigned long long>(executions));
  Choices random(seed());
  for (std::uint64_t at = 0; at < bounds.random_executions; ++at)
    if (!execute(scenario, random, bounds.random, failure))
      return failure << "random execution " << at << ", replay with LIMPID_SEED=" << seed() << "\n";
  std::printf(", %llu random ones\n", static_cast<unsigned long long>(bounds.random_executions));
  return testing::AssertionSuccess();
}

void require(bool condition, const char* what) {
  if (!condition) Execution::current()->fail(what);
}

}  // namespace model

// The runtime's own checks speak through the model.
namespace limpid::base {

[[noreturn]] void check_failed(const char* condition, const char* file, int line) {
  const std::string where = std::string(file) + ":" + std::to_string(line) + ": " + condition;
  model::Execution* run = model::Execution::current();
  if (run != nullptr) run->fail(where);
  std::fprintf(stderr, "%s\n", where.c_str());
  std::abort();
}

}  // namespace limpid::base
