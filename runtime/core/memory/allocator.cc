// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes allocators from lists of traits, and checks the traits.
#include "core/memory/allocator.h"

#include <stdlib.h>

#include "base/check.h"

namespace limpid::core {
namespace {

bool set_alignment(Allocator& allocator, std::uint64_t value) {
  if (value == kTraitDefault) value = 1;
  if (value == 0 || (value & (value - 1)) != 0) return false;
  allocator.alignment = value;
  return true;
}

bool set_pool_size(Allocator& allocator, std::uint64_t value) {
  if (value == 0) return false;
  allocator.pool_size = value;  // kTraitDefault is the largest number: no limit
  return true;
}

bool set_fallback(Allocator& allocator, std::uint64_t value) {
  switch (value) {
    case kTraitDefault:
    case kTraitDefaultMemFallback:
      allocator.fallback = Fallback::kDefaultMemory;
      return true;
    case kTraitNullFallback:
      allocator.fallback = Fallback::kNull;
      return true;
    case kTraitAbortFallback:
      allocator.fallback = Fallback::kAbort;
      return true;
    case kTraitAllocatorFallback:
      allocator.fallback = Fallback::kAllocator;
      return true;
    default:
      return false;
  }
}

bool set_pinned(Allocator& allocator, std::uint64_t value) {
  if (value == kTraitDefault) value = kTraitFalse;
  if (value != kTraitFalse && value != kTraitTrue) return false;
  allocator.pinned = value == kTraitTrue;
  return true;
}

bool set_partition(Allocator& allocator, std::uint64_t value) {
  switch (value) {
    case kTraitDefault:
    case kTraitEnvironment:
      allocator.layout = platform::NumaLayout::kFirstTouch;
      return true;
    case kTraitNearest:
      allocator.layout = platform::NumaLayout::kNearest;
      return true;
    case kTraitBlocked:
      allocator.layout = platform::NumaLayout::kBlocked;
      return true;
    case kTraitInterleaved:
      allocator.layout = platform::NumaLayout::kInterleaved;
      return true;
    default:
      return false;
  }
}

// Ordinary memory is accessible to every thread at any contention, so it satisfies every valid value of these
// two traits.
bool is_sync_hint(std::uint64_t value) {
  return value == kTraitDefault || (value >= kTraitContended && value <= kTraitPrivate);
}
bool is_access(std::uint64_t value) {
  return value == kTraitDefault || value == kTraitAllOf60 || (value >= kTraitAll && value <= kTraitCgroup);
}

bool apply(Allocator& allocator, const AllocatorTrait& trait) {
  switch (trait.key) {
    case TraitKey::kSyncHint:
      return is_sync_hint(trait.value);
    case TraitKey::kAlignment:
      return set_alignment(allocator, trait.value);
    case TraitKey::kAccess:
      return is_access(trait.value);
    case TraitKey::kPoolSize:
      return set_pool_size(allocator, trait.value);
    case TraitKey::kFallback:
      return set_fallback(allocator, trait.value);
    case TraitKey::kFallbackData:
      allocator.fallback_data = trait.value;
      return true;
    case TraitKey::kPinned:
      return set_pinned(allocator, trait.value);
    case TraitKey::kPartition:
      return set_partition(allocator, trait.value);
    case TraitKey::kPinDevice:
    case TraitKey::kPreferredDevice:
    case TraitKey::kDeviceAccess:
    case TraitKey::kTargetAccess:
    case TraitKey::kAtomicScope:
    case TraitKey::kPartSize:
      return true;
  }
  return false;
}

}  // namespace

AllocatorHandle make_allocator(std::uint64_t mem_space, const AllocatorTrait* traits, std::size_t count) {
  if (mem_space == kDefaultMemSpaceOf60) mem_space = kDefaultMemSpace;
  if (mem_space > kLastMemSpace) return kNullAllocator;
  Allocator result = {mem_space,      1,
                      SIZE_MAX,       0,
                      kNullAllocator, Fallback::kDefaultMemory,
                      false,          platform::NumaLayout::kFirstTouch};
  for (std::size_t i = 0; i < count; ++i)
    if (!apply(result, traits[i])) return kNullAllocator;
  if (result.fallback == Fallback::kAllocator && result.fallback_data == kNullAllocator)
    return kNullAllocator;
  LIMPID_DCHECK((result.alignment & (result.alignment - 1)) == 0 && result.pool_size > 0);
  auto* const allocator = static_cast<Allocator*>(malloc(sizeof(Allocator)));
  if (allocator == nullptr) return kNullAllocator;
  *allocator = result;
  return reinterpret_cast<AllocatorHandle>(allocator);
}

void destroy_allocator(AllocatorHandle handle) {
  if (!is_predefined(handle)) free(reinterpret_cast<Allocator*>(handle));
}

}  // namespace limpid::core
