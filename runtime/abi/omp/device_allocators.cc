// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the device library's allocation routines for LLVM's device allocators.
#include "abi/omp/device_allocators.h"

#include "abi/kmp/offload.h"
#include "core/memory/allocate.h"

extern "C" int omp_get_default_device();

namespace limpid::abi {
namespace {

using Allocate = void* (*)(size_t size, int device);
using Free = void (*)(void* memory, int device);

constexpr const char* kAllocate[] = {"llvm_omp_target_alloc_host", "llvm_omp_target_alloc_shared",
                                     "llvm_omp_target_alloc_device"};
constexpr const char* kFree[] = {"llvm_omp_target_free_host", "llvm_omp_target_free_shared",
                                 "llvm_omp_target_free_device"};

}  // namespace

// The device chooses the alignment of its memory.
void* allocate_for_device(core::AllocatorHandle handle, size_t size, size_t alignment) {
  const auto allocate =
      reinterpret_cast<Allocate>(library_routine(kAllocate[handle - kFirstDeviceAllocator]));
  return allocate != nullptr ? allocate(size, omp_get_default_device())
                             : core::allocate(size, alignment, core::kDefaultAllocator);
}

void free_for_device(core::AllocatorHandle handle, void* memory) {
  const auto free = reinterpret_cast<Free>(library_routine(kFree[handle - kFirstDeviceAllocator]));
  if (free != nullptr)
    free(memory, omp_get_default_device());
  else
    core::deallocate(memory);
}

}  // namespace limpid::abi
