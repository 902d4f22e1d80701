// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the memory routines of all entry points share.
#pragma once

#include "abi/kmp/offload.h"
#include "abi/omp/device_allocators.h"
#include "core/data/entry.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/memory/allocate.h"
#include "core/memory/device_blocks.h"

namespace limpid::abi {

// omp_null_allocator stands for def-allocator-var.
inline core::AllocatorHandle chosen(core::AllocatorHandle allocator) {
  return allocator != core::kNullAllocator ? allocator : core::this_thread().task->icvs.def_allocator;
}

inline core::AllocatorHandle init_allocator(uint64_t mem_space, int64_t count,
                                            const core::AllocatorTrait* traits) {
  has_device_library();  // which is told of pinned memory
  return count >= 0 ? core::make_allocator(mem_space, traits, static_cast<size_t>(count))
                    : core::kNullAllocator;
}

inline core::AllocatorHandle default_allocator() {
  return core::this_thread().task->icvs.def_allocator;
}

inline void set_default_allocator(core::AllocatorHandle allocator) {
  if (allocator != core::kNullAllocator) core::this_thread().task->icvs.def_allocator = allocator;
}

// What a device library does for the routine is the program's call: these are inlined into the entry points.
[[gnu::always_inline]] inline void* alloc(size_t size, core::AllocatorHandle allocator,
                                          size_t alignment = 1) {
  const core::AllocatorHandle handle = chosen(allocator);
  if (is_device_allocator(handle)) [[unlikely]] {
    const core::EntryScope entry(core::this_thread());
    return allocate_for_device(handle, size, alignment);
  }
  return core::allocate(size, alignment, handle);
}

[[gnu::always_inline]] inline void* aligned_alloc(size_t alignment, size_t size,
                                                  core::AllocatorHandle allocator) {
  return alignment != 0 ? alloc(size, allocator, alignment) : nullptr;
}

[[gnu::always_inline]] inline void* calloc(size_t count, size_t size, core::AllocatorHandle allocator,
                                           size_t alignment = 1) {
  const core::AllocatorHandle handle = chosen(allocator);
  if (is_device_allocator(handle)) [[unlikely]] {
    const core::EntryScope entry(core::this_thread());
    return allocate_zeroed_for_device(handle, count, size, alignment);
  }
  return core::allocate_zeroed(count, size, alignment, handle);
}

// The block itself names its allocator, unless it is a device's.
[[gnu::always_inline]] inline void free(void* memory) {
  if (core::has_device_blocks()) [[unlikely]] {
    const core::EntryScope entry(core::this_thread());
    if (free_for_device(memory)) return;
  }
  core::deallocate(memory);
}

// The old block itself names its allocator, so that argument of the program is not needed.
[[gnu::always_inline]] inline void* realloc(void* memory, size_t size, core::AllocatorHandle allocator) {
  if (memory == nullptr) return alloc(size, allocator);
  if (is_device_allocator(allocator) || core::has_device_blocks()) [[unlikely]] {
    const core::EntryScope entry(core::this_thread());
    return move_for_device(memory, size, allocator);
  }
  return core::reallocate(memory, size, allocator);
}

}  // namespace limpid::abi
