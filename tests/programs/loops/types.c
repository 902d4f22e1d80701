// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iteration variables of the integer types, through the long and the unsigned long long entry points. (No unsigned short or
// char types: gcc 12 computes the bounds of their loops in the narrow type, wrongly, before any runtime is
// asked.)
#include <omp.h>

#include "coverage.h"

#define LOOPS_OF(type, low, high)                                                                    \
  static void loops_of_##type(void) {                                                                \
    long count = (long)((high) - (low));                                                             \
    _Pragma("omp parallel") {                                                                        \
      _Pragma("omp for schedule(static)") for (type i = low; i < high; i++) mark((long)(i - (low))); \
      _Pragma("omp for schedule(static, 3)") for (type i = low; i < high; i++)                       \
          mark(count + (long)(i - (low)));                                                           \
      _Pragma("omp for schedule(dynamic, 2)") for (type i = low; i < high; i++)                      \
          mark(2 * count + (long)(i - (low)));                                                       \
      _Pragma("omp for schedule(guided)") for (type i = high; i > low; i--)                          \
          mark(3 * count + (long)((high)-i));                                                        \
      _Pragma("omp for schedule(monotonic : dynamic)") for (type i = low; i < high; i++)             \
          mark(4 * count + (long)(i - (low)));                                                       \
      _Pragma("omp for schedule(monotonic : guided, 2)") for (type i = high; i > low; i--)           \
          mark(5 * count + (long)((high)-i));                                                        \
      _Pragma("omp for schedule(runtime)") for (type i = low; i < high; i++)                         \
          mark(6 * count + (long)(i - (low)));                                                       \
      _Pragma("omp for schedule(nonmonotonic : runtime)") for (type i = low; i < high; i++)          \
          mark(7 * count + (long)(i - (low)));                                                       \
      _Pragma("omp for schedule(monotonic : runtime)") for (type i = high; i > low; i--)             \
          mark(8 * count + (long)((high)-i));                                                        \
    }                                                                                                \
    check_marks(9 * count);                                                                          \
  }

typedef unsigned uint_t;
typedef unsigned long ulong_t;
typedef unsigned long long ullong;
typedef long long llong;

LOOPS_OF(short, -300, 300)
LOOPS_OF(int, -1000, 1000)
LOOPS_OF(uint_t, 4294960000u, 4294961000u)
LOOPS_OF(long, -3000000000, -2999999000)
LOOPS_OF(ulong_t, 18446744073709550000ul, 18446744073709551000ul)
LOOPS_OF(llong, 9223372036854774000ll, 9223372036854775000ll)
LOOPS_OF(ullong, 18446744073709550000ull, 18446744073709551000ull)

int main(void) {
  omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int k = 0; k < 4; k++) {
    omp_set_schedule(kinds[k], k);
    loops_of_short();
    loops_of_int();
    loops_of_uint_t();
    loops_of_long();
    loops_of_ulong_t();
    loops_of_llong();
    loops_of_ullong();
  }
  return 0;
}
