// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks that a device library has allocated: nothing in a block itself says whose it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/memory/allocator.h"
#include "sync/atomic.h"

namespace limpid::core {

struct DeviceBlock {
  void* memory;
  std::size_t size;
  AllocatorHandle allocator;
  std::int32_t device;
};

// False: no memory to note it.
bool add_device_block(const DeviceBlock& block);

// False: the memory is no such block. take_device_block() also forgets it.
bool find_device_block(const void* memory, DeviceBlock& block);
bool take_device_block(const void* memory, DeviceBlock& block);

// In the child of fork(2): another thread may have held the lock.
void reset_device_blocks_after_fork();

// Most programs have none: this is all that their frees pay.
[[gnu::visibility("hidden")]] extern sync::Atomic<std::uint32_t> g_device_blocks;
inline bool has_device_blocks() {
  return g_device_blocks.load(std::memory_order_relaxed) != 0;
}

}  // namespace limpid::core
