// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory allocators and their traits (OpenMP 5.1, section 2.13.2).
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/placed_memory.h"

namespace limpid::core {

// omp_allocator_handle_t: 0 none, 1 .. kLastPredefinedAllocator predefined, else the address of an Allocator.
using AllocatorHandle = std::uint64_t;

constexpr AllocatorHandle kNullAllocator = 0;
constexpr AllocatorHandle kDefaultAllocator = 1;         // omp_default_mem_alloc
constexpr AllocatorHandle kLastPredefinedAllocator = 8;  // omp_thread_mem_alloc

// omp_memspace_handle_t. LLVM's header of OpenMP 6.0 gives omp_default_mem_space another number; both mean
// the same memory here.
constexpr std::uint64_t kDefaultMemSpace = 0;
constexpr std::uint64_t kLastMemSpace = 4;  // omp_low_lat_mem_space
constexpr std::uint64_t kDefaultMemSpaceOf60 = 99;

// omp_alloctrait_key_t.
enum class TraitKey : std::uint32_t {
  kSyncHint = 1,
  kAlignment,
  kAccess,
  kPoolSize,
  kFallback,
  kFallbackData,
  kPinned,
  kPartition,
  // OpenMP 6.0. Which devices may access the memory, and how; host memory satisfies all of them.
  kPinDevice = 9,
  kPreferredDevice,
  kDeviceAccess,
  kTargetAccess,
  kAtomicScope,
  kPartSize,
};

// omp_alloctrait_value_t, the named ones.
enum TraitValue : std::uint64_t {
  kTraitFalse = 0,
  kTraitTrue = 1,
  kTraitContended = 3,
  kTraitUncontended,
  kTraitSerialized,
  kTraitPrivate,
  kTraitAll = 7,
  kTraitThread,
  kTraitPteam,
  kTraitCgroup,
  kTraitDefaultMemFallback = 11,
  kTraitNullFallback,
  kTraitAbortFallback,
  kTraitAllocatorFallback,
  kTraitEnvironment = 15,
  kTraitNearest,
  kTraitBlocked,
  kTraitInterleaved,
  kTraitAllOf60 = 19,  // omp_atv_all in LLVM's header of OpenMP 6.0, where 7 means omp_atv_device
  kTraitDefault = ~std::uint64_t{0},
};

// omp_alloctrait_t as all compilers lay it out.
struct AllocatorTrait {
  TraitKey key;
  std::uint64_t value;
};
static_assert(sizeof(AllocatorTrait) == 16);

enum class Fallback : std::uint8_t { kDefaultMemory, kNull, kAbort, kAllocator };

// An allocator made by a program or by OMP_ALLOCATOR. Immutable but for `pool_used`.
struct Allocator {
  std::uint64_t mem_space;
  std::size_t alignment;  // least alignment of its blocks: a power of two
  std::size_t pool_size;  // most bytes in use at a time
  std::size_t pool_used;  // atomic, relaxed: a count, it orders nothing
  AllocatorHandle fallback_data;
  Fallback fallback;
  bool pinned;
  platform::NumaLayout layout;
};

[[nodiscard]] inline bool is_predefined(AllocatorHandle handle) {
  return handle <= kLastPredefinedAllocator;
}

// A new allocator, or kNullAllocator if the memory space is unknown, a trait has an invalid value, or memory
// is out.
AllocatorHandle make_allocator(std::uint64_t mem_space, const AllocatorTrait* traits, std::size_t count);

// No effect for predefined handles. Memory that came from the allocator must have been freed before (5.1,
// section 3.13.3).
void destroy_allocator(AllocatorHandle handle);

}  // namespace limpid::core
