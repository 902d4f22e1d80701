// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// __kmpc_for_static_init_*: every schedule that compilers ask for, at the ends of the types, with steps of
// both signs, and with the ways in which compilers state empty loops. What the threads get is put together
// and has to be the loop, each iteration once; one thread has the last one.
#include <limits.h>
#include <omp.h>
#include <stdint.h>

#include "check.h"

void __kmpc_for_static_init_4(const void*, int32_t, int32_t, int32_t*, int32_t*, int32_t*, int32_t*, int32_t,
                              int32_t);
void __kmpc_for_static_init_4u(const void*, int32_t, int32_t, int32_t*, uint32_t*, uint32_t*, int32_t*,
                               int32_t, int32_t);
void __kmpc_for_static_init_8(const void*, int32_t, int32_t, int32_t*, int64_t*, int64_t*, int64_t*, int64_t,
                              int64_t);
void __kmpc_for_static_init_8u(const void*, int32_t, int32_t, int32_t*, uint64_t*, uint64_t*, int64_t*,
                               int64_t, int64_t);
void __kmpc_dist_for_static_init_8(const void*, int32_t, int32_t, int32_t*, int64_t*, int64_t*, int64_t*,
                                   int64_t*, int64_t, int64_t);
void __kmpc_team_static_init_4(const void*, int32_t, int32_t*, int32_t*, int32_t*, int32_t*, int32_t,
                               int32_t);
void __kmpc_for_static_fini(const void*, int32_t);
int32_t __kmpc_global_thread_num(const void*);

enum {
  kChunked = 33,
  kBlocks = 34,
  kRoundedBlocks = 45,
  kNomergeBlocks = 162,
  kMonotonic = 1 << 29,
  kThreads = 64
};

// Blocks: each thread gets one range, in the order of the threads, without a gap.
#define BLOCKS(NAME, TYPE, STEP, INIT)                                                                \
  static void NAME(int schedule, TYPE lower, TYPE upper, STEP step, STEP chunk, int threads) {        \
    TYPE from[kThreads], to[kThreads];                                                                \
    int lasts = 0, last_of = -1;                                                                      \
    _Pragma("omp parallel num_threads(threads)") {                                                    \
      TYPE mine = lower, end = upper;                                                                 \
      STEP stride = 0;                                                                                \
      int32_t last = 77;                                                                              \
      INIT(NULL, __kmpc_global_thread_num(NULL), schedule, &last, &mine, &end, &stride, step, chunk); \
      __kmpc_for_static_fini(NULL, __kmpc_global_thread_num(NULL));                                   \
      CHECK(last == 0 || last == 1);                                                                  \
      from[omp_get_thread_num()] = mine;                                                              \
      to[omp_get_thread_num()] = end;                                                                 \
      if (last) {                                                                                     \
        __atomic_add_fetch(&lasts, 1, __ATOMIC_SEQ_CST);                                              \
        last_of = omp_get_thread_num();                                                               \
      }                                                                                               \
    }                                                                                                 \
    TYPE next = lower;                                                                                \
    int done = 0;                                                                                     \
    for (int thread = 0; thread < threads; thread++) {                                                \
      if (step > 0 ? from[thread] > to[thread] : from[thread] < to[thread]) continue;                 \
      CHECK(!done);                                                                                   \
      CHECK_EQ(from[thread], next);                                                                   \
      CHECK(step > 0 ? to[thread] <= upper : to[thread] >= upper);                                    \
      if (last_of == thread) {                                                                        \
        done = 1;                                                                                     \
        CHECK(step > 0 ? (uint64_t)upper - (uint64_t)to[thread] < (uint64_t)step                      \
                       : (uint64_t)to[thread] - (uint64_t)upper < 0 - (uint64_t)step);                \
      } else {                                                                                        \
        next = (TYPE)((uint64_t)to[thread] + (uint64_t)step);                                         \
      }                                                                                               \
    }                                                                                                 \
    CHECK(done);                                                                                      \
    CHECK_EQ(lasts, 1);                                                                               \
  }

BLOCKS(blocks_4, int32_t, int32_t, __kmpc_for_static_init_4)
BLOCKS(blocks_4u, uint32_t, int32_t, __kmpc_for_static_init_4u)
BLOCKS(blocks_8, int64_t, int64_t, __kmpc_for_static_init_8)
BLOCKS(blocks_8u, uint64_t, int64_t, __kmpc_for_static_init_8u)

// Chunks in turn, walked as compiled code does: upper bounds beyond the loop's own are cut.
static void chunked(int schedule, int count, int chunk) {
  enum { kMost = 200 };
  int times[kMost] = {0}, lasts = 0;
  CHECK(count <= kMost);
#pragma omp parallel
  {
    int32_t lower = 0, upper = count - 1, stride = 0, last = 77;
    __kmpc_for_static_init_4(NULL, __kmpc_global_thread_num(NULL), schedule, &last, &lower, &upper, &stride,
                             1, chunk);
    int had_last = 0;
    for (; lower <= (upper < count - 1 ? upper : count - 1); lower += stride, upper += stride) {
      for (int i = lower; i <= upper && i < count; i++) {
        __atomic_add_fetch(&times[i], 1, __ATOMIC_SEQ_CST);
        had_last |= i == count - 1;
      }
    }
    CHECK_EQ(last, had_last);
    if (last) __atomic_add_fetch(&lasts, 1, __ATOMIC_SEQ_CST);
    __kmpc_for_static_fini(NULL, __kmpc_global_thread_num(NULL));
  }
  for (int i = 0; i < count; i++) CHECK_EQ(times[i], 1);
  CHECK_EQ(lasts, 1);
}

