// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/iteration_space.h"

#include <gtest/gtest.h>
#include <limits.h>

#include <vector>

namespace limpid::core {
namespace {

using ull = unsigned long long;

std::vector<uint64_t> values_of(const IterationSpace& space) {
  std::vector<uint64_t> values;
  for (uint64_t iteration = 0; iteration < space.trip; ++iteration)
    values.push_back(value_of(space, iteration));
  return values;
}

TEST(IterationSpace, SignedLoopsHaveTheIterationsOfTheLoopAsWritten) {
  for (long first = -7; first <= 7; ++first) {
    for (long end = -7; end <= 7; ++end) {
      for (long step : {-5L, -3L, -2L, -1L, 1L, 2L, 3L, 5L}) {
        std::vector<uint64_t> expected;
        for (long i = first; step > 0 ? i < end : i > end; i += step)
          expected.push_back(static_cast<uint64_t>(i));
        EXPECT_EQ(values_of(space_of(first, end, step)), expected) << first << ".." << end << " by " << step;
      }
    }
  }
}

TEST(IterationSpace, UnsignedLoopsHaveTheIterationsOfTheLoopAsWritten) {
  for (ull first = 0; first <= 9; ++first) {
    for (ull end = 0; end <= 9; ++end) {
      for (ull step : {1ull, 2ull, 4ull}) {
        std::vector<uint64_t> up, down;
        for (ull i = first; i < end; i += step) up.push_back(i);
        for (long long i = static_cast<long long>(first); i > static_cast<long long>(end);
             i -= static_cast<long long>(step))
          down.push_back(static_cast<uint64_t>(i));
        EXPECT_EQ(values_of(space_of(true, first, end, step)), up) << first << ".." << end << " by " << step;
        EXPECT_EQ(values_of(space_of(false, first, end, -step)), down)
            << first << ".." << end << " by -" << step;
      }
    }
  }
}

TEST(IterationSpace, ExtremeBoundsDoNotOverflow) {
  EXPECT_EQ(space_of(LONG_MIN, LONG_MAX, 1L).trip, ULLONG_MAX);
  EXPECT_EQ(space_of(LONG_MAX, LONG_MIN, -1L).trip, ULLONG_MAX);
  EXPECT_EQ(space_of(LONG_MIN, LONG_MAX, LONG_MAX).trip, 3u);
  EXPECT_EQ(space_of(LONG_MAX, LONG_MIN, LONG_MIN).trip, 2u);
  EXPECT_EQ(space_of(LONG_MAX - 1, LONG_MAX, LONG_MAX).trip, 1u);
  EXPECT_EQ(space_of(true, 0, ULLONG_MAX, 1).trip, ULLONG_MAX);
  EXPECT_EQ(space_of(true, 1, ULLONG_MAX, ULLONG_MAX).trip, 1u);
  EXPECT_EQ(space_of(false, ULLONG_MAX, 0, ~0ull).trip, ULLONG_MAX);
  EXPECT_EQ(space_of(0L, 10L, 0L).trip, 0u);
}

TEST(IterationSpace, TheLastChunkEndsWhereTheLoopEnds) {
  IterationSpace space = space_of(LONG_MAX - 10, LONG_MAX, 3L);
  ASSERT_EQ(space.trip, 4u);
  EXPECT_EQ(end_value_of(space, 4), static_cast<uint64_t>(LONG_MAX));
  EXPECT_EQ(end_value_of(space, 3), static_cast<uint64_t>(LONG_MAX - 1));
}

TEST(IterationSpace, ChunksCoverTheTripOnce) {
  for (uint64_t trip : {0ull, 1ull, 2ull, 7ull, 64ull, 65ull}) {
    for (uint64_t chunk : {1ull, 2ull, 3ull, 64ull, 1000ull, ULLONG_MAX}) {
      uint64_t covered = 0;
      for (uint64_t number = 0; number < chunk_count(trip, chunk); ++number) {
        EXPECT_EQ(number * chunk, covered);
        covered = chunk_end(trip, covered, chunk);
      }
      EXPECT_EQ(covered, trip) << "chunk " << chunk;
    }
  }
  EXPECT_EQ(chunk_count(ULLONG_MAX, 1), ULLONG_MAX);
  EXPECT_EQ(chunk_end(ULLONG_MAX, ULLONG_MAX - 1, 5), ULLONG_MAX);
}

TEST(IterationSpace, BlocksAreThoseThatGccExpandsInline) {
  for (uint64_t threads = 1; threads <= 9; ++threads) {
    for (uint64_t trip = 0; trip <= 40; ++trip) {
      uint64_t next = 0;
      for (uint64_t index = 0; index < threads; ++index) {
        Block block = static_block(trip, index, threads);
        EXPECT_EQ(block.begin, next);
        EXPECT_EQ(block.end - block.begin, trip / threads + (index < trip % threads ? 1 : 0));
        next = block.end;
      }
      EXPECT_EQ(next, trip);
    }
  }
}

}  // namespace
}  // namespace limpid::core
