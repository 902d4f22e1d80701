// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of addresses that the children of one task depend on.
#pragma once

#include <stdint.h>

#include "core/data/task_memory.h"
#include "core/task/depend/access_set.h"
#include "core/task/policy.h"

namespace limpid::core {

// How a task accesses an address; the kinds that are ordered in the same way are one.
enum class Access : uint32_t { write, read, set };

// The tasks that accessed one address. Slots with address 0 are free.
struct DependEntry {
  uint64_t address = 0;
  Access access = Access::write;  // of the last set
  AccessSet last;                 // finished tasks are in it until it is compacted
  AccessSet before;
};
static_assert(sizeof(DependEntry) == 64);

// The addresses that the children of one task depend on: a hash table with open addressing. Only one thread
// uses it.
struct DependTable {
  static constexpr uint32_t kFirstCapacity = policy::kFirstAddresses;

  DependEntry* slots = nullptr;
  uint32_t capacity = 0;  // a power of two
  uint32_t used = 0;
  uint32_t noted = 0;  // accesses since the table was compacted
  uint32_t compact_at = policy::kFewAccesses;
  TaskRef barrier;  // the last task with omp_all_memory: all later tasks depend on it

  // The entry of an address. A new entry is made as if the barrier had written the address.
  DependEntry& entry_of(TaskMemory& memory, uint64_t address);

  // Called for each access that is added. Now and then drops those of finished tasks, also at addresses that no task
  // will access again: else a task that creates many and waits for none would keep them all.
  void note_access(TaskMemory& memory) {
    if (++noted >= compact_at) [[unlikely]]
      compact(memory);
  }

  // Forgets all addresses and the barrier.
  void clear(TaskMemory& memory);

 private:
  DependEntry& slot_for(uint64_t address);
  void compact(TaskMemory& memory);
  void make_room(TaskMemory& memory);
  void resize(TaskMemory& memory, uint32_t new_capacity);
};
static_assert(sizeof(DependTable) <= TaskMemory::kCell);

// The table of a task, allocated at its first use.
DependTable& table_of(TaskMemory& memory, Task& task);

void release_slots(TaskMemory& memory, DependTable& table);

}  // namespace limpid::core
