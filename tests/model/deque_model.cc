// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The deque of tasks: each item is taken once, and the thread that takes it sees its contents.
#include "sync/deque.h"

#include <array>

#include "model.h"

namespace limpid::sync {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

struct Item {
  Plain<int> content;
  int takers = 0;
};

constexpr auto any = [](const Item&) { return true; };

void take(Item* item) {
  if (item == nullptr) return;
  require(item->content.get() == 7, "the item's content");
  require(++item->takers == 1, "an item is taken once");
}

template <uint32_t kCapacity>
void push(Deque<Item, kCapacity>& deque, Item& item) {
  item.content.set(7);
  require(deque.has_room(), "room");
  deque.push(&item);
}

TEST(DequeModel, OwnerAndTwoThieves) {
  EXPECT_TRUE(holds([](Execution& run) {
    Deque<Item, 2> deque;
    std::array<Item, 2> items;
    run.thread([&] {
      push(deque, items[0]);
      push(deque, items[1]);
      take(deque.pop());
      take(deque.pop());
    });
    for (int thief = 0; thief < 2; ++thief) run.thread([&] { take(deque.steal(any)); });
    run.run();
    require(items[0].takers == 1 && items[1].takers == 1, "no item is lost");
  }));
}

// The owner may take from both ends, from the old one as the thieves do.
TEST(DequeModel, TheOwnerTakesTheOldestAsAThief) {
  EXPECT_TRUE(holds([](Execution& run) {
    Deque<Item, 4> deque;
    std::array<Item, 3> items;
    Item later;
    run.thread([&] {
      for (Item& item : items) push(deque, item);
      Item* const oldest = deque.steal(any);
      require(oldest == nullptr || oldest == &items[0] || oldest == &items[1], "one thief took one at most");
      take(oldest);
      while (Item* item = deque.pop()) take(item);
      require(!deque.may_hold(1), "nothing is left");
      push(deque, later);
      take(deque.steal(any));
      take(deque.pop());
    });
    run.thread([&] { take(deque.steal(any)); });
    run.run();
    for (const Item& item : items) require(item.takers == 1, "no item is lost");
    require(later.takers == 1, "no item is lost");
  }));
}

// A thief may be too late for the owner's last item: it still reads the item before its CAS fails.
TEST(DequeModel, TheOwnerTakesTheLast) {
  EXPECT_TRUE(holds([](Execution& run) {
    Deque<Item, 2> deque;
    Item item;
    run.thread([&] {
      push(deque, item);
      take(deque.pop());
    });
    run.thread([&] {
      take(deque.steal([&](const Item& oldest) {
        require(&oldest == &item, "what was pushed");
        return true;
      }));
    });
    run.run();
    require(item.takers == 1, "no item is lost");
  }));
}

// Slots are reused: an item is pushed into the slot of a stolen one.
TEST(DequeModel, SlotsAreUsedAgain) {
  EXPECT_TRUE(holds([](Execution& run) {
    Deque<Item, 2> deque;
    std::array<Item, 4> items;
    run.thread([&] {
      for (Item& item : items) {
        if (!deque.has_room()) take(deque.pop());
        push(deque, item);
      }
      while (Item* item = deque.pop()) take(item);
    });
    run.thread([&] {
      for (int times = 0; times < 2; ++times) take(deque.steal(any));
    });
    run.run();
    for (const Item& item : items) require(item.takers == 1, "no item is lost");
  }));
}

// A thief checks for items before it sleeps, and an owner checks for sleepers after its push: at least one
// sees the other. push() is the full barrier that the owner needs.
TEST(DequeModel, APushIsSeenOrItsOwnerSeesTheSleeper) {
  EXPECT_TRUE(holds([](Execution& run) {
    Deque<Item, 2> deque;
    Item item;
    Atomic<bool> sleeps{false};
    bool seen = false;
    bool owner_sees = false;
    run.thread([&] {
      push(deque, item);
      owner_sees = sleeps.load(std::memory_order_seq_cst);
    });
    run.thread([&] {
      sleeps.store(true, std::memory_order_seq_cst);
      seen = deque.visible();
    });
    run.run();
    require(seen || owner_sees, "neither saw the other");
  }));
}

}  // namespace
}  // namespace limpid::sync
