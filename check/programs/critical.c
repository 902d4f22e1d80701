// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// critical: of no name, of a name, with a hint.
// expect: acquire:critical = 3 * T
// expect: acquired:critical = 3 * T
// expect: released:critical = 3 * T
#include "check.h"

int main(void) {
  int value = 0;
#pragma omp parallel
  {
#pragma omp critical
    value += 1;
#pragma omp critical(named)
    sink = value;
#pragma omp critical(hinted) hint(omp_sync_hint_contended)
    sink = value;
  }
  check(value == omp_get_max_threads(), "critical");
  return 0;
}
