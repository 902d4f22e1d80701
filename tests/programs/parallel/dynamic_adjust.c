// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With dynamic adjustment a team may be smaller than asked for, never larger, and num_threads stays an upper
// bound.
#include <omp.h>

#include "check.h"

int main(void) {
  omp_set_dynamic(1);
  CHECK(omp_get_dynamic());
  for (int asked = 1; asked <= 12; asked++) {
    int size = 0, ran = 0;
#pragma omp parallel num_threads(asked) reduction(+ : ran)
    {
      ran = 1;
#pragma omp master
      size = omp_get_num_threads();
    }
    CHECK(size >= 1 && size <= asked);
    CHECK_EQ(ran, size);
  }
  omp_set_dynamic(0);
  CHECK(!omp_get_dynamic());
  int size = 0;
#pragma omp parallel num_threads(6)
#pragma omp master
  size = omp_get_num_threads();
  CHECK_EQ(size, 6);
  return 0;
}
