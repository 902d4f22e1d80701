// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// critical: unnamed, named and with hints. Same name excludes, different names do not wait for each other.
#include <omp.h>

#include "check.h"

int main(void) {
  long plain = 0, named = 0, hinted = 0, inside = 0, met_inside = 0, size = omp_get_max_threads();
#pragma omp parallel
  for (int i = 0; i < 300; i++) {
#pragma omp critical
    {
      CHECK_EQ(inside, 0);
      inside = 1;
      plain++;
      if (i % 50 == 0) busy(300);
      inside = 0;
    }
#pragma omp critical(ledger)
    named += 2;
#pragma omp critical(contended) hint(omp_sync_hint_contended | omp_sync_hint_nonspeculative)
    hinted++;
#pragma omp critical(quiet) hint(omp_sync_hint_uncontended)
    {
#pragma omp critical(inner)  // another name may nest
      met_inside++;
    }
  }
  CHECK_EQ(plain, 300 * size);
  CHECK_EQ(named, 600 * size);
  CHECK_EQ(hinted, 300 * size);
  CHECK_EQ(met_inside, 300 * size);
  int met = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_num_threads() == 2) {
      if (omp_get_thread_num() == 0) {
#pragma omp critical(left)
        {
#pragma omp atomic update
          met++;
          for (int both = 0; both < 2;) {
#pragma omp atomic read
            both = met;
          }
        }
      } else {
#pragma omp critical(right)
        {
#pragma omp atomic update
          met++;
          for (int both = 0; both < 2;) {
#pragma omp atomic read
            both = met;
          }
        }
      }
    }
  }
#pragma omp critical  // outside of any region
  met++;
  CHECK_EQ(met, 3);
  return 0;
}
