// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ordered: one iteration after another, inside the loop's work.
// expect: acquire:ordered = 12
// expect: acquired:ordered = 12
// expect: released:ordered = 12
// expect: work_end:* = T
#include "check.h"

int main(void) {
  int last = -1;
  int wrong = 0;
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 0; i < 12; ++i) {
#pragma omp ordered
    {
      wrong += last != i - 1;
      last = i;
    }
  }
  check(wrong == 0 && last == 11, "ordered");
  return 0;
}
