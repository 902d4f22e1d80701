// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds a task's private copies through the descriptors that the compiler made.
#include "core/reduce/task_reductions.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "core/data/team.h"

namespace limpid::core {
namespace {

// Copies start zeroed: the compiler keeps a flag beside each item and initialises it at first use.
void allocate_copies(ReductionDescriptor descriptor, uint32_t threads) {
  size_t bytes = descriptor.bytes_per_thread() * threads;
  size_t alignment = descriptor.alignment() < sizeof(void*) ? sizeof(void*) : descriptor.alignment();
  LIMPID_DCHECK((alignment & (alignment - 1)) == 0);
  size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void* copies = aligned_alloc(alignment, rounded != 0 ? rounded : alignment);
  if (copies == nullptr) base::fatal("out of memory for a task reduction (%zu bytes)", bytes);
  memset(copies, 0, rounded);
  uintptr_t begin = reinterpret_cast<uintptr_t>(copies);
  descriptor.set_copies(begin, begin + bytes);
}

void link_construct(ReductionDescriptor first, ReductionDescriptor outer) {
  ReductionDescriptor last = first;
  first.set_heads_construct(true);
  while (last.next()) {
    last = last.next();
    last.set_heads_construct(false);
  }
  last.set_next(outer);
}

// Whether this descriptor belongs to the same construct as the one before it.
bool continues(ReductionDescriptor descriptor) {
  return descriptor && !descriptor.heads_construct();
}

void allocate_construct(ReductionDescriptor first, uint32_t threads) {
  for (ReductionDescriptor each = first; each; each = each.next()) allocate_copies(each, threads);
}

void share_copies_of(ReductionDescriptor mine, ReductionDescriptor registered) {
  for (ReductionDescriptor each = mine; each; each = each.next(), registered = registered.next()) {
    LIMPID_DCHECK(static_cast<bool>(registered));  // all members have equal chains
    each.set_copies(registered.begin(), registered.end());
  }
}

struct Found {
  ReductionDescriptor descriptor{nullptr};
  uintptr_t offset = 0;    // in a thread's copies
  uintptr_t original = 0;  // of the item
};

bool find_exact(ReductionDescriptor descriptor, uintptr_t address, Found& found) {
  for (uintptr_t item = 0; item < descriptor.items(); ++item) {
    if (descriptor.original(item) != address) continue;
    found = {descriptor, descriptor.offset(item), address};
    return true;
  }
  return false;
}

// Bytes from the start of an item to the start of the next: at least its size.
uintptr_t extent(ReductionDescriptor descriptor, uintptr_t item) {
  uintptr_t next = descriptor.bytes_per_thread();
  for (uintptr_t other = 0; other < descriptor.items(); ++other) {
    if (descriptor.offset(other) > descriptor.offset(item) && descriptor.offset(other) < next)
      next = descriptor.offset(other);
  }
  LIMPID_DCHECK(next > descriptor.offset(item));
  return next - descriptor.offset(item);
}

bool find_in_copies(ReductionDescriptor descriptor, uintptr_t address, Found& found) {
  if (address < descriptor.begin() || address >= descriptor.end()) return false;
  uintptr_t offset = (address - descriptor.begin()) % descriptor.bytes_per_thread();
  found = {descriptor, offset, 0};
  for (uintptr_t item = 0; item < descriptor.items(); ++item) {
    uintptr_t start = descriptor.offset(item);
    if (offset >= start && offset < start + extent(descriptor, item)) {
      found.original = descriptor.original(item) + (offset - start);
    }
  }
  return true;
}

bool find_inside(ReductionDescriptor descriptor, uintptr_t address, Found& found) {
  for (uintptr_t item = 0; item < descriptor.items(); ++item) {
    uintptr_t distance = address - descriptor.original(item);
    if (distance >= extent(descriptor, item)) continue;
    found = {descriptor, descriptor.offset(item) + distance, address};
    return true;
  }
  return false;
}

using Finder = bool (*)(ReductionDescriptor, uintptr_t, Found&);

bool find_outwards(ReductionDescriptor innermost, uintptr_t address, Found& found) {
  // Exact matches of all constructs first: the extent of an item is only an upper bound.
  for (Finder finder : {Finder{find_exact}, Finder{find_in_copies}, Finder{find_inside}}) {
    for (ReductionDescriptor each = innermost; each; each = each.next()) {
      if (finder(each, address, found)) return true;
    }
  }
  return false;
}

}  // namespace

void register_in_group(Thread& self, uintptr_t* descriptor) {
  if (self.task->group == nullptr) base::fatal("a task reduction outside a taskgroup");
  TaskGroup& group = *self.task->group;
  allocate_construct(ReductionDescriptor(descriptor), self.team->size);
  link_construct(ReductionDescriptor(descriptor), ReductionDescriptor(group.reductions));
  group.reductions = descriptor;
}

void release_reductions(uintptr_t* descriptor) {
  ReductionDescriptor each(descriptor);
  do {
    free(reinterpret_cast<void*>(each.begin()));
    each = each.next();
  } while (continues(each));
}

void find_copies(Thread& self, size_t count, size_t original_count, void** addresses, void** originals) {
  const TaskGroup* group = self.task->group;
  ReductionDescriptor innermost(group != nullptr ? group->reductions : nullptr);
  for (size_t index = 0; index < count; ++index) {
    Found found;
    if (!find_outwards(innermost, reinterpret_cast<uintptr_t>(addresses[index]), found)) {
      base::fatal("in_reduction names %p, which no enclosing task reduction lists", addresses[index]);
    }
    uintptr_t copies = found.descriptor.begin() + self.index * found.descriptor.bytes_per_thread();
    LIMPID_DCHECK(copies + found.offset < found.descriptor.end());
    addresses[index] = reinterpret_cast<void*>(copies + found.offset);
    if (index < original_count) originals[index] = reinterpret_cast<void*>(found.original);
  }
}

void register_for_team(Team& team, TaskGroup& group, uintptr_t* descriptor) {
  allocate_construct(ReductionDescriptor(descriptor), team.size);
  link_construct(ReductionDescriptor(descriptor), ReductionDescriptor(nullptr));
  LIMPID_DCHECK(team.reductions.of_region == nullptr);
  group.counted = false;
  group.implied = true;
  group.reductions = descriptor;
  team.reductions.of_region = &group;
}

void register_workshare_reductions(Team& team, uintptr_t* descriptor) {
  allocate_construct(ReductionDescriptor(descriptor), team.size);
}

void begin_workshare_reductions(Thread& self, uintptr_t* descriptor, uintptr_t* registered) {
  TaskGroup& group = open_group(self);
  group.implied = true;
  if (registered == nullptr) {
    // The region is cancelled: no other thread shares the construct.
    register_workshare_reductions(*self.team, descriptor);
  } else if (registered != descriptor) {
    share_copies_of(ReductionDescriptor(descriptor), ReductionDescriptor(registered));
  }
  link_construct(ReductionDescriptor(descriptor), ReductionDescriptor(group.reductions));
  group.reductions = descriptor;
}

void leave_workshare_reductions(Thread& self) {
  TaskGroup* group = self.task->group;
  uintptr_t* descriptor = group != nullptr ? group->reductions : nullptr;
  close_group(self);
  if (self.index == 0 && descriptor != nullptr) release_reductions(descriptor);
}

}  // namespace limpid::core
