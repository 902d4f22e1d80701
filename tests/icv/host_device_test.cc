// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between "devices" that are all the host, and the block that a target region gets.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "abi/gomp/depend_clause.h"
#include "abi/gomp/map_list.h"
#include "core/data/thread.h"
#include "core/device/host_memory.h"
#include "core/icv/devices.h"

namespace {

using namespace limpid::core;
using limpid::abi::MapList;

// On which the copies happen; nobody observes them here.
Thread g_self;

TEST(CopyMemory, HonoursOffsetsAndRefusesOtherDevices) {
  const char source[] = "0123456789";
  char destination[8] = "-------";
  EXPECT_EQ(copy_memory(g_self, {destination, source, 3, 2, 4, host_device(), kInitialDevice}), 0);
  EXPECT_STREQ(destination, "--456--");
  EXPECT_NE(copy_memory(g_self, {destination, source, 3, 0, 0, 5, host_device()}), 0);
  EXPECT_NE(copy_memory(g_self, {destination, source, 3, 0, 0, host_device(), kInvalidDevice}), 0);
  EXPECT_STREQ(destination, "--456--");
}

TEST(CopyRectangle, CopiesAPieceOfThreeDimensions) {
  constexpr std::size_t kFrom[] = {3, 4, 5};
  constexpr std::size_t kTo[] = {2, 6, 7};
  std::vector<int> source(3 * 4 * 5);
  std::vector<int> destination(2 * 6 * 7, -1);
  for (std::size_t i = 0; i < source.size(); ++i) source[i] = static_cast<int>(i);
  const std::size_t volume[] = {2, 2, 3};
  const std::size_t from[] = {1, 2, 1};
  const std::size_t to[] = {0, 3, 4};
  ASSERT_EQ(copy_rectangle(g_self, {destination.data(), source.data(), sizeof(int), 3, volume, to, from, kTo,
                                    kFrom, 0, 0}),
            0);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = 0; k < 7; ++k) {
        const bool inside = j >= 3 && j < 5 && k >= 4;
        const int expected = inside ? static_cast<int>(((i + 1) * 4 + (j - 3 + 2)) * 5 + (k - 4 + 1)) : -1;
        EXPECT_EQ(destination[(i * 6 + j) * 7 + k], expected) << i << "," << j << "," << k;
      }
}

TEST(CopyRectangle, AnswersHowManyDimensionsThereMayBe) {
  EXPECT_GE(
      copy_rectangle(g_self, {nullptr, nullptr, 0, 0, nullptr, nullptr, nullptr, nullptr, nullptr, 0, 0}), 3);
}

TEST(CopyRectangle, RefusesWhatCannotBe) {
  int one = 1;
  int other = 2;
  const std::size_t huge[] = {std::numeric_limits<std::size_t>::max()};
  const std::size_t zero[] = {0};
  EXPECT_NE(copy_rectangle(g_self, {&other, &one, sizeof(int), 0, zero, zero, zero, zero, zero, 0, 0}), 0);
  EXPECT_NE(copy_rectangle(g_self, {&other, &one, sizeof(int), 1, huge, zero, zero, zero, zero, 0, 0}), 0);
  EXPECT_NE(copy_rectangle(g_self, {&other, &one, sizeof(int), 1, zero, zero, zero, zero, zero, 3, 0}), 0);
  EXPECT_EQ(other, 2);
}

TEST(FillMemory, FillsOnlyOnTheHost) {
  char text[] = "aaaa";
  EXPECT_EQ(fill_memory({text, 'b', 2, host_device()}), text);
  EXPECT_EQ(fill_memory({text, 'c', 4, 7}), text);
  EXPECT_STREQ(text, "bbaa");
}

