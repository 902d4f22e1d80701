// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/creation_cache.h"

#include <gtest/gtest.h>

#include <memory>

namespace limpid::recorder {
namespace {

// A pretended stack of four words; the entry says that word 1 and word 3 hold return addresses.
struct Stack {
  uint64_t word[4] = {0, 0x111, 0, 0x333};
  uint64_t base() const { return reinterpret_cast<uint64_t>(word); }
  uint64_t high() const { return base() + sizeof word; }
};

CreationCache::Entry* fill(CreationCache* cache, const CreationCache::Key& key, NodeId node) {
  CreationCache::Entry* e = cache->replace(key);
  e->node = node;
  e->returns = 2;
  e->returned[0] = {0x111, 8};
  e->returned[1] = {0x333, 24};
  return e;
}

TEST(CreationCache, HitsOnlyOnTheSameReturnAddresses) {
  const auto cache = std::make_unique<CreationCache>();
  Stack stack;
  const CreationCache::Key key{1, 2, 3, 32};
  CreationCache::Entry* e = fill(cache.get(), key, 5);
  EXPECT_EQ(cache->find(key, stack.base(), stack.high()), e);
  EXPECT_EQ(cache->find({1, 2, 3, 40}, stack.base(), stack.high()), nullptr);
  EXPECT_EQ(cache->find({2, 2, 3, 32}, stack.base(), stack.high()), nullptr);
  EXPECT_EQ(cache->find(key, stack.base(), stack.base() + 24), nullptr) << "outside the stack";
  stack.word[3] = 0x334;
  EXPECT_EQ(cache->find(key, stack.base(), stack.high()), nullptr) << "another caller";
}

TEST(CreationCache, FlushesWhatItHeldBack) {
  const auto cache = std::make_unique<CreationCache>();
  ConstructTotals totals[8];
  for (uint64_t i = 0; i < 8; ++i) {  // one set, more keys than ways: some are thrown out
    CreationCache::Entry* e = fill(cache.get(), {1, 2, 3, 32}, 5);
    e->key.span = i;  // same set as before, found again by nobody
    e->totals = &totals[i];
    e->events = e->events + 3;
  }
  cache->flush_all();
  for (const ConstructTotals& t : totals) EXPECT_EQ(t.count, 3u);
}

}  // namespace
}  // namespace limpid::recorder
