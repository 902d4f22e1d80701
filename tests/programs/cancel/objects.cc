// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaving a construct by cancellation runs the destructors of the objects in it.
//
// env: OMP_CANCELLATION=true
#include <omp.h>

#include <atomic>

#include "check.h"

static std::atomic<int> alive{0};
struct Tracked {
  int value = 1;
  Tracked() { alive++; }
  Tracked(const Tracked& other) : value(other.value) { alive++; }
  ~Tracked() { alive--; }
};

int main() {
  for (int round = 0; round < 20; round++) {
    Tracked mine;
#pragma omp parallel
#pragma omp for firstprivate(mine) schedule(dynamic)
    for (int i = 0; i < 1000; i++) {
      Tracked inside;
#pragma omp cancel for if (i > 20)
      inside.value = mine.value;
    }
    CHECK_EQ(alive, 1);
#pragma omp parallel firstprivate(mine)
    {
      Tracked inside;
#pragma omp cancel parallel if (omp_get_thread_num() == 0)
#pragma omp barrier
      inside.value = 2;
    }
    CHECK_EQ(alive, 1);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
    for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(mine)
      {
        Tracked inside;
#pragma omp cancel taskgroup
      }
    }
    CHECK(alive >= 1);
  }
  return 0;
}