// Kinds of GCC: 3 tofrom, 12 firstprivate, 13 a value in the address itself; the alignment's logarithm in the
// high byte.
TEST(MapList, CopiesFirstprivateItemsAndPassesTheOthersOn) {
  int mapped = 1;
  double first = 2.5;
  alignas(256) char wide[300];
  memset(wide, 'w', sizeof wide);
  void* addresses[] = {&mapped, &first, reinterpret_cast<void*>(42), wide, nullptr};
  const std::size_t sizes[] = {sizeof mapped, sizeof first, 0, sizeof wide, 8};
  const unsigned short kinds[] = {0x203, 0x30c, 0x00d, 0x80c, 0x30c};
  const MapList list = {5, addresses, sizes, kinds};
  ASSERT_TRUE(list.has_private_copies());
  for (std::size_t shift = 0; shift < 64; shift += sizeof(void*)) {
    std::vector<std::uint64_t> room((list.block_size() + shift) / 8 + 2, 0x5555555555555555);
    char* const block = reinterpret_cast<char*>(room.data()) + shift;
    list.fill_block(block);
    const auto* const slots = reinterpret_cast<void**>(block);
    EXPECT_EQ(slots[0], &mapped);
    EXPECT_EQ(slots[2], reinterpret_cast<void*>(42));
    EXPECT_EQ(slots[4], nullptr);
    EXPECT_NE(slots[1], &first);
    EXPECT_EQ(*static_cast<double*>(slots[1]), 2.5);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(slots[3]) % 256, 0u);
    EXPECT_EQ(memcmp(slots[3], wide, sizeof wide), 0);
    EXPECT_LE(static_cast<char*>(slots[3]) + sizeof wide, block + list.block_size());
  }
}

TEST(MapList, KnowsWhenNothingIsToBeCopied) {
  int mapped = 1;
  void* addresses[] = {&mapped};
  const std::size_t sizes[] = {4};
  const unsigned short kinds[] = {0x203};
  EXPECT_FALSE((MapList{1, addresses, sizes, kinds}).has_private_copies());
}

using limpid::abi::DependClause;
using limpid::events::DependenceKind;

void* word(std::uintptr_t value) {
  return reinterpret_cast<void*>(value);
}

void expect_item(const DependClause& clause, unsigned index, std::uint64_t variable, DependenceKind kind) {
  EXPECT_EQ(clause.list()[index].variable, variable) << index;
  EXPECT_EQ(clause.list()[index].kind, kind) << index;
}

TEST(DependClause, DecodesTheCompactForm) {
  void* array[] = {word(3), word(1), word(0x10), word(0x20), word(0x30)};
  const DependClause clause(array);
  ASSERT_EQ(clause.count(), 3u);
  expect_item(clause, 0, 0x10, DependenceKind::inout);
  expect_item(clause, 1, 0x20, DependenceKind::in);
  expect_item(clause, 2, 0x30, DependenceKind::in);
  EXPECT_EQ(DependClause(nullptr).count(), 0u);
}

TEST(DependClause, DecodesTheExtendedFormWithObjects) {
  std::uint64_t set_object[] = {0x50, 5};
  std::uint64_t all_memory[] = {0, 2};
  void* array[] = {nullptr,    word(5),    word(1),    word(1),    word(1),
                   word(0x10), word(0x20), word(0x30), set_object, all_memory};
  const DependClause clause(array);
  ASSERT_EQ(clause.count(), 5u);
  expect_item(clause, 0, 0x10, DependenceKind::inout);
  expect_item(clause, 1, 0x20, DependenceKind::mutexinoutset);
  expect_item(clause, 2, 0x30, DependenceKind::in);
  expect_item(clause, 3, 0x50, DependenceKind::inoutset);
  expect_item(clause, 4, 0, DependenceKind::out);
}

TEST(DependClause, TakesAnyNumberOfItems) {
  std::vector<void*> array = {word(1000), word(0)};
  for (std::uintptr_t i = 0; i < 1000; ++i) array.push_back(word(8 * i + 8));
  const DependClause clause(array.data());
  ASSERT_EQ(clause.count(), 1000u);
  expect_item(clause, 999, 8000, DependenceKind::in);
}

TEST(DependClauseDeathTest, NamesADestroyedObject) {
  std::uint64_t destroyed[] = {0x50, ~std::uint64_t{0}};
  void* array[] = {nullptr, word(1), word(0), word(0), word(0), destroyed};
  EXPECT_DEATH(DependClause{array}, "not initialized or was destroyed");
}

}  // namespace
