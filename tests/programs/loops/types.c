// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iteration variables of the integer types, through the long and the unsigned long long entry points.
//
// Left out is what gcc 12 itself gets wrong before any runtime is asked: static loops over char types (bounds
// computed in the narrow type) and downward loops over unsigned types under 64 bits (a step of 2^32 - 1).
#include <omp.h>

#include "coverage.h"

#define FOR(clauses, type, from, more, step) _Pragma(clauses) for (type i = from; more; step)

#define UPWARD(type, low, high)                                                                      \
  do {                                                                                               \
    const long n = (long)((high) - (low));                                                           \
    _Pragma("omp parallel") {                                                                        \
      FOR("omp for schedule(static)", type, low, i < high, i++) mark((long)(i - (low)));             \
      FOR("omp for schedule(static, 3)", type, low, i < high, i++) mark(n + (long)(i - (low)));      \
      FOR("omp for schedule(dynamic, 2)", type, low, i < high, i++) mark(2 * n + (long)(i - (low))); \
      FOR("omp for schedule(guided)", type, low, i < high, i++) mark(3 * n + (long)(i - (low)));     \
      FOR("omp for schedule(monotonic : dynamic)", type, low, i < high, i++)                         \
      mark(4 * n + (long)(i - (low)));                                                               \
      FOR("omp for schedule(monotonic : guided, 2)", type, low, i < high, i++)                       \
      mark(5 * n + (long)(i - (low)));                                                               \
      FOR("omp for schedule(runtime)", type, low, i < high, i++) mark(6 * n + (long)(i - (low)));    \
      FOR("omp for schedule(nonmonotonic : runtime)", type, low, i < high, i++)                      \
      mark(7 * n + (long)(i - (low)));                                                               \
      FOR("omp for schedule(monotonic : runtime)", type, low, i < high, i++)                         \
      mark(8 * n + (long)(i - (low)));                                                               \
    }                                                                                                \
    check_marks(9 * n);                                                                              \
  } while (0)

#define DOWNWARD(type, low, high)                                                                           \
  do {                                                                                                      \
    const long n = (long)((high) - (low));                                                                  \
    _Pragma("omp parallel") {                                                                               \
      FOR("omp for schedule(static)", type, high, i > low, i--) mark((long)((high)-i));                     \
      FOR("omp for schedule(static, 3)", type, high, i > low, i--) mark(n + (long)((high)-i));              \
      FOR("omp for schedule(dynamic, 2)", type, high, i > low, i--) mark(2 * n + (long)((high)-i));         \
      FOR("omp for schedule(guided)", type, high, i > low, i--) mark(3 * n + (long)((high)-i));             \
      FOR("omp for schedule(monotonic : guided)", type, high, i > low, i--) mark(4 * n + (long)((high)-i)); \
      FOR("omp for schedule(runtime)", type, high, i > low, i--) mark(5 * n + (long)((high)-i));            \
    }                                                                                                       \
    check_marks(6 * n);                                                                                     \
  } while (0)

typedef unsigned long long ullong;
typedef long long llong;

static void upward(void) {
  UPWARD(short, -300, 300);
  UPWARD(unsigned short, 65000, 65500);
  UPWARD(int, -1000, 1000);
  UPWARD(unsigned, 4294960000u, 4294961000u);
  UPWARD(long, -3000000000, -2999999000);
  UPWARD(unsigned long, 18446744073709550000ul, 18446744073709551000ul);
  UPWARD(llong, 9223372036854774000ll, 9223372036854775000ll);
  UPWARD(ullong, 18446744073709550000ull, 18446744073709551000ull);
}

static void downward(void) {
  DOWNWARD(short, -300, 300);
  DOWNWARD(int, -1000, 1000);
  DOWNWARD(long, -9223372036854775000, -9223372036854774000);
  DOWNWARD(unsigned long, 18446744073709550000ul, 18446744073709551000ul);
  DOWNWARD(ullong, 9223372036854775000ull, 9223372036854776000ull);
}

int main(void) {
  omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int k = 0; k < 4; k++) {
    omp_set_schedule(kinds[k], k);
    upward();
    downward();
  }
  return 0;
}
