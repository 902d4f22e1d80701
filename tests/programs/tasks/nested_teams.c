// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks in nested regions, tasks that open regions, and tasks of outer teams finished while an inner team
// runs.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_max_active_levels(3);
  for (int round = 0; round < 5; round++) {
    int inner = 0, outer = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp single nowait
      for (int i = 0; i < 12; i++) {
#pragma omp task shared(inner, outer)
        {
#pragma omp parallel num_threads(2) shared(inner)
          {
            CHECK_EQ(omp_get_num_threads(), 2);
            CHECK_EQ(omp_get_level(), 2);
#pragma omp task shared(inner)
            {
#pragma omp atomic
              inner++;
            }
#pragma omp for schedule(dynamic)
            for (int j = 0; j < 4; j++) {
#pragma omp atomic
              inner++;
            }
          }
#pragma omp atomic
          outer++;
        }
      }
#pragma omp barrier
      CHECK_EQ(outer, 12);
      CHECK_EQ(inner, 12 * 6);
    }
  }
  return 0;
}
