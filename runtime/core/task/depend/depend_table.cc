// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding, adding and dropping the addresses of a task's table of dependences.
#include "core/task/depend/depend_table.h"

#include <algorithm>
#include <new>

#include "base/check.h"
#include "platform/memory.h"

namespace limpid::core {
namespace {

bool fits_block(uint32_t capacity) {
  return capacity * sizeof(DependEntry) <= TaskMemory::kLargestPayload;
}

// The payload of a block of task memory, or pages. Never the heap: an initial or implicit task keeps its
// table until the process ends, and a leak checker does not search slabs and would report a leak.
DependEntry* allocate_slots(TaskMemory& memory, uint32_t capacity) {
  const size_t bytes = capacity * sizeof(DependEntry);
  void* place = fits_block(capacity) ? memory.allocate(bytes) + 1 : platform::map_pages(bytes);
  if (place == nullptr) base::fatal("out of memory for the dependences of tasks (%u addresses)", capacity);
  auto* slots = static_cast<DependEntry*>(place);
  for (uint32_t index = 0; index < capacity; ++index) ::new (&slots[index]) DependEntry;
  return slots;
}

void free_slots(TaskMemory& memory, DependEntry* slots, uint32_t capacity) {
  if (fits_block(capacity)) {
    memory.release(reinterpret_cast<Task*>(slots) - 1);
  } else {
    platform::unmap_pages(slots, capacity * sizeof(DependEntry));
  }
}

// Drops finished tasks. Returns how many of the last set are left.
uint32_t settle(TaskMemory& memory, DependEntry& entry) {
  const uint32_t left = entry.last.compact(memory);
  if (left == 0)
    entry.before.clear(memory);  // its tasks precede those of the last set, so they are finished too
  return left;
}

}  // namespace

DependEntry& DependTable::slot_for(uint64_t address) {
  LIMPID_DCHECK(used < capacity);  // a free slot ends the search
  constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
  uint64_t slot = (address * kGolden) >> 32;
  for (;; ++slot) {
    DependEntry& entry = slots[slot & (capacity - 1)];
    if (entry.address == address || entry.address == 0) return entry;
  }
}

DependEntry& DependTable::entry_of(TaskMemory& memory, uint64_t address) {
  DependEntry* entry = &slot_for(address);
  if (entry->address == address) [[likely]]
    return *entry;
  if (used >= capacity - capacity / 4) {
    make_room(memory);
    entry = &slot_for(address);
  }
  LIMPID_DCHECK(address != 0 && entry->address == 0);
  ++used;
  entry->address = address;
  LIMPID_DCHECK(used <= capacity - capacity / 4);
  if (barrier.task != nullptr) {
    entry->access = Access::write;
    entry->last.add(memory, barrier);
  }
  return *entry;
}

void DependTable::resize(TaskMemory& memory, uint32_t new_capacity) {
  LIMPID_DCHECK((new_capacity & (new_capacity - 1)) == 0 && new_capacity >= capacity);
  DependEntry* old = slots;
  uint32_t old_capacity = capacity;
  slots = allocate_slots(memory, new_capacity);
  capacity = new_capacity;
  used = 0;
  for (uint32_t index = 0; index < old_capacity; ++index) {
    if (old[index].address == 0) continue;
    slot_for(old[index].address) = old[index];
    ++used;
  }
  free_slots(memory, old, old_capacity);
}

// Addresses stay: without one, the search for another may end too early. The next time is when this one costs little for
// each access.
void DependTable::compact(TaskMemory& memory) {
  uint32_t left = 0;
  for (uint32_t index = 0; index < capacity; ++index) {
    if (slots[index].address != 0) left += settle(memory, slots[index]);
  }
  noted = 0;
  compact_at = std::max({policy::kFewAccesses, capacity, 4 * left});
}

// Drops addresses that only finished tasks accessed. Doubles the table if more than half of it is still in
// use.
void DependTable::make_room(TaskMemory& memory) {
  compact(memory);
  uint32_t live = 0;
  for (uint32_t index = 0; index < capacity; ++index) {
    DependEntry& entry = slots[index];
    if (entry.address == 0) continue;
    if (entry.last.empty()) {
      entry.address = 0;
    } else {
      ++live;
    }
  }
  resize(memory, live > capacity / 2 ? capacity * 2 : capacity);
}

void DependTable::clear(TaskMemory& memory) {
  for (uint32_t index = 0; used > 0; ++index) {
    LIMPID_DCHECK(index < capacity);  // as many slots are in use as were counted
    DependEntry& entry = slots[index];
    if (entry.address == 0) continue;
    entry.last.clear(memory);
    entry.before.clear(memory);
    entry.address = 0;
    --used;
  }
  barrier = {};
  noted = 0;
}

DependTable& table_of(TaskMemory& memory, Task& task) {
  if (task.dependences != nullptr) [[likely]]
    return *task.dependences;
  auto* table = ::new (memory.allocate_cell(TaskMemory::kCell)) DependTable;
  table->slots = allocate_slots(memory, DependTable::kFirstCapacity);
  table->capacity = DependTable::kFirstCapacity;
  task.dependences = table;
  return *table;
}

void release_slots(TaskMemory& memory, DependTable& table) {
  LIMPID_DCHECK(table.used == 0);  // or cells of its sets would be lost
  free_slots(memory, table.slots, table.capacity);
  table.slots = nullptr;
}

}  // namespace limpid::core
