// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The predefined allocators and memory spaces as data.
// LLVM's library exports them beside the enumerators of omp.h.
#include "core/memory/allocator.h"

using limpid::core::AllocatorHandle;

extern "C" {

extern const AllocatorHandle omp_null_allocator = 0;
extern const AllocatorHandle omp_default_mem_alloc = 1;
extern const AllocatorHandle omp_large_cap_mem_alloc = 2;
extern const AllocatorHandle omp_const_mem_alloc = 3;
extern const AllocatorHandle omp_high_bw_mem_alloc = 4;
extern const AllocatorHandle omp_low_lat_mem_alloc = 5;
extern const AllocatorHandle omp_cgroup_mem_alloc = 6;
extern const AllocatorHandle omp_pteam_mem_alloc = 7;
extern const AllocatorHandle omp_thread_mem_alloc = 8;

extern const uint64_t omp_default_mem_space = 0;
extern const uint64_t omp_large_cap_mem_space = 1;
extern const uint64_t omp_const_mem_space = 2;
extern const uint64_t omp_high_bw_mem_space = 3;
extern const uint64_t omp_low_lat_mem_space = 4;
}
