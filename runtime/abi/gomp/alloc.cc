// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC calls for the allocate clause and for Fortran's allocate directive.
#include <stddef.h>

#include "base/check.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/memory/allocate.h"

using namespace limpid;

extern "C" {

// The compiled code uses the memory without a check for null, so a failure is fatal.
void* GOMP_alloc(size_t alignment, size_t size, core::AllocatorHandle allocator) {
  if (allocator == core::kNullAllocator) allocator = core::this_thread().task->icvs.def_allocator;
  void* const memory = core::allocate(size, alignment > 0 ? alignment : 1, allocator);
  if (memory == nullptr && size > 0)
    base::fatal("out of memory allocating %zu bytes for an allocate clause", size);
  return memory;
}
void GOMP_free(void* memory, core::AllocatorHandle) {
  core::deallocate(memory);
}

// Fortran's deallocation may get both kinds of memory; GOMP_is_alloc returns whether an address is of this
// kind.
void GOMP_add_alloc(void* memory) {
  if (!core::register_block(memory)) base::fatal("out of memory for a variable with an allocate directive");
}
bool GOMP_is_alloc(void* memory) {
  return core::is_registered_block(memory);
}
}