static void empty(void) {
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(NULL);
    int32_t last = 77, lower = 5, upper = 4, stride = 0;
    __kmpc_for_static_init_4(NULL, self, kBlocks, &last, &lower, &upper, &stride, 1, 1);
    CHECK(last == 0 && lower == 5 && upper == 4);
    __kmpc_for_static_init_4(NULL, self, kChunked, &last, &lower, &upper, &stride, 1, 3);
    CHECK(last == 0 && lower == 5 && upper == 4);
    // Flang: the number of iterations is upper - lower + 1, which wraps to 0.
    uint32_t from = 0, to = UINT32_MAX;
    __kmpc_for_static_init_4u(NULL, self, kBlocks, &last, &from, &to, &stride, 1, 0);
    CHECK(last == 0 && (uint32_t)(to - from + 1) == 0);
    uint64_t from8 = 0, to8 = UINT64_MAX;
    int64_t stride8;
    __kmpc_for_static_init_8u(NULL, self, kBlocks, &last, &from8, &to8, &stride8, 1, 0);
    CHECK(last == 0 && to8 - from8 + 1 == 0);
    // A thread without a part says so in the same way, also at the end of the type.
    int64_t one = INT64_MAX, same = INT64_MAX;
    __kmpc_for_static_init_8(NULL, self, kBlocks, &last, &one, &same, &stride8, 1, 0);
    CHECK_EQ(last, omp_get_thread_num() == 0);
    CHECK_EQ((uint64_t)same - (uint64_t)one + 1, last);
    CHECK(last || one > same);
    __kmpc_for_static_fini(NULL, self);
  }
}

// distribute: over the teams of a league, and then over the threads of each.
static void distributed(void) {
  int times[100] = {0}, lasts = 0;
#pragma omp teams num_teams(3) shared(times, lasts)
#pragma omp parallel
  {
    int64_t lower = 0, upper = 99, of_team = -1, stride;
    int32_t last = 77;
    __kmpc_dist_for_static_init_8(NULL, __kmpc_global_thread_num(NULL), kBlocks, &last, &lower, &upper,
                                  &of_team, &stride, 1, 0);
    CHECK(upper <= of_team && of_team <= 99);
    for (int64_t i = lower; i <= upper; i++) __atomic_add_fetch(&times[i], 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&lasts, last, __ATOMIC_SEQ_CST);
    __kmpc_for_static_fini(NULL, __kmpc_global_thread_num(NULL));
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(times[i], 1);
  CHECK_EQ(lasts, 1);

  int of_teams[100] = {0};
#pragma omp teams num_teams(3) shared(of_teams)
  {
    int32_t last, lower = 0, upper = 99, stride;
    __kmpc_team_static_init_4(NULL, __kmpc_global_thread_num(NULL), &last, &lower, &upper, &stride, 1, 7);
    for (; lower < 100; lower += stride, upper += stride)
      for (int i = lower; i <= upper && i < 100; i++) of_teams[i]++;
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(of_teams[i], 1);
}

int main(void) {
  const int schedules[] = {kBlocks, kNomergeBlocks, kBlocks | kMonotonic};
  for (int threads = 1; threads <= omp_get_max_threads(); threads++) {
    for (int s = 0; s < 3; s++) {
      const int schedule = schedules[s];
      for (int count = 1; count < 20; count++) {
        blocks_4(schedule, -3, -3 + (count - 1) * 2, 2, 0, threads);
        blocks_4(schedule, 3, 3 - (count - 1) * 5, -5, 0, threads);
        blocks_8u(schedule, 1000, 1000 - (uint64_t)(count - 1) * 3, -3, 0, threads);
        blocks_4(schedule, INT32_MAX - count + 1, INT32_MAX, 1, 0, threads);
        blocks_4(schedule, INT32_MIN + count - 1, INT32_MIN, -1, 0, threads);
        blocks_8(schedule, INT64_MAX - count + 1, INT64_MAX, 1, 0, threads);
        blocks_8u(schedule, UINT64_MAX - count + 1, UINT64_MAX, 1, 0, threads);
      }
      blocks_4u(schedule, 1, UINT32_MAX, 1, 0, threads);
      blocks_4(schedule, INT32_MIN, INT32_MAX - 1, 1, 0, threads);
      blocks_4(schedule, INT32_MIN, INT32_MAX, INT32_MAX, 0, threads);
      blocks_8(schedule, INT64_MIN, INT64_MAX - 1, 1, 0, threads);
      blocks_8(schedule, INT64_MAX, INT64_MIN + 1, -2, 0, threads);
      blocks_8u(schedule, 0, UINT64_MAX - 1, 1, 0, threads);
      blocks_8u(schedule, 0, UINT64_MAX, INT64_MAX, 0, threads);
    }
    for (int chunk = 1; chunk <= 16; chunk *= 2) blocks_4(kRoundedBlocks, 5, 77, 1, chunk, threads);
  }
  for (int chunk = 0; chunk < 12; chunk++) {
    for (int count = 1; count < 40; count++) chunked(kChunked, count, chunk);
    chunked(kChunked | kMonotonic, 199, chunk);
    chunked(kRoundedBlocks, 199, 1 << (chunk % 5));
  }
  chunked(kChunked, 50, INT32_MAX);
  empty();
  distributed();
  return 0;
}
