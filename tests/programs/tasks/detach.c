// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// detach: the task is complete when its body has ended and its event is fulfilled, before, during or after
// the body.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 30; round++) {
    int before = 0, during = 0, after = 0, dependent = 0;
    omp_event_handle_t later;
#pragma omp parallel
#pragma omp single
    {
      omp_event_handle_t inside;
#pragma omp task detach(inside) depend(out : during) shared(during)
      {
        during = 1;
        omp_fulfill_event(inside);
      }
#pragma omp task depend(in : during) shared(during, dependent)
      {
        CHECK_EQ(during, 1);
#pragma omp atomic
        dependent++;
      }
#pragma omp task detach(later) depend(out : after) shared(after)
      {
#pragma omp atomic
        after++;
      }
#pragma omp task firstprivate(later) shared(after)
      {
        busy(1000);
#pragma omp atomic
        after += 10;
        omp_fulfill_event(later);
      }
#pragma omp task depend(in : after) shared(after, dependent)
      {
        CHECK_EQ(after, 11);
#pragma omp atomic
        dependent += 10;
      }
      omp_event_handle_t early;
#pragma omp task depend(out : before) shared(before)
      busy(500);
#pragma omp task detach(early) depend(inout : before) shared(before)
      before++;
      omp_fulfill_event(early);  // most likely before the body has begun
#pragma omp taskwait
      CHECK_EQ(before, 1);
      CHECK_EQ(dependent, 11);
    }
  }
  return 0;
}
