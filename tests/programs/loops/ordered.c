// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ordered: the ordered blocks run in iteration order for each schedule, also when some iterations skip
// theirs.
#include <omp.h>

#include "check.h"

#define IN_ORDER(text, type, from, more, to_next)                                     \
  do {                                                                                \
    int next = 0;                                                                     \
    _Pragma("omp parallel") {                                                         \
      _Pragma(text) for (type i = from; more; to_next) {                              \
        busy((int)(i % 5) * 20);                                                      \
        _Pragma("omp ordered") {                                                      \
          CHECK_EQ(next, (i > (type)(from) ? i - (type)(from) : (type)(from)-i) / 2); \
          next++;                                                                     \
        }                                                                             \
      }                                                                               \
    }                                                                                 \
    CHECK_EQ(next, 40);                                                               \
  } while (0)

static void upward_and_downward(void) {
  IN_ORDER("omp for ordered schedule(static)", int, 0, i < 80, i += 2);
  IN_ORDER("omp for ordered schedule(static, 3)", long, 80, i > 0, i -= 2);
  IN_ORDER("omp for ordered schedule(dynamic)", int, 0, i < 80, i += 2);
  IN_ORDER("omp for ordered schedule(dynamic, 4)", long, 80, i > 0, i -= 2);
  IN_ORDER("omp for ordered schedule(guided)", int, 0, i < 80, i += 2);
  IN_ORDER("omp for ordered schedule(runtime)", int, 0, i < 80, i += 2);
  IN_ORDER("omp for ordered schedule(auto)", int, 0, i < 80, i += 2);
}

static void unsigned_wide(void) {
  typedef unsigned long long ull;
  IN_ORDER("omp for ordered schedule(static)", ull, 1ull << 63, i < (1ull << 63) + 80, i += 2);
  IN_ORDER("omp for ordered schedule(dynamic, 3)", ull, 1ull << 63, i > (1ull << 63) - 80, i -= 2);
  IN_ORDER("omp for ordered schedule(guided, 2)", ull, 1ull << 63, i < (1ull << 63) + 80, i += 2);
  IN_ORDER("omp for ordered schedule(runtime)", ull, 1ull << 63, i > (1ull << 63) - 80, i -= 2);
}

int main(void) {
  omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
  for (int k = 0; k < 3; k++) {
    omp_set_schedule(kinds[k], 2);
    upward_and_downward();
    unsigned_wide();
  }
  int last = -1;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 100; i++) {
    if (i % 3) continue;  // these iterations have no ordered block
#pragma omp ordered
    {
      CHECK(i > last);
      last = i;
    }
  }
  CHECK_EQ(last, 99);
  return 0;
}
