// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays out, makes, finds and combines the private copies of task reductions.
#include "core/reduce/managed_reductions.h"

#include <stdlib.h>
#include <string.h>

#include <new>

#include "base/check.h"
#include "core/data/team.h"
#include "events/emit.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constexpr size_t kItemAlign = 64;

size_t round_up(size_t bytes, size_t to) {
  return (bytes + to - 1) / to * to;
}

void* allocate(size_t bytes) {
  void* memory = aligned_alloc(platform::kCacheLine, round_up(bytes, platform::kCacheLine));
  if (memory == nullptr) base::fatal("out of memory for a task reduction (%zu bytes)", bytes);
  return memory;
}

// Sets the offset of each item. Returns the bytes of one thread's copies.
size_t lay_out(ManagedReductions& reductions) {
  size_t offset = round_up(reductions.count, kItemAlign);
  for (uint32_t index = 0; index < reductions.count; ++index) {
    reductions.items[index].offset = offset;
    offset += round_up(reductions.items[index].size, kItemAlign);
  }
  LIMPID_DCHECK(offset >= reductions.count);  // the flags lie in front
  return round_up(offset, platform::kCacheLine);
}

ManagedReductions& describe(TaskGroup& group, const ReductionItem* items, uint32_t count) {
  void* memory = allocate(sizeof(ManagedReductions) + count * sizeof(ReductionItem));
  auto* reductions = ::new (memory) ManagedReductions{};
  LIMPID_DCHECK(count > 0);
  reductions->outer = group.managed;
  reductions->count = count;
  reductions->items = reinterpret_cast<ReductionItem*>(reductions + 1);
  memcpy(reductions->items, items, count * sizeof(ReductionItem));
  return *reductions;
}

ReductionCopies& make_copies(ManagedReductions& reductions, size_t bytes_per_thread, uint32_t threads) {
  void* memory = allocate(ReductionCopies::kHead + bytes_per_thread * threads);
  auto& copies = *::new (memory) ReductionCopies{bytes_per_thread, threads, 0};
  for (uint32_t thread = 0; thread < threads; ++thread) memset(copies.of(thread), 0, reductions.count);
  return copies;
}

// The value of the slot while the first member makes the copies.
ReductionCopies* const kUnderWay = reinterpret_cast<ReductionCopies*>(1);

ReductionCopies& share_copies(ManagedReductions& reductions, size_t bytes_per_thread, uint32_t threads) {
  sync::Atomic<ReductionCopies*>& slot = *reductions.slot;
  ReductionCopies* seen = nullptr;
  // Acquire, here and in the loop, pairs with the release with which the first member publishes the copies.
  if (slot.compare_exchange_strong(seen, kUnderWay, std::memory_order_acquire)) {
    seen = &make_copies(reductions, bytes_per_thread, threads);
    slot.store(seen, std::memory_order_release);  // pairs with the acquires around
  }
  while (seen == kUnderWay) {
    sync::yield();
    // Pairs with the release above.
    seen = slot.load(std::memory_order_acquire);
  }
  LIMPID_DCHECK(seen->threads == threads && seen->bytes_per_thread == bytes_per_thread);  // the same items
  return *seen;
}

const ReductionItem* find_item(const ManagedReductions& reductions, const void* address) {
  for (uint32_t index = 0; index < reductions.count; ++index) {
    const ReductionItem& item = reductions.items[index];
    if (item.shared == address || item.original == address) return &item;
  }
  return nullptr;
}

const ReductionItem* find_item_of_copy(const ManagedReductions& reductions, const void* address) {
  ReductionCopies& copies = *reductions.copies;
  const auto distance = static_cast<size_t>(static_cast<const char*>(address) - copies.of(0));
  if (distance >= copies.bytes_per_thread * copies.threads) return nullptr;
  const size_t offset = distance % copies.bytes_per_thread;
  for (uint32_t index = 0; index < reductions.count; ++index) {
    const ReductionItem& item = reductions.items[index];
    if (offset - item.offset < item.size) return &item;
  }
  return nullptr;
}

void* own_copy(const ManagedReductions& reductions, const ReductionItem& item, uint32_t thread) {
  LIMPID_DCHECK(thread < reductions.copies->threads);
  LIMPID_DCHECK(static_cast<size_t>(&item - reductions.items) < reductions.count);
  char* copies = reductions.copies->of(thread);
  char& initialised = copies[&item - reductions.items];
  void* copy = copies + item.offset;
  if (initialised == 0) {
    initialised = 1;
    if (item.init != nullptr) {
      item.init(copy, item.original);
    } else {
      memset(copy, 0, item.size);
    }
  }
  return copy;
}

