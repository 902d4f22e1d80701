// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/allocate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <unordered_set>
#include <vector>

namespace {

using namespace limpid::core;

AllocatorHandle made(std::vector<AllocatorTrait> traits, std::uint64_t space = kDefaultMemSpace) {
  return make_allocator(space, traits.data(), traits.size());
}

bool aligned(const void* memory, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(memory) % alignment == 0;
}

TEST(MakeAllocator, AcceptsBothNumbersOfTheDefaultSpace) {
  for (std::uint64_t space : {std::uint64_t{0}, std::uint64_t{99}}) {
    const AllocatorHandle allocator = made({}, space);
    ASSERT_NE(allocator, kNullAllocator);
    destroy_allocator(allocator);
  }
  EXPECT_EQ(made({}, 5), kNullAllocator);
}

TEST(MakeAllocator, AcceptsBothNumbersOfAccessAll) {
  for (std::uint64_t all : {std::uint64_t{kTraitAll}, std::uint64_t{kTraitAllOf60}}) {
    const AllocatorHandle allocator = made({{TraitKey::kAccess, all}});
    ASSERT_NE(allocator, kNullAllocator);
    destroy_allocator(allocator);
  }
}

TEST(MakeAllocator, RefusesValuesThatATraitCannotHave) {
  EXPECT_EQ(made({{TraitKey::kAlignment, 24}}), kNullAllocator);
  EXPECT_EQ(made({{TraitKey::kAlignment, 0}}), kNullAllocator);
  EXPECT_EQ(made({{TraitKey::kPinned, 7}}), kNullAllocator);
  EXPECT_EQ(made({{TraitKey::kFallback, kTraitTrue}}), kNullAllocator);
  EXPECT_EQ(made({{TraitKey::kFallback, kTraitAllocatorFallback}}), kNullAllocator) << "fb_data is missing";
  EXPECT_EQ(made({{TraitKey::kPartition, kTraitAll}}), kNullAllocator);
  EXPECT_EQ(made({{static_cast<TraitKey>(77), 1}}), kNullAllocator);
}

TEST(Allocate, GivesTheLargerOfBothAlignments) {
  const AllocatorHandle allocator = made({{TraitKey::kAlignment, 256}});
  for (std::size_t alignment : {1u, 8u, 64u, 512u, 4096u}) {
    void* const memory = allocate(100, alignment, allocator);
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(aligned(memory, alignment > 256 ? alignment : 256));
    memset(memory, 1, 100);
    deallocate(memory);
  }
  destroy_allocator(allocator);
}

TEST(Allocate, AnswersNullForNothingAndForOddAlignment) {
  EXPECT_EQ(allocate(0, 1, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate(8, 24, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate(SIZE_MAX - 8, 1, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate_zeroed(SIZE_MAX / 2, 3, 1, kDefaultAllocator), nullptr);
  deallocate(nullptr);
}

TEST(Allocate, APoolIsALimitOnWhatIsInUse) {
  const AllocatorHandle allocator =
      made({{TraitKey::kPoolSize, 1024}, {TraitKey::kFallback, kTraitNullFallback}});
  void* const first = allocate(512, 1, allocator);
  void* const second = allocate(512, 1, allocator);
  EXPECT_NE(first, nullptr);
  EXPECT_NE(second, nullptr);
  EXPECT_EQ(allocate(1, 1, allocator), nullptr);
  deallocate(first);
  void* const third = allocate(512, 1, allocator);
  EXPECT_NE(third, nullptr);
  deallocate(second);
  deallocate(third);
  destroy_allocator(allocator);
}

TEST(Reallocate, ChargesAPoolWithOneBlockOnly) {
  const AllocatorHandle allocator =
      made({{TraitKey::kPoolSize, 1000}, {TraitKey::kFallback, kTraitNullFallback}});
  auto* memory = static_cast<char*>(allocate(600, 1, allocator));
  ASSERT_NE(memory, nullptr);
  memset(memory, 7, 600);
  memory = static_cast<char*>(reallocate(memory, 1000, kNullAllocator));
  ASSERT_NE(memory, nullptr) << "the pool has room for it alone";
  EXPECT_EQ(memory[599], 7);
  EXPECT_EQ(reallocate(memory, 1001, allocator), nullptr) << "and for no more";
  EXPECT_EQ(memory[599], 7) << "the old block stays";
  memory = static_cast<char*>(reallocate(memory, 400, allocator));
  ASSERT_NE(memory, nullptr);
  void* const rest = allocate(600, 1, allocator);
  EXPECT_NE(rest, nullptr) << "what it does not need any more is free again";
  EXPECT_EQ(allocate(1, 1, allocator), nullptr);
  memory = static_cast<char*>(reallocate(memory, 5000, kDefaultAllocator));
  ASSERT_NE(memory, nullptr);
  void* const freed = allocate(400, 1, allocator);
  EXPECT_NE(freed, nullptr) << "the block has left the pool";
  for (void* block : {static_cast<void*>(memory), rest, freed}) deallocate(block);
  void* const all = allocate(1000, 1, allocator);
  EXPECT_NE(all, nullptr);
  deallocate(all);
  destroy_allocator(allocator);
}

TEST(Reallocate, LeavesThePoolForTheFallback) {
  const AllocatorHandle allocator = made({{TraitKey::kPoolSize, 100}});
  void* const moved = reallocate(allocate(60, 1, allocator), 200, allocator);
  ASSERT_NE(moved, nullptr);
  void* const other = allocate(100, 1, allocator);
  EXPECT_TRUE(reallocate(other, 100, kNullAllocator) != nullptr);
  deallocate(moved);
  destroy_allocator(allocator);
}

TEST(Allocate, FallsBackAsTheTraitSays) {
  const AllocatorHandle other = made({{TraitKey::kAlignment, 4096}});
  const AllocatorHandle to_other = made({{TraitKey::kPoolSize, 8},
                                         {TraitKey::kFallback, kTraitAllocatorFallback},
                                         {TraitKey::kFallbackData, other}});
  const AllocatorHandle to_default = made({{TraitKey::kPoolSize, 8}});
  void* const from_other = allocate(100, 1, to_other);
  void* const from_default = allocate(100, 1, to_default);
  EXPECT_TRUE(from_other != nullptr && aligned(from_other, 4096));
  EXPECT_NE(from_default, nullptr);
  deallocate(from_other);
  deallocate(from_default);
  for (AllocatorHandle handle : {to_other, to_default, other}) destroy_allocator(handle);
}

TEST(AllocateDeathTest, AbortsWhenTheTraitSaysSo) {
  const AllocatorHandle allocator =
      made({{TraitKey::kPoolSize, 8}, {TraitKey::kFallback, kTraitAbortFallback}});
  EXPECT_DEATH(allocate(100, 1, allocator), "out of memory allocating 100 bytes");
  destroy_allocator(allocator);
}

TEST(AllocateDeathTest, NamesAnAddressThatIsNotItsOwn) {
  alignas(16) static char stranger[256];
  EXPECT_DEATH(deallocate(stranger + 128), "no omp_alloc routine returned");
}

TEST(Allocate, PlacesPagesWhenAsked) {
  for (std::uint64_t layout : {kTraitNearest, kTraitBlocked, kTraitInterleaved}) {
    const AllocatorHandle allocator = made({{TraitKey::kPartition, layout}});
    auto* const memory = static_cast<char*>(allocate_zeroed(3, 5000, 64, allocator));
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(memory[14999], 0);
    deallocate(memory);
    destroy_allocator(allocator);
  }
}

TEST(Reallocate, KeepsTheContentsAndMovesBetweenAllocators) {
  const AllocatorHandle aligned_one = made({{TraitKey::kAlignment, 1024}});
  auto* memory = static_cast<char*>(allocate(10, 1, kDefaultAllocator));
  memcpy(memory, "limpid", 7);
  memory = static_cast<char*>(reallocate(memory, 5000, aligned_one));
  ASSERT_NE(memory, nullptr);
  EXPECT_STREQ(memory, "limpid");
  EXPECT_TRUE(aligned(memory, 1024));
  memory = static_cast<char*>(reallocate(memory, 7, kNullAllocator));
  EXPECT_STREQ(memory, "limpid");
  EXPECT_TRUE(aligned(memory, 1024)) << "the block's own allocator";
  EXPECT_EQ(reallocate(memory, 0, kNullAllocator), nullptr);
  destroy_allocator(aligned_one);
}

TEST(AllocationRegistry, AreToldFromOtherMemoryUntilTheyAreFreed) {
  std::vector<void*> blocks;
  int stranger = 0;
  EXPECT_FALSE(is_registered_block(&stranger));
  for (int i = 0; i < 500; ++i) {
    blocks.push_back(allocate(16, 1, kDefaultAllocator));
    ASSERT_TRUE(register_block(blocks.back()));
  }
  EXPECT_FALSE(is_registered_block(&stranger));
  EXPECT_FALSE(is_registered_block(nullptr));
  for (std::size_t i = 0; i < blocks.size(); i += 2) deallocate(blocks[i]);
  for (std::size_t i = 0; i < blocks.size(); ++i) EXPECT_EQ(is_registered_block(blocks[i]), i % 2 == 1);
  for (std::size_t i = 1; i < blocks.size(); i += 2) deallocate(blocks[i]);
  EXPECT_FALSE(is_registered_block(blocks[1]));
}

TEST(Allocate, APoolSharedByThreadsComesOutEven) {
  const AllocatorHandle allocator =
      made({{TraitKey::kPoolSize, 4096}, {TraitKey::kFallback, kTraitNullFallback}});
  auto churn = [&] {
    for (int i = 0; i < 2000; ++i) deallocate(allocate(1024, 1, allocator));
  };
  std::thread other(churn);
  churn();
  other.join();
  void* const all = allocate(4096, 1, allocator);
  EXPECT_NE(all, nullptr) << "some of the pool got lost";
  deallocate(all);
  destroy_allocator(allocator);
}

}  // namespace
