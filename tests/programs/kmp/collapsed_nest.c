// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// Nests of loops that the runtime collapses: triangles of both kinds, steps of both signs, rectangles, nests
// without iterations. The threads' parts, walked from their first to their last point, are the nest.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

typedef struct {
  int32_t type, variable_type, comparison, outer;
  int64_t lower, lower_factor, upper, upper_factor, step;
  uint64_t trip;
} Bounds;

int32_t __kmpc_for_collapsed_init(const void*, int32_t, Bounds*, Bounds*, int32_t, int32_t*);
uint64_t __kmpc_process_loop_nest_rectang(const void*, int32_t, Bounds*, int32_t);
void __kmpc_calc_original_ivs_rectang(const void*, uint64_t, const Bounds*, uint64_t*, int32_t);
int32_t __kmpc_global_thread_num(const void*);
void __kmpc_for_static_fini(const void*, int32_t);

enum {
  kUint32 = 4,
  kInt32 = 5,
  kInt64 = 7,
  kLessOrEqual = 0,
  kGreaterOrEqual,
  kNotEqual,
  kLess,
  kGreater,
  kDepth = 3,
  kSide = 16
};

static int times[kSide][kSide][kSide];

static int64_t first_of(const Bounds* nest, int level, const int64_t* at) {
  return nest[level].lower + nest[level].lower_factor * at[nest[level].outer];
}

static int is_in(const Bounds* nest, int level, const int64_t* at) {
  int64_t upper = nest[level].upper + nest[level].upper_factor * at[nest[level].outer];
  switch (nest[level].comparison) {
    case kLessOrEqual:
      return at[level] <= upper;
    case kGreaterOrEqual:
      return at[level] >= upper;
    case kLess:
      return at[level] < upper;
    case kGreater:
      return at[level] > upper;
    default:
      return at[level] != upper;
  }
}

// The next point of the nest, or 0. fresh: levels from this one on begin anew.
static int settle(const Bounds* nest, int64_t* at, int fresh) {
  int level = fresh;
  for (;;) {
    if (level < kDepth && level >= fresh) at[level] = first_of(nest, level, at);
    if (level == kDepth) return 1;
    while (!is_in(nest, level, at)) {
      if (--level < 0) return 0;
      at[level] += nest[level].step;
    }
    fresh = ++level;
  }
}

static int next(const Bounds* nest, int64_t* at) {
  int level = kDepth - 1;
  at[level] += nest[level].step;
  while (!is_in(nest, level, at)) {
    if (--level < 0) return 0;
    at[level] += nest[level].step;
  }
  return settle(nest, at, level + 1);
}

static int* counter(const int64_t* at) {
  return &times[at[0] % kSide][at[1] % kSide][at[2] % kSide];
}

static void share(const Bounds* nest) {
  int lasts = 0, all = 0, got = 0;
  memset(times, 0, sizeof times);
#pragma omp parallel
  {
    Bounds own[kDepth], part[kDepth];
    int32_t last = 77;
    memcpy(own, nest, sizeof own);
    if (__kmpc_for_collapsed_init(NULL, __kmpc_global_thread_num(NULL), own, part, kDepth, &last)) {
      int64_t at[kDepth], to[kDepth];
      for (int level = 0; level < kDepth; level++) {
        at[level] = nest[level].type == kUint32 ? (uint32_t)part[level].lower : part[level].lower;
        to[level] = nest[level].type == kUint32 ? (uint32_t)part[level].upper : part[level].upper;
      }
      for (;;) {
        __atomic_add_fetch(counter(at), 1, __ATOMIC_SEQ_CST);
        __atomic_add_fetch(&got, 1, __ATOMIC_SEQ_CST);
        if (!memcmp(at, to, sizeof at)) break;
        CHECK(next(nest, at));
      }
      if (last) CHECK(!next(nest, at));
    }
    __kmpc_for_static_fini(NULL, __kmpc_global_thread_num(NULL));
    __atomic_add_fetch(&lasts, last, __ATOMIC_SEQ_CST);
  }
  int64_t at[kDepth] = {0};
  for (int more = settle(nest, at, 0); more; more = next(nest, at), all++) CHECK_EQ(*counter(at), 1);
  CHECK_EQ(got, all);
  CHECK_EQ(lasts, all > 0);
}

static void rectangle(void) {
  Bounds nest[kDepth] = {{kInt32, kInt32, kLess, 0, 2, 0, 9, 0, 3, 0},
                         {kInt64, kInt64, kGreaterOrEqual, 0, 5, 0, 1, 0, -2, 0},
                         {kUint32, kUint32, kNotEqual, 0, 0, 0, 4, 0, 1, 0}};
  share(nest);
  CHECK_EQ(__kmpc_process_loop_nest_rectang(NULL, 0, nest, kDepth), 3 * 3 * 4);
  CHECK(nest[0].trip == 3 && nest[1].trip == 3 && nest[2].trip == 4);
  uint64_t number = 0, at[kDepth];
  for (int i = 2; i < 9; i += 3)
    for (int j = 5; j >= 1; j -= 2)
      for (int k = 0; k != 4; k++) {
        __kmpc_calc_original_ivs_rectang(NULL, number++, nest, at, kDepth);
        CHECK(at[0] == (uint64_t)i && at[1] == (uint64_t)j && at[2] == (uint64_t)k);
      }
}

int main(void) {
  const Bounds nests[][kDepth] = {
      // j <= i, k from j up
      {{kInt32, kInt32, kLess, 0, 0, 0, 12, 0, 1, 0},
       {kInt32, kInt32, kLessOrEqual, 0, 0, 0, 0, 1, 1, 0},
       {kInt32, kInt32, kLess, 1, 0, 1, 12, 0, 1, 0}},
      // downwards, two apart; some rows are empty
      {{kInt32, kInt32, kGreater, 0, 10, 0, -1, 0, -2, 0},
       {kInt64, kInt64, kLess, 0, 3, 0, 0, 1, 1, 0},
       {kInt32, kInt32, kLess, 0, 0, 0, 3, 0, 2, 0}},
      // both bounds follow, the inner loop has no relation
      {{kInt32, kInt32, kLessOrEqual, 0, 1, 0, 5, 0, 1, 0},
       {kInt32, kInt32, kLess, 0, 0, 1, 1, 2, 1, 0},
       {kUint32, kUint32, kLess, 0, 2, 0, 5, 0, 1, 0}},
      // nothing
      {{kInt32, kInt32, kLess, 0, 0, 0, 4, 0, 1, 0},
       {kUint32, kUint32, kLess, 0, 0, 0, 0, 0, 1, 0},
       {kInt32, kInt32, kLess, 0, 0, 0, 4, 0, 1, 0}},
  };
  for (size_t i = 0; i < sizeof nests / sizeof nests[0]; i++) share(nests[i]);
  rectangle();
  return 0;
}
