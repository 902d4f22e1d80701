// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: its code hands out values that no iteration assigned
// lastprivate(conditional:): the value of the last iteration that assigned, or the old one if none did.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int wanted = 0; wanted < 100; wanted += 9) {
    int a = -1, b = -1, c = -1, d = -1, none = 77;
    long wide = -1;
#pragma omp parallel
    {
#pragma omp for schedule(static) lastprivate(conditional : a)
      for (int i = 0; i < 100; i++)
        if (i <= wanted && i % 3 == 0) a = i;
#pragma omp for schedule(dynamic) lastprivate(conditional : b, wide)
      for (int i = 0; i < 100; i++) {
        if (i <= wanted) b = i;
        if (i < 50) wide = i + 1000;
      }
#pragma omp for schedule(guided) lastprivate(conditional : c)
      for (long i = 0; i < 300; i += 3)
        if (i <= 3 * wanted) c = (int)i;
#pragma omp for schedule(static, 4) lastprivate(conditional : none)
      for (int i = 0; i < 100; i++)
        if (i > 1000) none = i;
#pragma omp sections lastprivate(conditional : d)
      {
#pragma omp section
        d = 1;
#pragma omp section
        d = 2;
#pragma omp section
        if (wanted > 1000) d = wanted;
      }
    }
    CHECK_EQ(a, wanted / 3 * 3);
    CHECK_EQ(b, wanted);
    CHECK_EQ(wide, 1049);
    CHECK_EQ(c, 3 * wanted);
    CHECK_EQ(none, 77);
    CHECK_EQ(d, 2);
  }
  return 0;
}
