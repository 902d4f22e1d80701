// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "estimate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bench {
namespace {

TEST(Estimate, KnowsBiasAndSpread) {
  // Errors of 1, 2 and 3 points.
  const Estimate e = estimate({{0.51, 0.50, 100}, {0.52, 0.50, 100}, {0.53, 0.50, 100}});
  EXPECT_NEAR(e.truth, 50, 1e-9);
  EXPECT_NEAR(e.bias, 2, 1e-9);
  EXPECT_NEAR(e.spread, 1, 1e-9);
  EXPECT_NEAR(e.uncertainty, 4.303 / std::sqrt(3.0), 1e-9);
  EXPECT_NEAR(e.binomial, 5, 1e-9);
  EXPECT_NEAR(e.samples, 100, 1e-9);
}

TEST(Estimate, OneRunHasNoInterval) {
  const Estimate e = estimate({{0.4, 0.5, 25}});
  EXPECT_NEAR(e.bias, -10, 1e-9);
  EXPECT_EQ(e.spread, 0);
  EXPECT_EQ(e.uncertainty, 0);
}

TEST(Estimate, IsSureOnlyOutsideItsInterval) {
  Estimate e;
  e.bias = -5;
  e.uncertainty = 1.5;
  EXPECT_TRUE(e.surely_beyond(3));
  e.uncertainty = 2.5;
  EXPECT_FALSE(e.surely_beyond(3));
}

TEST(StudentT, GoesOnWhereItsTableEnds) {
  EXPECT_NEAR(student_t(1), 12.706, 1e-9);
  EXPECT_NEAR(student_t(40), 2.021, 2e-3);
  EXPECT_NEAR(student_t(120), 1.980, 2e-3);
}

}  // namespace
}  // namespace bench
