// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the device library's routines for LLVM's device allocators and for pinned memory.
#include "abi/omp/device_allocators.h"

#include <stdlib.h>
#include <string.h>

#include "abi/kmp/offload.h"
#include "core/icv/devices.h"
#include "core/memory/allocate.h"
#include "core/memory/device_blocks.h"
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

void free_block(const core::DeviceBlock& block) {
  const auto free = reinterpret_cast<Free>(library_routine(kFree[block.allocator - kFirstDeviceAllocator]));
  if (free != nullptr) free(block.memory, block.device);
}

using Copy = int (*)(void* destination, const void* source, size_t bytes, size_t destination_offset,
                     size_t source_offset, int destination_device, int source_device);

constexpr int32_t kHost = -1;

// The host reads and writes all but what is a device's alone.
int32_t device_of(const void* memory) {
  core::DeviceBlock block;
  const bool alone = core::find_device_block(memory, block) && block.allocator == kLastDeviceAllocator;
  return alone ? block.device : kHost;
}

bool copy(void* destination, const void* source, size_t bytes) {
  const int32_t to = device_of(destination);
  const int32_t from = device_of(source);
  if (to == kHost && from == kHost) {
    memcpy(destination, source, bytes);
    return true;
  }
  const auto theirs = reinterpret_cast<Copy>(library_routine("omp_target_memcpy"));
  const int32_t host = core::host_device();
  return theirs != nullptr &&
         theirs(destination, source, bytes, 0, 0, to == kHost ? host : to, from == kHost ? host : from) == 0;
}

}  // namespace

void pin_memory_for_devices() {
  core::set_pinning(kPinning);
}

// The device chooses the alignment of its memory.
void* allocate_for_device(core::AllocatorHandle handle, size_t size, size_t alignment) {
  const auto allocate =
      reinterpret_cast<Allocate>(library_routine(kAllocate[handle - kFirstDeviceAllocator]));
  if (allocate == nullptr) return core::allocate(size, alignment, core::kDefaultAllocator);
  const int32_t device = omp_get_default_device();
  void* const memory = allocate(size, device);
  const core::DeviceBlock block = {memory, size, handle, device};
  if (memory == nullptr || core::add_device_block(block)) return memory;
  free_block(block);
  return nullptr;
}

void* allocate_zeroed_for_device(core::AllocatorHandle handle, size_t count, size_t size, size_t alignment) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* const memory = allocate_for_device(handle, bytes, alignment);
  if (memory == nullptr) return nullptr;
  if (device_of(memory) == kHost) return memset(memory, 0, bytes);
  void* const zeros = calloc(1, bytes);  // not every libomptarget can fill
  const bool filled = zeros != nullptr && copy(memory, zeros, bytes);
  ::free(zeros);
  if (filled) return memory;
  free_for_device(memory);
  return nullptr;
}

void* move_for_device(void* memory, size_t size, core::AllocatorHandle handle) {
  core::DeviceBlock old = {};
  const bool was_theirs = core::find_device_block(memory, old);
  const size_t old_size = was_theirs ? old.size : core::size_of_block(memory);
  if (handle == core::kNullAllocator && was_theirs) handle = old.allocator;
  void* moved = nullptr;
  if (size != 0) {
    moved =
        is_device_allocator(handle) ? allocate_for_device(handle, size, 1) : core::allocate(size, 1, handle);
    if (moved == nullptr) return nullptr;
    copy(moved, memory, size < old_size ? size : old_size);
  }
  if (!free_for_device(memory)) core::deallocate(memory);
  return moved;
}

bool free_for_device(void* memory) {
  core::DeviceBlock block;
  if (!core::take_device_block(memory, block)) return false;
  free_block(block);
  return true;
}

}  // namespace limpid::abi
