// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// monotonic: each thread meets its iterations in increasing logical order; also the default of
// schedule(static).
#include <omp.h>

#include "check.h"

#define ASCENDING(clause, text)                          \
  do {                                                   \
    _Pragma("omp parallel") {                            \
      long last = -1;                                    \
      _Pragma(text) for (long i = 0; i < 2000; i++) {    \
        CHECK(i > last);                                 \
        last = i;                                        \
      }                                                  \
    }                                                    \
    _Pragma("omp parallel") {                            \
      long last = 10000;                                 \
      _Pragma(text) for (long i = 4000; i > 0; i -= 3) { \
        CHECK(i < last);                                 \
        last = i;                                        \
      }                                                  \
    }                                                    \
  } while (0)

int main(void) {
  omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  ASCENDING(static, "omp for schedule(static, 3)");
  ASCENDING(dynamic, "omp for schedule(monotonic : dynamic)");
  ASCENDING(dynamic, "omp for schedule(monotonic : dynamic, 7)");
  ASCENDING(guided, "omp for schedule(monotonic : guided)");
  ASCENDING(guided, "omp for schedule(monotonic : guided, 4)");
  for (int k = 0; k < 4; k++) {
    omp_set_schedule(kinds[k], 3);
    ASCENDING(runtime, "omp for schedule(monotonic : runtime)");
    omp_set_schedule((omp_sched_t)(kinds[k] | omp_sched_monotonic), 3);
    ASCENDING(runtime, "omp for schedule(runtime)");
  }
  return 0;
}
