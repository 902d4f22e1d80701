// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "limits.h"

#include <gtest/gtest.h>

namespace bench {
namespace {

Verdict verdict_of(const std::string& construct, std::vector<double> ratios) {
  Verdict verdict;
  verdict.construct.name = construct;
  verdict.ratio = quantile(ratios, 0.5);
  verdict.ratios = std::move(ratios);
  return verdict;
}

TEST(Limits, AConstructIsBelowWhenItsWholeIntervalIs) {
  const Conditions conditions{"gcc", false};
  EXPECT_TRUE(surely_below(verdict_of("barrier", {0.9, 0.91, 0.92, 0.93, 0.94, 0.94}), conditions));
  EXPECT_FALSE(surely_below(verdict_of("barrier", {0.9, 0.91, 0.92, 0.93, 0.94, 0.96}), conditions))
      << "of six values the interval is the range";
  EXPECT_FALSE(surely_below(verdict_of("barrier", {1.2, 1.2, 1.2, 1.2, 1.2, 1.2}), conditions));
}

TEST(Limits, AnExceptionHoldsForItsCompilerAlone) {
  const Verdict verdict = verdict_of("teams", {0.5, 0.5, 0.5, 0.5, 0.5, 0.5});
  EXPECT_FALSE(surely_below(verdict, {"gcc", false}));
  EXPECT_TRUE(surely_below(verdict, {"clang", false}));
}

TEST(Limits, OfAConstructThatWasNotComparedNothingIsSure) {
  EXPECT_FALSE(surely_below(verdict_of("barrier", {1}), {"gcc", false}));
  Verdict failed;
  failed.construct.name = "barrier";
  EXPECT_FALSE(surely_below(failed, {"gcc", false}));
}

TEST(Limits, ClangsProgramsMustGainMore) {
  EXPECT_GT(least_mean({"clang", false}), least_mean({"gcc", true}));
}

}  // namespace
}  // namespace bench
