// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the memory routines of all entry points share.
#pragma once

#include "abi/kmp/offload.h"
#include "abi/omp/device_allocators.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/memory/allocate.h"

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

inline void* alloc(size_t size, core::AllocatorHandle allocator, size_t alignment = 1) {
  const core::AllocatorHandle handle = chosen(allocator);
  if (is_device_allocator(handle)) [[unlikely]]
    return allocate_for_device(handle, size, alignment);
  return core::allocate(size, alignment, handle);
}

inline void* aligned_alloc(size_t alignment, size_t size, core::AllocatorHandle allocator) {
  return alignment != 0 ? alloc(size, allocator, alignment) : nullptr;
}

// The block itself names its allocator, unless it is a device's.
inline void free(void* memory, core::AllocatorHandle allocator) {
  if (is_device_allocator(allocator)) [[unlikely]]
    return free_for_device(allocator, memory);
  core::deallocate(memory);
}

// The old block itself names its allocator, so that argument of the program is not needed.
inline void* realloc(void* memory, size_t size, core::AllocatorHandle allocator) {
  if (memory == nullptr) return core::allocate(size, 1, chosen(allocator));
  return core::reallocate(memory, size, allocator);
}

}  // namespace limpid::abi
