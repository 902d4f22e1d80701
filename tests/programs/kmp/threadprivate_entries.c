// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// __kmpc_threadprivate and its kin, called as compilers call them: with and without a cache, with
// constructors for single objects and for vectors. One address per thread, the program's own for the initial
// thread.
#include <omp.h>
#include <stdint.h>

#include "check.h"

void* __kmpc_threadprivate(const void*, int32_t, void*, size_t);
void* __kmpc_threadprivate_cached(const void*, int32_t, void*, size_t, void***);
void __kmpc_threadprivate_register(const void*, void*, void* (*)(void*), void* (*)(void*, void*),
                                   void (*)(void*));
void __kmpc_threadprivate_register_vec(const void*, void*, void* (*)(void*, size_t),
                                       void* (*)(void*, void*, size_t), void (*)(void*, size_t), size_t);
int32_t __kmpc_global_thread_num(const void*);

static int plain[50] = {1, 2, 3};
static void** plain_cache;
static long made, vector[8], copied;

static void* construct(void* object) {
  *(long*)object = 17;
  return object;
}
static void* construct_vector(void* object, size_t elements) {
  for (size_t i = 0; i < elements; i++) ((long*)object)[i] = 100 + (long)i;
  return object;
}
static void* copy(void* to, void* from) {
  *(long*)to = *(long*)from + 1;
  return to;
}

static int* plain_here(void) {
  return __kmpc_threadprivate_cached(NULL, __kmpc_global_thread_num(NULL), plain, sizeof plain, &plain_cache);
}

int main(void) {
  copied = 5;
  __kmpc_threadprivate_register(NULL, &made, construct, NULL, NULL);
  __kmpc_threadprivate_register(NULL, &copied, NULL, copy, NULL);
  __kmpc_threadprivate_register_vec(NULL, vector, construct_vector, NULL, NULL, 8);
  CHECK(plain_here() == plain);
  plain[1] = 77;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
    {
      int32_t number = __kmpc_global_thread_num(NULL);
      int* mine = plain_here();
      if (omp_get_thread_num() == 0) {
        CHECK(mine == plain);
      } else {
        CHECK(mine != plain);
        CHECK_EQ(mine[1], round == 0 ? 2 : 1000 + omp_get_thread_num());
        CHECK_EQ(*(long*)__kmpc_threadprivate(NULL, number, &made, sizeof made), 17);
        const long* all = __kmpc_threadprivate(NULL, number, vector, sizeof vector);
        CHECK(all[0] == 100 && all[7] == 107);
        CHECK_EQ(*(long*)__kmpc_threadprivate(NULL, number, &copied, sizeof copied), 6);
      }
      mine[1] = 1000 + omp_get_thread_num();
#pragma omp barrier
      CHECK_EQ(plain_here()[1], 1000 + omp_get_thread_num());
      CHECK(plain_here() == mine && __kmpc_threadprivate(NULL, number, plain, sizeof plain) == mine);
    }
  }
  return 0;
}
