// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory management routines (OpenMP 5.1, section 3.13).
#include "abi/omp/allocators.h"

using namespace limpid;

extern "C" {

core::AllocatorHandle omp_init_allocator(uint64_t mem_space, int count, const core::AllocatorTrait* traits) {
  return abi::init_allocator(mem_space, count, traits);
}
void omp_destroy_allocator(core::AllocatorHandle allocator) {
  core::destroy_allocator(allocator);
}
void omp_set_default_allocator(core::AllocatorHandle allocator) {
  abi::set_default_allocator(allocator);
}
core::AllocatorHandle omp_get_default_allocator() {
  return abi::default_allocator();
}

void* omp_alloc(size_t size, core::AllocatorHandle allocator) {
  return abi::alloc(size, allocator);
}
void* omp_aligned_alloc(size_t alignment, size_t size, core::AllocatorHandle allocator) {
  return abi::aligned_alloc(alignment, size, allocator);
}
void* omp_calloc(size_t count, size_t size, core::AllocatorHandle allocator) {
  return abi::calloc(count, size, allocator);
}
void* omp_aligned_calloc(size_t alignment, size_t count, size_t size, core::AllocatorHandle allocator) {
  return alignment != 0 ? abi::calloc(count, size, allocator, alignment) : nullptr;
}
void* omp_realloc(void* memory, size_t size, core::AllocatorHandle allocator, core::AllocatorHandle) {
  return abi::realloc(memory, size, allocator);
}
void omp_free(void* memory, core::AllocatorHandle) {
  abi::free(memory);
}

core::AllocatorHandle omp_init_allocator_(const uint64_t* mem_space, const int32_t* count,
                                          const core::AllocatorTrait* traits) {
  return abi::init_allocator(*mem_space, *count, traits);
}
core::AllocatorHandle omp_init_allocator_8_(const uint64_t* mem_space, const int64_t* count,
                                            const core::AllocatorTrait* traits) {
  return abi::init_allocator(*mem_space, *count, traits);
}
void omp_destroy_allocator_(const core::AllocatorHandle* allocator) {
  core::destroy_allocator(*allocator);
}
void omp_set_default_allocator_(const core::AllocatorHandle* allocator) {
  abi::set_default_allocator(*allocator);
}
core::AllocatorHandle omp_get_default_allocator_() {
  return omp_get_default_allocator();
}
}
