// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: hands out -1 for a comparison that holds
// atomic compare capture that says whether it wrote.
#include <omp.h>

#include "check.h"

int main(void) {
  int slot = 0, winners = 0;
#pragma omp parallel for
  for (int i = 0; i < 400; i++) {
    int taken;
#pragma omp atomic compare capture
    {
      taken = slot == 0;
      if (taken) {
        slot = i + 1;
      }
    }
#pragma omp atomic
    winners += taken;
  }
  CHECK_EQ(winners, 1);
  CHECK(slot > 0);
  return 0;
}
