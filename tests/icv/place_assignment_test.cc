// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// assign_place() against the rules of OpenMP 5.1, section 2.6.2.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "core/icv/places.h"

namespace {

using limpid::core::assign_place;
using limpid::core::PlaceAssignment;
using limpid::core::PlacePartition;
using limpid::core::PlacePolicy;

std::vector<std::uint32_t> places_of(PlacePolicy policy, std::uint32_t team, PlacePartition parent,
                                     std::uint32_t place) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < team; ++i)
    result.push_back(assign_place(policy, i, team, parent, place).place);
  return result;
}

using List = std::vector<std::uint32_t>;

TEST(AssignPlace, PrimaryPutsAllWithTheParent) {
  EXPECT_EQ(places_of(PlacePolicy::kPrimary, 4, {2, 6}, 5), (List{5, 5, 5, 5}));
  EXPECT_EQ(assign_place(PlacePolicy::kPrimary, 3, 4, {2, 6}, 5).partition.first, 2u);
  EXPECT_EQ(assign_place(PlacePolicy::kPrimary, 3, 4, {2, 6}, 5).partition.count, 6u);
}

TEST(AssignPlace, CloseTakesTheNextPlacesAndWrapsInsideThePartition) {
  EXPECT_EQ(places_of(PlacePolicy::kClose, 4, {2, 6}, 6), (List{6, 7, 2, 3}));
  EXPECT_EQ(assign_place(PlacePolicy::kClose, 1, 4, {2, 6}, 6).partition.count, 6u);
}

TEST(AssignPlace, CloseWithMoreThreadsKeepsNeighboursTogether) {
  EXPECT_EQ(places_of(PlacePolicy::kClose, 8, {0, 4}, 1), (List{1, 1, 2, 2, 3, 3, 0, 0}));
  EXPECT_EQ(places_of(PlacePolicy::kClose, 5, {0, 2}, 0), (List{0, 0, 0, 1, 1}));
}

TEST(AssignPlace, SpreadGivesEachThreadASubpartition) {
  EXPECT_EQ(places_of(PlacePolicy::kSpread, 4, {0, 8}, 0), (List{0, 2, 4, 6}));
  const PlaceAssignment second = assign_place(PlacePolicy::kSpread, 1, 4, {0, 8}, 0);
  EXPECT_EQ(second.partition.first, 2u);
  EXPECT_EQ(second.partition.count, 2u);
}

TEST(AssignPlace, SpreadLeavesThePrimaryWhereItIs) {
  EXPECT_EQ(places_of(PlacePolicy::kSpread, 4, {0, 8}, 3), (List{3, 4, 6, 0}));
  EXPECT_EQ(assign_place(PlacePolicy::kSpread, 0, 4, {0, 8}, 3).partition.first, 2u);
}

TEST(AssignPlace, SpreadWithMoreThreadsNarrowsToOnePlaceEach) {
  EXPECT_EQ(places_of(PlacePolicy::kSpread, 6, {4, 3}, 5), (List{5, 5, 6, 6, 4, 4}));
  EXPECT_EQ(assign_place(PlacePolicy::kSpread, 2, 6, {4, 3}, 5).partition.first, 6u);
  EXPECT_EQ(assign_place(PlacePolicy::kSpread, 2, 6, {4, 3}, 5).partition.count, 1u);
}

// The specification's rules, checked for every small shape.
struct Shape {
  std::uint32_t places, team, parent;
};

void check_crowd(PlacePolicy policy, Shape shape, const List& places) {
  std::map<std::uint32_t, std::uint32_t> crowd;
  for (std::uint32_t place : places) ++crowd[place];
  EXPECT_EQ(crowd.size(), shape.places);
  for (auto [place, threads] : crowd) {
    EXPECT_GE(threads, shape.team / shape.places);
    EXPECT_LE(threads, (shape.team + shape.places - 1) / shape.places);
  }
  std::set<std::uint32_t> left;  // threads of one place have consecutive numbers
  for (std::uint32_t i = 1; i < shape.team; ++i) {
    if (places[i] == places[i - 1]) continue;
    left.insert(places[i - 1]);
    EXPECT_FALSE(left.contains(places[i])) << static_cast<int>(policy);
  }
}

void check_spread_partitions(Shape shape, PlacePartition parent) {
  std::set<std::uint32_t> covered;
  for (std::uint32_t i = 0; i < shape.team; ++i) {
    const PlaceAssignment got = assign_place(PlacePolicy::kSpread, i, shape.team, parent, shape.parent);
    EXPECT_GE(got.partition.count, shape.places / shape.team);
    EXPECT_LE(got.partition.count, (shape.places + shape.team - 1) / shape.team);
    EXPECT_GE(got.place, got.partition.first);
    EXPECT_LT(got.place, got.partition.first + got.partition.count);
    for (std::uint32_t p = 0; p < got.partition.count; ++p)
      EXPECT_TRUE(covered.insert(got.partition.first + p).second);
  }
  EXPECT_EQ(covered.size(), shape.places);
}

void check_shape(Shape shape) {
  const PlacePartition parent = {7, shape.places};
  shape.parent += parent.first;
  for (PlacePolicy policy : {PlacePolicy::kClose, PlacePolicy::kSpread}) {
    const List places = places_of(policy, shape.team, parent, shape.parent);
    EXPECT_EQ(places[0], shape.parent);
    for (std::uint32_t place : places) EXPECT_TRUE(place >= 7 && place < 7 + shape.places);
    if (shape.team > shape.places) check_crowd(policy, shape, places);
    if (shape.team <= shape.places) {
      EXPECT_EQ(std::set(places.begin(), places.end()).size(), shape.team);
    }
  }
  if (shape.team <= shape.places) check_spread_partitions(shape, parent);
}

TEST(AssignPlace, FollowsTheRulesForEverySmallShape) {
  for (std::uint32_t places = 1; places <= 12; ++places)
    for (std::uint32_t team = 1; team <= 26; ++team)
      for (std::uint32_t parent = 0; parent < places; ++parent) {
        SCOPED_TRACE(testing::Message() << places << " places, " << team << " threads, parent at " << parent);
        check_shape({places, team, parent});
      }
}

}  // namespace
