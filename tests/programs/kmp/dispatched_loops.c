// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// __kmpc_dispatch_*: every schedule number with its modifiers, all types to their ends, steps of both signs;
// and loops that follow each other without a barrier or a word about their end.
#include <limits.h>
#include <omp.h>
#include <stdint.h>

#include "check.h"

void __kmpc_dispatch_init_4(const void*, int32_t, int32_t, int32_t, int32_t, int32_t, int32_t);
void __kmpc_dispatch_init_4u(const void*, int32_t, int32_t, uint32_t, uint32_t, int32_t, int32_t);
void __kmpc_dispatch_init_8(const void*, int32_t, int32_t, int64_t, int64_t, int64_t, int64_t);
void __kmpc_dispatch_init_8u(const void*, int32_t, int32_t, uint64_t, uint64_t, int64_t, int64_t);
int32_t __kmpc_dispatch_next_4(const void*, int32_t, int32_t*, int32_t*, int32_t*, int32_t*);
int32_t __kmpc_dispatch_next_4u(const void*, int32_t, int32_t*, uint32_t*, uint32_t*, int32_t*);
int32_t __kmpc_dispatch_next_8(const void*, int32_t, int32_t*, int64_t*, int64_t*, int64_t*);
int32_t __kmpc_dispatch_next_8u(const void*, int32_t, int32_t*, uint64_t*, uint64_t*, int64_t*);
void __kmpc_dispatch_fini_4(const void*, int32_t);
void __kmpc_dispatch_deinit(const void*, int32_t);
void __kmpc_dist_dispatch_init_4(const void*, int32_t, int32_t, int32_t*, int32_t, int32_t, int32_t, int32_t);
void __kmpc_ordered(const void*, int32_t);
void __kmpc_end_ordered(const void*, int32_t);
void __kmpc_barrier(const void*, int32_t);
int32_t __kmpc_global_thread_num(const void*);

enum { kMost = 300, kMonotonic = 1 << 29, kNonmonotonic = 1 << 30 };

// Iterations by number: each exactly once, all bounds inclusive and on the loop's own values; one thread is
// told that it has the last one, and takes no chunk after that.
#define DISPATCH(SUFFIX, TYPE, STEP)                                                                        \
  static void loop_##SUFFIX(int schedule, TYPE lower, STEP step, int count, STEP chunk) {                   \
    int times[kMost] = {0}, lasts = 0;                                                                      \
    TYPE upper = (TYPE)((uint64_t)lower + (uint64_t)(count - 1) * (uint64_t)step);                          \
    _Pragma("omp parallel") {                                                                               \
      const int32_t self = __kmpc_global_thread_num(NULL);                                                  \
      int32_t last = 0;                                                                                     \
      TYPE from, to;                                                                                        \
      STEP by;                                                                                              \
      __kmpc_dispatch_init_##SUFFIX(NULL, self, schedule, lower, upper, step, chunk);                       \
      while (__kmpc_dispatch_next_##SUFFIX(NULL, self, &last, &from, &to, &by)) {                           \
        CHECK_EQ(by, step);                                                                                 \
        const uint64_t size = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;                               \
        uint64_t first =                                                                                    \
            (step > 0 ? (uint64_t)from - (uint64_t)lower : (uint64_t)lower - (uint64_t)from) / size;        \
        uint64_t end = (step > 0 ? (uint64_t)to - (uint64_t)lower : (uint64_t)lower - (uint64_t)to) / size; \
        CHECK(first <= end && end < (uint64_t)count);                                                       \
        for (uint64_t i = first; i <= end; i++) __atomic_add_fetch(&times[i], 1, __ATOMIC_SEQ_CST);         \
        CHECK_EQ(last, end == (uint64_t)count - 1);                                                         \
      }                                                                                                     \
      __atomic_add_fetch(&lasts, last, __ATOMIC_SEQ_CST);                                                   \
    }                                                                                                       \
    for (int i = 0; i < count; i++) CHECK_EQ(times[i], 1);                                                  \
    CHECK_EQ(lasts, 1);                                                                                     \
  }

