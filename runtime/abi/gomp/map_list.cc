// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes GCC's map kinds, and copies the firstprivate items of a target construct.
#include "abi/gomp/map_list.h"

#include <stdint.h>
#include <string.h>

namespace limpid::abi {
namespace {

// Map kinds. Those below kTransfers are sums of to and from, also with kAlways or kForce added.
constexpr unsigned kTransfers = 4;
constexpr unsigned kForcePresent = 6;
constexpr unsigned kDelete = 7;
constexpr unsigned kFirstPrivate = 12;
constexpr unsigned kZeroLengthSection = 15;
constexpr unsigned kAlways = 16;
constexpr unsigned kRelease = 23;
constexpr unsigned kDeleteZeroLength = 31;
constexpr unsigned kImplicit = 96;  // for what is used without a map clause; added to transfers
constexpr unsigned kForce = 128;
constexpr unsigned kKindMask = 0xff;
constexpr unsigned kAlignmentShift = 8;

bool needs_copy(const MapList& list, size_t item) {
  return (list.kinds[item] & kKindMask) == kFirstPrivate && list.addresses[item] != nullptr;
}

size_t alignment_of(const MapList& list, size_t item) {
  return size_t{1} << (list.kinds[item] >> kAlignmentShift);
}

uint32_t transfer_flags(unsigned kind) {
  constexpr uint32_t kFlags[kTransfers] = {events::kMapAlloc, events::kMapTo, events::kMapFrom,
                                           events::kMapTo | events::kMapFrom};
  return kFlags[kind];
}

// 0: not a mapping, but a private copy, a pointer to be set on a device, or the like.
uint32_t flags_of(unsigned kind) {
  if (kind < kTransfers) return transfer_flags(kind);
  if (kind > kAlways && kind < kAlways + kTransfers)
    return transfer_flags(kind - kAlways) | events::kMapAlways;
  if (kind >= kImplicit && kind < kImplicit + kTransfers)
    return transfer_flags(kind - kImplicit) | events::kMapImplicit;
  if (kind >= kForce && kind < kForce + kTransfers) return transfer_flags(kind - kForce) | events::kMapAlways;
  switch (kind) {
    case kForcePresent:
      return events::kMapAlloc | events::kMapPresent;
    case kZeroLengthSection:
      return events::kMapAlloc;
    case kRelease:
      return events::kMapRelease;
    case kDelete:
    case kDeleteZeroLength:
      return events::kMapDelete;
    default:
      return 0;
  }
}

bool decode_item(const void* from, size_t index, core::MapItem& item) {
  const auto& list = *static_cast<const MapList*>(from);
  item = {list.addresses[index], list.sizes[index], flags_of(list.kinds[index] & kKindMask)};
  return item.flags != 0;
}

}  // namespace

core::MapView view_of(const MapList& list) {
  return {&list, list.count, decode_item};
}

bool MapList::has_private_copies() const {
  for (size_t item = 0; item < count; ++item)
    if (needs_copy(*this, item)) return true;
  return false;
}

// The address of the block is not known yet, so each copy gets space for the worst alignment.
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
