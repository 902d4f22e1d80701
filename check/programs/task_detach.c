// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// detach: the event is fulfilled inside the body, and around it.
// expect: create:explicit = 2
// expect: switch:detach + switch:complete + switch:early_fulfill + switch:late_fulfill >= 2
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t inside;
#pragma omp task detach(inside) shared(done)
    {
#pragma omp atomic
      done += 1;
      omp_fulfill_event(inside);
    }
    omp_event_handle_t early;
#pragma omp task detach(early) shared(done)
    {
#pragma omp atomic
      done += 1;
    }
    omp_fulfill_event(early);
#pragma omp taskwait
    check(done == 2, "detached tasks");
  }
  return 0;
}