DISPATCH(4, int32_t, int32_t)
DISPATCH(4u, uint32_t, int32_t)
DISPATCH(8, int64_t, int64_t)
DISPATCH(8u, uint64_t, int64_t)

static void all_types(int schedule) {
  for (int count = 1; count <= kMost; count += count < 10 ? 1 : 97) {
    loop_4(schedule, -7, 3, count, 4);
    loop_4(schedule, INT32_MAX - count + 1, 1, count, 1);
    loop_4(schedule, INT32_MIN + count - 1, -1, count, 2);
    loop_4u(schedule, UINT32_MAX - (uint32_t)count + 1, 1, count, 3);
    loop_4u(schedule, (uint32_t)count - 1, -1, count, 3);
    loop_8(schedule, INT64_MAX - count + 1, 1, count, 5);
    loop_8(schedule, INT64_MIN + (count - 1) * 7, -7, count, 0);
    loop_8u(schedule, UINT64_MAX - (uint64_t)count + 1, 1, count, 1);
  }
}

static void ordered(int schedule) {
  int expected = 0;
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(NULL);
    int32_t last = 0, from, to, by;
    __kmpc_dispatch_init_4(NULL, self, schedule, 0, 99, 1, 3);
    while (__kmpc_dispatch_next_4(NULL, self, &last, &from, &to, &by)) {
      for (int i = from; i <= to; i++) {
        if (i % 7 != 0) {  // an iteration need not have an ordered region
          __kmpc_ordered(NULL, self);
          CHECK(expected <= i);
          expected = i;
          __kmpc_end_ordered(NULL, self);
        }
        __kmpc_dispatch_fini_4(NULL, self);
      }
    }
    __kmpc_dispatch_deinit(NULL, self);
  }
  CHECK_EQ(expected, 99);
}

// More loops in a row than the team can have under way, some of them empty; the next one begins where the
// last one was left, told or not.
static void in_a_row(void) {
  int total = 0;
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(NULL);
    int32_t from, to, last, by;
    for (int loop = 0; loop < 100; loop++) {
      const int count = loop % 4;
      __kmpc_dispatch_init_4(NULL, self, 35 | kNonmonotonic, 0, count - 1, 1, 1);
      while (__kmpc_dispatch_next_4(NULL, self, &last, &from, &to, &by))
        __atomic_add_fetch(&total, to - from + 1, __ATOMIC_SEQ_CST);
      if (loop % 3 == 0) __kmpc_dispatch_deinit(NULL, self);
      if (loop % 17 == 0) __kmpc_barrier(NULL, self);
    }
  }
  CHECK_EQ(total, 25 * (1 + 2 + 3));
}

static void distributed(void) {
  int times[100] = {0};
#pragma omp teams num_teams(3) shared(times)
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(NULL);
    int32_t from, to, last, by;
    __kmpc_dist_dispatch_init_4(NULL, self, 35, &last, 0, 99, 1, 2);
    CHECK_EQ(last, omp_get_team_num() == 2);
    while (__kmpc_dispatch_next_4(NULL, self, &last, &from, &to, &by))
      for (int i = from; i <= to; i++) __atomic_add_fetch(&times[i], 1, __ATOMIC_SEQ_CST);
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(times[i], 1);
}

int main(void) {
  for (int schedule = 33; schedule <= 47; schedule++) {
    all_types(schedule);
    all_types(schedule | kNonmonotonic);
    loop_4(schedule | kMonotonic, 0, 1, kMost, 4);
    loop_4(schedule + 128, 0, 1, kMost, 4);  // nomerge
  }
  for (int schedule = 65; schedule <= 71; schedule++) {
    ordered(schedule);
    ordered(schedule | kNonmonotonic);
    ordered(schedule + 128);
  }
  in_a_row();
  distributed();
  return 0;
}
