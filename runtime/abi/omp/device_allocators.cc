// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the device library's routines for LLVM's device allocators and for pinned memory.
#include "abi/omp/device_allocators.h"

#include "abi/kmp/offload.h"
#include "core/memory/allocate.h"
#include "core/memory/pinning.h"

extern "C" int omp_get_default_device();

namespace limpid::abi {
namespace {

using Allocate = void* (*)(size_t size, int device);
using Free = void (*)(void* memory, int device);

constexpr const char* kAllocate[] = {"llvm_omp_target_alloc_host", "llvm_omp_target_alloc_shared",
                                     "llvm_omp_target_alloc_device"};
constexpr const char* kFree[] = {"llvm_omp_target_free_host", "llvm_omp_target_free_shared",
                                 "llvm_omp_target_free_device"};

using Lock = void* (*)(void* memory, size_t size, int device);
using Unlock = void (*)(void* memory, int device);

int32_t pin_for_device(void* memory, size_t bytes) {
  const auto lock = reinterpret_cast<Lock>(library_routine("llvm_omp_target_lock_mem"));
  const int32_t device = omp_get_default_device();
  if (lock == nullptr || device < 0 || device >= count_devices()) return -1;
  return lock(memory, bytes, device) != nullptr ? device : -1;
}

void unpin_for_device(void* memory, int32_t device) {
  const auto unlock = reinterpret_cast<Unlock>(library_routine("llvm_omp_target_unlock_mem"));
  if (unlock != nullptr) unlock(memory, device);
}

constexpr core::Pinning kPinning = {pin_for_device, unpin_for_device};

}  // namespace

void pin_memory_for_devices() {
  core::set_pinning(kPinning);
}

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
