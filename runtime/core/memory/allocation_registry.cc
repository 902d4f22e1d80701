// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash table of addresses under a lock.
#include "core/memory/allocation_registry.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/check.h"

namespace limpid::core {
namespace {

constinit AllocationRegistry g_noted_blocks;

std::size_t hash_of(const void* address) {
  return (reinterpret_cast<uintptr_t>(address) * 0x9e3779b97f4a7c15U) >> 20;
}

}  // namespace

AllocationRegistry& AllocationRegistry::process() {
  return g_noted_blocks;
}

// The slot that holds `address`, or the free slot where it would be inserted.
std::size_t AllocationRegistry::slot_of(const void* address) const {
  LIMPID_DCHECK(2 * count_.load(std::memory_order_relaxed) <= room_);  // a free slot ends the search
  std::size_t slot = hash_of(address) & (room_ - 1);
  while (slots_[slot] != nullptr && slots_[slot] != address) slot = (slot + 1) & (room_ - 1);
  return slot;
}

bool AllocationRegistry::grow() {
  const std::size_t old_room = room_;
  void** const old_slots = slots_;
  const std::size_t room = old_room == 0 ? 64 : old_room * 2;
  void** const slots = static_cast<void**>(calloc(room, sizeof(void*)));
  if (slots == nullptr) return false;
  LIMPID_DCHECK((room & (room - 1)) == 0);
  slots_ = slots;
  room_ = room;
  for (std::size_t i = 0; i < old_room; ++i)
    if (old_slots[i] != nullptr) slots_[slot_of(old_slots[i])] = old_slots[i];
  free(old_slots);
  return true;
}

bool AllocationRegistry::add(void* block) {
  sync::MutexGuard guard(mutex_);
  const std::size_t count = count_.load(std::memory_order_relaxed);
  if (2 * (count + 1) > room_ && !grow()) return false;
  void*& slot = slots_[slot_of(block)];
  if (slot == block) return true;
  slot = block;
  count_.store(count + 1, std::memory_order_relaxed);
  return true;
}

// Probing stops at a free slot, so the addresses behind the removed one, up to the next free slot, are
// inserted again.
void AllocationRegistry::remove(const void* block) {
  sync::MutexGuard guard(mutex_);
  if (room_ == 0) return;
  std::size_t hole = slot_of(block);
  if (slots_[hole] == nullptr) return;
  LIMPID_DCHECK(count_.load(std::memory_order_relaxed) > 0);
  slots_[hole] = nullptr;
  count_.store(count_.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  for (std::size_t next = (hole + 1) & (room_ - 1); slots_[next] != nullptr;
       next = (next + 1) & (room_ - 1)) {
    void* const moved = slots_[next];
    slots_[next] = nullptr;
    slots_[slot_of(moved)] = moved;
  }
}

bool AllocationRegistry::has(const void* address) {
  // Relaxed is enough: a thread that asks about an address got it from the thread that marked it.
  if (count_.load(std::memory_order_relaxed) == 0) return false;
  sync::MutexGuard guard(mutex_);
  return address != nullptr && slots_[slot_of(address)] == address;
}

}  // namespace limpid::core
