// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates blocks from the C library or as pages, within the limit of an allocator's pool.
#include "core/memory/allocate.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "core/memory/allocation_registry.h"
#include "core/memory/pinning.h"
#include "platform/memory.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// The header right before the address that the program gets.
struct Block {
  void* base;                 // as returned by malloc or map_placed_pages
  std::size_t total;          // bytes from base
  std::size_t size;           // bytes the program asked for
  AllocatorHandle allocator;  // its pool is charged
  std::uint64_t noted : 1;    // is in AllocationRegistry
  std::uint64_t mapped : 1;   // base is from map_placed_pages
  std::uint64_t pinned : 1;   // a device knows it
  std::uint64_t padding : 29;
  std::uint64_t device : 32;  // that one
  std::uint64_t magic;        // recognises a wrong address passed to a free
};
constexpr std::uint64_t kMagic = 0x6c696d706964616c;
constexpr std::size_t kLeastAlignment = alignof(max_align_t);
static_assert(sizeof(Block) % kLeastAlignment == 0);

constinit sync::Atomic<const Pinning*> g_pinning{nullptr};  // to a constant: relaxed

void pin(Block& block) {
  const Pinning* const pinning = g_pinning.load(std::memory_order_relaxed);
  if (pinning == nullptr) return;
  const std::int32_t device = pinning->pin(block.base, block.total);
  block.pinned = device >= 0;
  block.device = static_cast<std::uint32_t>(device);
}

Block& block_of(void* memory) {
  Block& block = static_cast<Block*>(memory)[-1];
  if (block.magic != kMagic)
    base::fatal(
        "omp_free or omp_realloc of %p, which no omp_alloc routine returned or which was freed before",
        memory);
  return block;
}

Allocator* object_of(AllocatorHandle handle) {
  return is_predefined(handle) ? nullptr : reinterpret_cast<Allocator*>(handle);
}

bool take_from_pool(Allocator& allocator, std::size_t bytes) {
  std::size_t used = __atomic_load_n(&allocator.pool_used, __ATOMIC_RELAXED);
  LIMPID_DCHECK(used <= allocator.pool_size);
  do {
    if (bytes > allocator.pool_size - used) return false;
  } while (!__atomic_compare_exchange_n(&allocator.pool_used, &used, used + bytes, true, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED));
  return true;
}

void give_to_pool(Allocator& allocator, std::size_t bytes) {
  LIMPID_DCHECK(__atomic_load_n(&allocator.pool_used, __ATOMIC_RELAXED) >= bytes);  // they were taken
  __atomic_fetch_sub(&allocator.pool_used, bytes, __ATOMIC_RELAXED);
}

bool wants_pages(const Allocator* allocator) {
  return allocator != nullptr &&
         (allocator->pinned || allocator->layout != platform::NumaLayout::kFirstTouch);
}

void* raw_memory(const Allocator* allocator, std::size_t bytes) {
  return wants_pages(allocator) ? platform::map_placed_pages(bytes, allocator->pinned, allocator->layout)
                                : malloc(bytes);
}

// One attempt with this allocator, without its fallback. paid: bytes already charged to its pool for the new
// block.
void* try_allocate(std::size_t size, std::size_t alignment, AllocatorHandle handle, std::size_t paid = 0) {
  Allocator* const allocator = object_of(handle);
  if (allocator != nullptr && allocator->alignment > alignment) alignment = allocator->alignment;
  std::size_t total = size;
  const std::size_t overhead =
      sizeof(Block) + (alignment > kLeastAlignment ? alignment - kLeastAlignment : 0);
  if (__builtin_add_overflow(total, overhead, &total)) return nullptr;
  if (alignment < kLeastAlignment) alignment = kLeastAlignment;
  const std::size_t owed = size > paid ? size - paid : 0;
  if (allocator != nullptr && !take_from_pool(*allocator, owed)) return nullptr;
  void* const base = raw_memory(allocator, total);
  if (base == nullptr) {
    if (allocator != nullptr) give_to_pool(*allocator, owed);
    return nullptr;
  }
  const auto start =
      (reinterpret_cast<std::uintptr_t>(base) + sizeof(Block) + alignment - 1) & ~(alignment - 1);
  LIMPID_DCHECK(start % alignment == 0 && start + size <= reinterpret_cast<std::uintptr_t>(base) + total);
  void* const memory = reinterpret_cast<void*>(start);
  Block& block = static_cast<Block*>(memory)[-1];
  block = {base, total, size, handle, 0, wants_pages(allocator), 0, 0, 0, kMagic};
  if (allocator != nullptr && allocator->pinned) pin(block);
  return memory;
}

