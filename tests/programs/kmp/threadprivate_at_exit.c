// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// Workers' copies of a threadprivate variable that is left to the runtime are destroyed when the process
// ends.
#include <omp.h>
#include <stdint.h>

#include "check.h"

void __kmpc_threadprivate_register(void*, void*, void* (*)(void*), void* (*)(void*, void*), void (*)(void*));
void* __kmpc_threadprivate(void*, int32_t, void*, size_t);
int32_t __kmpc_global_thread_num(void*);

static int object, constructed, destroyed;

static void* construct(void* copy) {
  __atomic_add_fetch(&constructed, 1, __ATOMIC_SEQ_CST);
  *(int*)copy = 7;
  return copy;
}
static void destroy(void* copy) {
  CHECK_EQ(*(int*)copy, 7);
  __atomic_add_fetch(&destroyed, 1, __ATOMIC_SEQ_CST);
}

// Registered before the first use of OpenMP, so it runs after what the runtime does at the end.
static void check_copies(void) {
  CHECK_EQ(destroyed, constructed);
}

int main(void) {
  atexit(check_copies);
  __kmpc_threadprivate_register(0, &object, construct, 0, destroy);
#pragma omp parallel
  {
    const int* mine = __kmpc_threadprivate(0, __kmpc_global_thread_num(0), &object, sizeof object);
    CHECK_EQ(*mine, omp_get_thread_num() == 0 ? 0 : 7);
  }
  CHECK_EQ(constructed, omp_get_max_threads() - 1);
  CHECK_EQ(destroyed, 0);
  return 0;
}
