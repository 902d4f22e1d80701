// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The allocate clause and directive, and kmp_malloc and its family.
// The former take an OpenMP allocator, the latter are the system's allocator under another name.
#include <stdlib.h>

#include "abi/omp/allocators.h"

using namespace limpid;
using core::AllocatorHandle;

extern "C" {

void* __kmpc_alloc(int32_t, size_t size, AllocatorHandle allocator) {
  return abi::alloc(size, allocator);
}
void* __kmpc_aligned_alloc(int32_t, size_t alignment, size_t size, AllocatorHandle allocator) {
  return abi::aligned_alloc(alignment, size, allocator);
}
void* __kmpc_calloc(int32_t, size_t count, size_t size, AllocatorHandle allocator) {
  return abi::calloc(count, size, allocator);
}
void* __kmpc_realloc(int32_t, void* memory, size_t size, AllocatorHandle allocator, AllocatorHandle) {
  return abi::realloc(memory, size, allocator);
}
void __kmpc_free(int32_t, void* memory, AllocatorHandle) {
  abi::free(memory);
}

AllocatorHandle __kmpc_init_allocator(int32_t, uint64_t mem_space, int32_t count,
                                      const core::AllocatorTrait* traits) {
  return abi::init_allocator(mem_space, count, traits);
}
void __kmpc_destroy_allocator(int32_t, AllocatorHandle allocator) {
  core::destroy_allocator(allocator);
}
void __kmpc_set_default_allocator(int32_t, AllocatorHandle allocator) {
  abi::set_default_allocator(allocator);
}
AllocatorHandle __kmpc_get_default_allocator(int32_t) {
  return abi::default_allocator();
}

void* kmp_malloc(size_t size) {
  return malloc(size);
}
// `alignment` is a power of two and at least the size of a pointer, otherwise the result is nullptr.
void* kmp_aligned_malloc(size_t size, size_t alignment) {
  void* memory = nullptr;
  return posix_memalign(&memory, alignment, size) == 0 ? memory : nullptr;
}
void* kmp_calloc(size_t count, size_t size) {
  return calloc(count, size);
}
void* kmp_realloc(void* memory, size_t size) {
  return realloc(memory, size);
}
void kmp_free(void* memory) {
  free(memory);
}

void* kmp_malloc_(const size_t* size) {
  return kmp_malloc(*size);
}
void* kmp_aligned_malloc_(const size_t* size, const size_t* alignment) {
  return kmp_aligned_malloc(*size, *alignment);
}
void* kmp_calloc_(const size_t* count, const size_t* size) {
  return kmp_calloc(*count, *size);
}
void* kmp_realloc_(void* const* memory, const size_t* size) {
  return kmp_realloc(*memory, *size);
}
void kmp_free_(void* const* memory) {
  kmp_free(*memory);
}
}
