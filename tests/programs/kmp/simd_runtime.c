// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// schedule(simd: runtime): run-sched-var counts in vectors. Every chunk but the one with the last iteration
// is made of whole vectors, whatever the schedule, the type and the direction of the loop.
#include <omp.h>
#include <stdint.h>

#include "check.h"

enum { kRuntimeSimd = 47, kWidth = 4, kMost = 300 };

void __kmpc_dispatch_init_4(const void*, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t);
void __kmpc_dispatch_init_8u(const void*, int32_t, int32_t, uint64_t, uint64_t, int64_t, int64_t);
int32_t __kmpc_dispatch_next_4(const void*, int32_t, int32_t*, int32_t*, int32_t*, int32_t*);
int32_t __kmpc_dispatch_next_8u(const void*, int32_t, int32_t*, uint64_t*, uint64_t*, int64_t*);
int32_t __kmpc_global_thread_num(const void*);

static int times[kMost], chunks;

static void take(int first, int count, int last, int trip, int size) {
  CHECK(count > 0 && first >= 0 && first + count <= trip);
  CHECK_EQ(last, first + count == trip);
  CHECK_EQ(first % kWidth, 0);
  if (!last) CHECK_EQ(count % (kWidth * (size > 0 ? size : 1)), 0);
  if (size > 0 && omp_get_num_threads() > 1) CHECK(!last || count <= kWidth * size);
  for (int i = first; i < first + count; i++) __atomic_add_fetch(&times[i], 1, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&chunks, 1, __ATOMIC_SEQ_CST);
}

static void down(int trip, int size) {
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(NULL);
    int32_t last = 0, from, to, by;
    __kmpc_dispatch_init_4(NULL, self, kRuntimeSimd, trip - 1, 0, -1, kWidth);
    while (__kmpc_dispatch_next_4(NULL, self, &last, &from, &to, &by))
      take(trip - 1 - from, from - to + 1, last, trip, size);
  }
}

static void up(int trip, int size) {
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(NULL);
    int32_t last = 0;
    uint64_t from, to;
    int64_t by;
    __kmpc_dispatch_init_8u(NULL, self, kRuntimeSimd, 5, 5 + 3 * (uint64_t)(trip - 1), 3, kWidth);
    while (__kmpc_dispatch_next_8u(NULL, self, &last, &from, &to, &by))
      take((int)(from - 5) / 3, (int)(to - from) / 3 + 1, last, trip, size);
  }
}

static void check_all(int trip) {
  for (int i = 0; i < trip; i++) CHECK_EQ(times[i], 1);
  for (int i = 0; i < trip; i++) times[i] = 0;
}

int main(void) {
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int kind = 0; kind < 4; kind++) {
    for (int size = 0; size < 4; size++) {
      omp_set_schedule(kinds[kind], size);
      const int even = kinds[kind] == omp_sched_auto || (kinds[kind] == omp_sched_static && size == 0);
      for (int trip = 1; trip <= kMost; trip += trip < 30 ? 1 : 53) {
        chunks = 0;
        down(trip, even ? 0 : size > 0 ? size : 1);
        if (even) CHECK(chunks <= omp_get_max_threads());
        check_all(trip);
        up(trip, even ? 0 : size > 0 ? size : 1);
        check_all(trip);
      }
    }
  }
  return 0;
}
