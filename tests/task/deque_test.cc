// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sync/deque.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

#include "../seed.h"

namespace {

struct Item {
  int value = 0;  // written before the push, read after the take: a sanitizer checks the order
  std::atomic<int> taken{0};
};

using Deque = limpid::sync::Deque<Item, 8>;
constexpr auto kAny = [](const Item&) { return true; };

TEST(Deque, OwnerTakesTheYoungestThiefTheOldest) {
  Deque deque;
  Item items[3];
  for (Item& item : items) deque.push(&item);
  EXPECT_EQ(deque.newest(), &items[2]);
  EXPECT_EQ(deque.oldest(), &items[0]);
  EXPECT_EQ(deque.steal(kAny), &items[0]);
  EXPECT_EQ(deque.pop(), &items[2]);
  EXPECT_EQ(deque.pop(), &items[1]);
  EXPECT_EQ(deque.pop(), nullptr);
  EXPECT_EQ(deque.steal(kAny), nullptr);
  EXPECT_FALSE(deque.visible());
}

TEST(Deque, ThiefDeclinesWhatItDoesNotWant) {
  Deque deque;
  Item item;
  deque.push(&item);
  EXPECT_EQ(deque.steal([](const Item&) { return false; }), nullptr);
  EXPECT_TRUE(deque.visible());
  EXPECT_EQ(deque.pop(), &item);
}

TEST(Deque, IsFullAtItsCapacityAndHasRoomAfterATheft) {
  Deque deque;
  Item items[9];
  for (int round = 0; round < 3; ++round) {
    for (int index = 0; index < 8; ++index) {
      ASSERT_TRUE(deque.has_room());
      deque.push(&items[index]);
    }
    EXPECT_FALSE(deque.has_room());
    EXPECT_EQ(deque.steal(kAny), &items[0]);
    ASSERT_TRUE(deque.has_room());
    deque.push(&items[8]);
    EXPECT_FALSE(deque.has_room());
    while (deque.pop() != nullptr) {
    }
  }
}

// One owner pushes and pops at random, thieves steal: every item is taken exactly once, with its content
// seen.
TEST(Deque, EveryItemIsTakenOnce) {
  constexpr int kItems = 40000;
  constexpr int kThieves = 3;
  const auto seed = static_cast<std::uint32_t>(test_seed());
  Deque deque;
  std::vector<Item> items(kItems);
  std::atomic<int> left{kItems};
  auto take = [&left](Item* item) {
    EXPECT_EQ(item->value, 42);
    EXPECT_EQ(item->taken.fetch_add(1), 0);
    left.fetch_sub(1);
  };
  std::vector<std::thread> thieves;
  for (int index = 0; index < kThieves; ++index) {
    thieves.emplace_back([&] {
      while (left.load() > 0) {
        if (Item* item = deque.steal(kAny)) {
          take(item);
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  std::minstd_rand random(seed);
  for (Item& item : items) {
    while (!deque.has_room() || random() % 4 == 0) {
      if (Item* mine = deque.pop()) {
        take(mine);
      } else {
        break;
      }
    }
    item.value = 42;
    deque.push(&item);
  }
  while (left.load() > 0) {
    if (Item* mine = deque.pop()) take(mine);
  }
  for (std::thread& thief : thieves) thief.join();
  for (const Item& item : items) ASSERT_EQ(item.taken.load(), 1);
}

}  // namespace