void combine_item(const ManagedReductions& reductions, uint32_t index) {
  const ReductionItem& item = reductions.items[index];
  for (uint32_t thread = 0; thread < reductions.copies->threads; ++thread) {
    char* copies = reductions.copies->of(thread);
    if (copies[index] == 0) continue;
    item.combine(item.shared, copies + item.offset);
    if (item.destroy != nullptr) item.destroy(copies + item.offset);
  }
}

void combine(Thread& self, const ManagedReductions& reductions) {
  const State outer = self.state.load(std::memory_order_relaxed);
  self.state.store(State::work_reduction, std::memory_order_relaxed);
  const void* caller = self.return_address;
  events::emit<events::Reduction>(self, events::Endpoint::begin, *self.team, *self.task, caller);
  for (uint32_t index = 0; index < reductions.count; ++index) combine_item(reductions, index);
  events::emit<events::Reduction>(self, events::Endpoint::end, *self.team, *self.task, caller);
  self.state.store(outer, std::memory_order_relaxed);
}

// For copies that the team shares: whether all other members have ended the construct.
bool is_last(const ManagedReductions& reductions) {
  ReductionCopies& copies = *reductions.copies;
  if (reductions.slot == nullptr) return true;
  // This member is not counted yet.
  LIMPID_DCHECK(copies.finished.load(std::memory_order_relaxed) < copies.threads);
  const uint32_t others = copies.threads - 1;  // read first: once counted, the copies may be gone
  // acq_rel pairs with the same RMW of the other members: the last one sees all copies.
  if (copies.finished.fetch_add(1, std::memory_order_acq_rel) != others) return false;
  reductions.slot->store(nullptr, std::memory_order_relaxed);  // a barrier precedes the next use
  return true;
}

}  // namespace

TaskGroup& begin_group_reductions(Thread& self, const ReductionItem* items, uint32_t count) {
  if (self.task->group == nullptr) base::fatal("a task reduction outside a taskgroup");
  TaskGroup& group = *self.task->group;
  const uint32_t threads = self.team->size;
  if (threads == 1) return group;
  ManagedReductions& reductions = describe(group, items, count);
  const size_t bytes_per_thread = lay_out(reductions);
  reductions.copies = &make_copies(reductions, bytes_per_thread, threads);
  group.managed = &reductions;
  return group;
}

TaskGroup& begin_team_reductions(Thread& self, ReductionScope scope, const ReductionItem* items,
                                 uint32_t count) {
  begin_taskgroup(self);
  TaskGroup& group = *self.task->group;
  const uint32_t threads = self.team->size;
  if (threads == 1) return group;
  ManagedReductions& reductions = describe(group, items, count);
  const size_t bytes_per_thread = lay_out(reductions);
  reductions.slot = &self.team->reductions.shared[static_cast<int>(scope)];
  reductions.copies = &share_copies(reductions, bytes_per_thread, threads);
  group.managed = &reductions;
  return group;
}

void* find_managed_copy(Thread& self, const TaskGroup* group, void* address) {
  if (group == nullptr) group = self.task->group;
  const ManagedReductions* reductions = group != nullptr ? group->managed : nullptr;
  for (; reductions != nullptr; reductions = reductions->outer) {
    const ReductionItem* item = find_item(*reductions, address);
    if (item == nullptr) item = find_item_of_copy(*reductions, address);
    if (item != nullptr) return own_copy(*reductions, *item, self.index);
  }
  if (self.team->size == 1) return address;
  base::fatal("in_reduction names %p, which no enclosing task reduction lists", address);
}

void end_managed_reductions(Thread& self, TaskGroup& group) {
  const ManagedReductions* around = group.outer != nullptr ? group.outer->managed : nullptr;
  while (group.managed != around) {
    ManagedReductions* reductions = group.managed;
    LIMPID_DCHECK(reductions != nullptr);  // the outer group's are further out in the list
    group.managed = reductions->outer;
    if (is_last(*reductions)) {
      combine(self, *reductions);
      free(reductions->copies);
    }
    free(reductions);
  }
}

void drop_team_reductions(Team& team) {
  for (auto& slot : team.reductions.shared) free(slot.exchange(nullptr, std::memory_order_relaxed));
}

}  // namespace limpid::core
