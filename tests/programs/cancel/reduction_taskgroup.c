// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: it makes a taskgroup of its own for the reduction, and that is what is cancelled
// cancel taskgroup binds to a taskgroup region, also where the task belongs to a reduction in between; other
// threads' regions go on.
//
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kIterations = 64 };

int main(void) {
  for (int round = 0; round < 20; round++) {
    int sum = 0, after = 0, outside = 0, cancelled = 0;
#pragma omp parallel
    {
      int mine = 0;
#pragma omp taskgroup
      {
#pragma omp for reduction(task, + : sum)
        for (int i = 0; i < kIterations; i++) {
          sum++;
          if (omp_get_thread_num() == 0) {
            mine = 1;
#pragma omp task in_reduction(+ : sum)
            {
              sum += 0;
#pragma omp cancel taskgroup
              CHECK(!omp_get_cancellation());
            }
          }
        }
#pragma omp atomic
        cancelled += mine;
#pragma omp task shared(after)
        {
#pragma omp atomic
          after++;
        }
      }
#pragma omp task shared(outside)
      {
#pragma omp atomic
        outside++;
      }
    }
    CHECK_EQ(sum, kIterations);
    CHECK_EQ(cancelled, 1);
    CHECK_EQ(after, omp_get_max_threads() - 1);
    CHECK_EQ(outside, omp_get_max_threads());
  }
  return 0;
}