void* fall_back(std::size_t size, std::size_t alignment, const Allocator& allocator) {
  switch (allocator.fallback) {
    case Fallback::kDefaultMemory:
      return try_allocate(size, alignment, kDefaultAllocator);
    case Fallback::kNull:
      return nullptr;
    case Fallback::kAllocator:
      return allocate(size, alignment, allocator.fallback_data);
    case Fallback::kAbort:
      break;
  }
  base::fatal("out of memory allocating %zu bytes from an allocator with the trait fallback=abort_fb", size);
}

// With the fallback.
void* allocate_paid(std::size_t size, std::size_t alignment, AllocatorHandle handle, std::size_t paid) {
  if (void* const memory = try_allocate(size, alignment, handle, paid)) return memory;
  const Allocator* const object = object_of(handle);
  return object != nullptr ? fall_back(size, alignment, *object) : nullptr;
}

// Frees the block. The pool has its bytes back already.
void release(void* memory) {
  Block& block = block_of(memory);
  block.magic = 0;
  if (block.noted) AllocationRegistry::process().remove(memory);
  if (block.pinned)
    g_pinning.load(std::memory_order_relaxed)->unpin(block.base, static_cast<std::int32_t>(block.device));
  if (block.mapped)
    platform::unmap_pages(block.base, block.total);
  else
    free(block.base);
}

}  // namespace

void set_pinning(const Pinning& pinning) {
  g_pinning.store(&pinning, std::memory_order_relaxed);
}

void* allocate(std::size_t size, std::size_t alignment, AllocatorHandle allocator) {
  if (size == 0 || (alignment & (alignment - 1)) != 0) return nullptr;
  return allocate_paid(size, alignment, allocator, 0);
}

void* allocate_zeroed(std::size_t count, std::size_t size, std::size_t alignment, AllocatorHandle allocator) {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) return nullptr;
  void* const memory = allocate(bytes, alignment, allocator);
  if (memory != nullptr && !block_of(memory).mapped) memset(memory, 0, bytes);
  return memory;
}

void* reallocate(void* memory, std::size_t size, AllocatorHandle allocator) {
  if (size == 0) {
    deallocate(memory);
    return nullptr;
  }
  const Block& old = block_of(memory);
  if (allocator == kNullAllocator) allocator = old.allocator;
  const std::size_t paid = allocator == old.allocator ? old.size : 0;
  void* const moved = allocate_paid(size, 1, allocator, paid);
  if (moved == nullptr) return nullptr;
  memcpy(moved, memory, size < old.size ? size : old.size);
  Allocator* const pool = object_of(old.allocator);
  const bool in_place = block_of(moved).allocator == old.allocator;  // not from the fallback
  if (pool != nullptr) give_to_pool(*pool, !in_place ? old.size : size < old.size ? old.size - size : 0);
  release(memory);
  return moved;
}

std::size_t size_of_block(const void* memory) {
  return block_of(const_cast<void*>(memory)).size;
}

void deallocate(void* memory) {
  if (memory == nullptr) return;
  const Block& block = block_of(memory);
  if (Allocator* const allocator = object_of(block.allocator)) give_to_pool(*allocator, block.size);
  release(memory);
}

bool register_block(void* memory) {
  if (memory == nullptr) return true;
  Block& block = block_of(memory);
  if (block.noted) return true;
  if (!AllocationRegistry::process().add(memory)) return false;
  block.noted = 1;
  return true;
}

bool is_registered_block(const void* address) {
  return AllocationRegistry::process().has(address);
}

}  // namespace limpid::core
