// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many detached tasks at once, fulfilled in another order than created, with chains of dependences behind
// them.
#include <omp.h>

#include "check.h"

enum { kCount = 64 };

int main(void) {
  omp_event_handle_t events[kCount];
  int cells[kCount] = {0}, sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kCount; i++) {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : cells[i]) shared(cells) priority(i)
      cells[i] = i;
      events[i] = event;
#pragma omp task depend(inout : cells[i]) shared(cells)
      cells[i] += 1000;
#pragma omp task depend(in : cells[i]) shared(cells, sum)
      {
#pragma omp atomic
        sum += cells[i];
      }
    }
    for (int i = 0; i < kCount; i++) omp_fulfill_event(events[(i * 29 + 5) % kCount]);
    omp_event_handle_t undeferred;
#pragma omp task detach(undeferred) if (0)
    omp_fulfill_event(undeferred);
  }
  CHECK_EQ(sum, kCount * 1000 + kCount * (kCount - 1) / 2);
  return 0;
}
