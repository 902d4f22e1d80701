// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes a scenario in all ways up to the bounds, and reports the result.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "model.h"
#include "tests/seed.h"

namespace model {
namespace {

constexpr Budget kRandom{30, 10};

// LIMPID_MODEL_SHARE=N in the environment: the first Nth of all executions, for who wants an error sooner.
std::uint64_t share_of(std::uint64_t executions) {
  static const char* const text = std::getenv("LIMPID_MODEL_SHARE");
  static const std::uint64_t parts = text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
  return std::max<std::uint64_t>(1, executions / std::max<std::uint64_t>(1, parts));
}

// True if the execution did not fail; else the message is in result.
bool execute(const Scenario& scenario, Choices& choices, const Budget& budget,
             testing::AssertionResult& result) {
  Execution run(choices, budget);
  scenario(run);
  if (!run.failed() && choices.repeats()) return true;
  result << (run.failed() ? run.report() : "the scenario does not do the same each time\n");
  return false;
}

}  // namespace

// Few deviations first: most errors need few, and all executions with few deviations can be tried.
testing::AssertionResult holds(const Scenario& scenario, const Bounds& bounds) {
  testing::AssertionResult failure = testing::AssertionFailure();
  Choices first;  // one-time initialisation of the process happens here
  if (!execute(scenario, first, {0, 0}, failure)) return failure;
  std::uint64_t executions = 0;
  Budget complete{0, 0};
  for (const Budget& budget : {Budget{1, 1}, Budget{2, 1}, Budget{2, 2}, Budget{3, 2}, Budget{4, 3}}) {
    Choices each;
    bool more = true;
    for (; more && executions < share_of(bounds.executions); ++executions, more = each.next())
      if (!execute(scenario, each, budget, failure)) return failure;
    if (more) break;
    complete = budget;
  }
  const std::uint64_t seed = seed_or(1);
  Choices random(seed);
  for (std::uint64_t at = 0; at < share_of(bounds.random_executions); ++at)
    if (!execute(scenario, random, kRandom, failure))
      return failure << "random execution " << at << ", replay with LIMPID_SEED=" << seed << "\n";
  std::printf("%llu executions, all with up to %u preemptions and %u surprises; %llu random ones\n",
              static_cast<unsigned long long>(executions), complete.preemptions, complete.surprises,
              static_cast<unsigned long long>(share_of(bounds.random_executions)));
  return testing::AssertionSuccess();
}

void require(bool condition, const char* what) {
  if (!condition) Execution::current()->fail(what);
}

}  // namespace model
