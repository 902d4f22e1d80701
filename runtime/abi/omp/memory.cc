// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory management routines (OpenMP 5.1, section 3.13).
#include "abi/omp/fortran.h"
#include "core/memory/allocate.h"
#include "core/task/task.h"
#include "core/team/thread.h"

using namespace limpid;

namespace {

// omp_null_allocator stands for def-allocator-var.
core::AllocatorHandle chosen(core::AllocatorHandle allocator) {
  return allocator != core::kNullAllocator ? allocator : core::this_thread().task->icvs.def_allocator;
}

core::AllocatorHandle init_allocator(uint64_t mem_space, int64_t count, const core::AllocatorTrait* traits) {
  return count >= 0 ? core::make_allocator(mem_space, traits, static_cast<size_t>(count))
                    : core::kNullAllocator;
}

void set_default_allocator(core::AllocatorHandle allocator) {
  if (allocator != core::kNullAllocator) core::this_thread().task->icvs.def_allocator = allocator;
}

}  // namespace

extern "C" {

core::AllocatorHandle omp_init_allocator(uint64_t mem_space, int count, const core::AllocatorTrait* traits) {
  return init_allocator(mem_space, count, traits);
}
void omp_destroy_allocator(core::AllocatorHandle allocator) {
  core::destroy_allocator(allocator);
}
void omp_set_default_allocator(core::AllocatorHandle allocator) {
  set_default_allocator(allocator);
}
core::AllocatorHandle omp_get_default_allocator() {
  return core::this_thread().task->icvs.def_allocator;
}

void* omp_alloc(size_t size, core::AllocatorHandle allocator) {
  return core::allocate(size, 1, chosen(allocator));
}
void* omp_aligned_alloc(size_t alignment, size_t size, core::AllocatorHandle allocator) {
  return alignment != 0 ? core::allocate(size, alignment, chosen(allocator)) : nullptr;
}
void* omp_calloc(size_t count, size_t size, core::AllocatorHandle allocator) {
  return core::allocate_zeroed(count, size, 1, chosen(allocator));
}
void* omp_aligned_calloc(size_t alignment, size_t count, size_t size, core::AllocatorHandle allocator) {
  return alignment != 0 ? core::allocate_zeroed(count, size, alignment, chosen(allocator)) : nullptr;
}
// Which allocator the old block belongs to is known from the block itself, so what the program says about it
// is not needed.
void* omp_realloc(void* memory, size_t size, core::AllocatorHandle allocator, core::AllocatorHandle) {
  if (memory == nullptr) return core::allocate(size, 1, chosen(allocator));
  return core::reallocate(memory, size, allocator);
}
void omp_free(void* memory, core::AllocatorHandle) {
  core::deallocate(memory);
}

core::AllocatorHandle omp_init_allocator_(const uint64_t* mem_space, const int32_t* count,
                                          const core::AllocatorTrait* traits) {
  return init_allocator(*mem_space, *count, traits);
}
core::AllocatorHandle omp_init_allocator_8_(const uint64_t* mem_space, const int64_t* count,
                                            const core::AllocatorTrait* traits) {
  return init_allocator(*mem_space, *count, traits);
}
void omp_destroy_allocator_(const core::AllocatorHandle* allocator) {
  core::destroy_allocator(*allocator);
}
void omp_set_default_allocator_(const core::AllocatorHandle* allocator) {
  set_default_allocator(*allocator);
}
core::AllocatorHandle omp_get_default_allocator_() {
  return omp_get_default_allocator();
}
}
