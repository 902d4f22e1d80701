// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lastprivate: the value of the sequentially last iteration, for each schedule, with firstprivate, and for
// the variable itself.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int n = 1; n < 40; n += 6) {
    int a = -1, b = -1, c = -1, d = -1, e = -1, array[2] = {0, 0};
    long i;
#pragma omp parallel
    {
#pragma omp for schedule(static) lastprivate(a)
      for (int k = 0; k < n; k++) a = k;
#pragma omp for schedule(dynamic) lastprivate(b, array)
      for (int k = 0; k < n; k++) {
        b = k * 2;
        array[0] = k;
        array[1] = -k;
      }
#pragma omp for schedule(guided, 2) lastprivate(c)
      for (int k = n; k > 0; k--) c = k;
#pragma omp for schedule(static, 3) firstprivate(d) lastprivate(d)
      for (int k = 0; k < n; k++) d = d < 0 ? k : d + (k - d);
#pragma omp for schedule(runtime) lastprivate(e)
      for (unsigned long k = 0; k < (unsigned long)n; k++) e = (int)k + 100;
#pragma omp for schedule(dynamic, 2) lastprivate(i)
      for (i = 0; i < n; i += 4) continue;
    }
    CHECK_EQ(a, n - 1);
    CHECK_EQ(b, 2 * (n - 1));
    CHECK(array[0] == n - 1 && array[1] == 1 - n);
    CHECK_EQ(c, 1);
    CHECK_EQ(d, n - 1);
    CHECK_EQ(e, n + 99);
    CHECK_EQ(i, (n + 3) / 4 * 4);
  }
  return 0;
}
