// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/gomp/map_list.h"

#include <stdint.h>
#include <string.h>

namespace limpid::abi {
namespace {

constexpr unsigned kFirstPrivate = 12;
constexpr unsigned kKindMask = 0xff;
constexpr unsigned kAlignmentShift = 8;

bool needs_copy(const MapList& list, size_t item) {
  return (list.kinds[item] & kKindMask) == kFirstPrivate && list.addresses[item] != nullptr;
}

size_t alignment_of(const MapList& list, size_t item) {
  return size_t{1} << (list.kinds[item] >> kAlignmentShift);
}

}  // namespace

bool MapList::has_private_copies() const {
  for (size_t item = 0; item < count; ++item)
    if (needs_copy(*this, item)) return true;
  return false;
}

// Where the block will lie is not known, so each copy gets room for the worst case.
size_t MapList::block_size() const {
  size_t bytes = count * sizeof(void*);
  for (size_t item = 0; item < count; ++item)
    if (needs_copy(*this, item)) bytes += sizes[item] + alignment_of(*this, item) - 1;
  return bytes;
}

void MapList::fill_block(void* block) const {
  auto** const slots = static_cast<void**>(block);
  auto next = reinterpret_cast<uintptr_t>(slots + count);
  for (size_t item = 0; item < count; ++item) {
    slots[item] = addresses[item];
    if (!needs_copy(*this, item)) continue;
    const size_t alignment = alignment_of(*this, item);
    next = (next + alignment - 1) & ~(alignment - 1);
    slots[item] = memcpy(reinterpret_cast<void*>(next), addresses[item], sizes[item]);
    next += sizes[item];
  }
}

}  // namespace limpid::abi
