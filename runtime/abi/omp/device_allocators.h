// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's predefined allocators of memory that a device can access.
// A device library allocates it, for the default device. Without one it is host memory like any other.
#pragma once

#include <stddef.h>

#include "core/memory/allocator.h"

namespace limpid::abi {

// llvm_omp_target_host_mem_alloc, llvm_omp_target_shared_mem_alloc and llvm_omp_target_device_mem_alloc.
constexpr core::AllocatorHandle kFirstDeviceAllocator = 100;
constexpr core::AllocatorHandle kLastDeviceAllocator = 102;

inline bool is_device_allocator(core::AllocatorHandle handle) {
  return handle - kFirstDeviceAllocator <= kLastDeviceAllocator - kFirstDeviceAllocator;
}

void* allocate_for_device(core::AllocatorHandle handle, size_t size, size_t alignment);
void* allocate_zeroed_for_device(core::AllocatorHandle handle, size_t count, size_t size, size_t alignment);

// A block of any kind to or from such an allocator, with its contents; handle: of the new block.
void* move_for_device(void* memory, size_t size, core::AllocatorHandle handle);

// False: the library has not allocated it.
bool free_for_device(void* memory);

// The library is there: memory with the trait `pinned` is made known to the default device.
void pin_memory_for_devices();

}  // namespace limpid::abi
