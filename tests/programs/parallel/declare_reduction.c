// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// declare reduction: user-defined combiner and initializer, with omp_orig and omp_priv, on parallel, for and
// sections.
#include <omp.h>

#include "check.h"

typedef struct {
  long sum, low, high;
} Range;

static void merge(Range* into, const Range* from) {
  into->sum += from->sum;
  if (from->low < into->low) into->low = from->low;
  if (from->high > into->high) into->high = from->high;
}
static void start(Range* range, const Range* original) {
  range->sum = 0;
  range->low = original->low;
  range->high = original->high;
}

#pragma omp declare reduction(range:Range : merge(&omp_out, &omp_in)) initializer(start(&omp_priv, &omp_orig))
#pragma omp declare reduction(farthest:int                                               \
                              : omp_out = abs(omp_in) > abs(omp_out) ? omp_in : omp_out) \
    initializer(omp_priv = 0)

static void see(Range* range, long value) {
  Range one = {value, value, value};
  merge(range, &one);
}

int main(void) {
  Range all = {0, 1000000, -1000000}, parts = all;
  int far = 1;
#pragma omp parallel for schedule(dynamic, 3) reduction(range : all) reduction(farthest : far)
  for (int i = -200; i < 100; i++) {
    see(&all, i);
    if (abs(i) > abs(far)) far = i;
  }
  CHECK_EQ(all.sum, -15150);
  CHECK_EQ(all.low, -200);
  CHECK_EQ(all.high, 99);
  CHECK_EQ(far, -200);
#pragma omp parallel sections reduction(range : parts)
  {
#pragma omp section
    see(&parts, 4);
#pragma omp section
    see(&parts, -7);
#pragma omp section
    see(&parts, 12);
  }
  CHECK_EQ(parts.sum, 9);
  CHECK_EQ(parts.low, -7);
  CHECK_EQ(parts.high, 12);
  Range team = {0, 0, 0};
#pragma omp parallel reduction(range : team)
  see(&team, omp_get_thread_num());
  CHECK_EQ(team.high, omp_get_max_threads() - 1);
  return 0;
}
