// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation through OpenMP allocators (OpenMP 5.1, section 3.13).
#pragma once

#include <cstddef>

#include "core/memory/allocator.h"

namespace limpid::core {

// `size` bytes at an address that is a multiple of `alignment` (a power of two) and of the allocator's own
// alignment; nullptr if size is 0, if alignment is no power of two, or if memory is out and the fallback is
// null_fb. Ends the process when the fallback is abort. The allocator must not be kNullAllocator.
void* allocate(std::size_t size, std::size_t alignment, AllocatorHandle allocator);

// As allocate(), for `count` elements of `size` bytes, zero-filled; nullptr when the product does not fit.
void* allocate_zeroed(std::size_t count, std::size_t size, std::size_t alignment, AllocatorHandle allocator);

// Moves the contents of `block` (from any function of this file) to a block of `size` bytes from `allocator`,
// or from the block's own one if that is kNullAllocator, and frees the old block. A pool that both come from
// is charged with the larger of the two, not with both. With no memory: nullptr, and the old block stays.
// size 0 frees.
void* reallocate(void* block, std::size_t size, AllocatorHandle allocator);

// The bytes that were asked for.
std::size_t size_of_block(const void* block);

// Frees a block that a function of this file returned. nullptr: no effect.
void deallocate(void* block);

// A compiler's code must be able to distinguish some blocks from malloc'ed ones (Fortran's allocate
// directive): register_block() marks a block, is_registered_block() tests any address. The mark ends when the block is
// freed or reallocated. False: no memory for the mark.
bool register_block(void* block);
bool is_registered_block(const void* address);

}  // namespace limpid::core
