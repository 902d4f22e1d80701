// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the routines of LLVM's library
// Memory by the names that LLVM's compilers and programs use.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

int32_t __kmpc_global_thread_num(const void*);
void* __kmpc_alloc(int32_t, size_t, omp_allocator_handle_t);
void* __kmpc_aligned_alloc(int32_t, size_t, size_t, omp_allocator_handle_t);
void* __kmpc_calloc(int32_t, size_t, size_t, omp_allocator_handle_t);
void* __kmpc_realloc(int32_t, void*, size_t, omp_allocator_handle_t, omp_allocator_handle_t);
void __kmpc_free(int32_t, void*, omp_allocator_handle_t);
omp_allocator_handle_t __kmpc_init_allocator(int32_t, omp_memspace_handle_t, int, const omp_alloctrait_t*);
void __kmpc_destroy_allocator(int32_t, omp_allocator_handle_t);
void __kmpc_set_default_allocator(int32_t, omp_allocator_handle_t);
omp_allocator_handle_t __kmpc_get_default_allocator(int32_t);
void* kmpc_malloc(size_t);
void* kmpc_realloc(void*, size_t);
void kmpc_free(void*);

static int is_zero(const char* bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0) return 0;
  return 1;
}

static void check_allocators(void) {
  const int32_t gtid = __kmpc_global_thread_num(0);
  const omp_alloctrait_t traits[] = {
      {omp_atk_alignment, 128}, {omp_atk_pool_size, 1000}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t small = __kmpc_init_allocator(gtid, omp_default_mem_space, 3, traits);
  CHECK(small != omp_null_allocator);
  void* block = __kmpc_alloc(gtid, 600, small);
  CHECK(block != NULL && (uintptr_t)block % 128 == 0);
  CHECK(__kmpc_alloc(gtid, 600, small) == NULL);  // the pool is spent
  __kmpc_free(gtid, block, small);
  char* zeros = __kmpc_calloc(gtid, 10, 50, small);
  CHECK(zeros != NULL && is_zero(zeros, 500));
  strcpy(zeros, "kept");
  zeros = __kmpc_realloc(gtid, zeros, 900, omp_default_mem_alloc, small);
  CHECK(zeros != NULL && strcmp(zeros, "kept") == 0);
  __kmpc_free(gtid, zeros, omp_null_allocator);
  void* page = __kmpc_aligned_alloc(gtid, 4096, 10, omp_null_allocator);
  CHECK(page != NULL && (uintptr_t)page % 4096 == 0);
  __kmpc_free(gtid, page, omp_null_allocator);

  const omp_allocator_handle_t before = __kmpc_get_default_allocator(gtid);
  CHECK_EQ(before, omp_get_default_allocator());
  __kmpc_set_default_allocator(gtid, small);
  CHECK_EQ(omp_get_default_allocator(), small);
  CHECK(omp_alloc(2000, omp_null_allocator) == NULL);
  __kmpc_set_default_allocator(gtid, before);
  __kmpc_destroy_allocator(gtid, small);
}

static void check_plain(void) {
  char* block = kmp_malloc(100);
  CHECK(block != NULL);
  strcpy(block, "plain");
  block = kmp_realloc(block, 100000);
  CHECK(block != NULL && strcmp(block, "plain") == 0);
  kmp_free(block);
  block = kmp_calloc(30, 30);
  CHECK(block != NULL && is_zero(block, 900));
  kmp_free(block);
  block = kmp_aligned_malloc(10, 1024);
  CHECK(block != NULL && (uintptr_t)block % 1024 == 0);
  kmp_free(block);
  CHECK(kmp_aligned_malloc(10, 3) == NULL);
  kmpc_free(kmpc_realloc(kmpc_malloc(1), 2));
}

int main(void) {
#pragma omp parallel
  {
    check_allocators();
    check_plain();
  }
  return 0;
}
