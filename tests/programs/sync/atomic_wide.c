// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic on types wider than a word and on floating types: float, double, long double, __int128.
#include <omp.h>

#include "check.h"

enum { kRounds = 400 };
typedef __int128 wide;

int main(void) {
  int n = kRounds * omp_get_max_threads();
  float f = 0;
  double d = 0, exchanged = 0;
  long double l = 0;
  wide i128 = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    long double seen_l;
    wide seen_128;
#pragma omp atomic
    f += 1;
#pragma omp atomic
    d -= 0.5;
#pragma omp atomic update
    l += 0.25L;
#pragma omp atomic
    i128 += ((wide)1 << 70) + 1;
#pragma omp atomic read
    seen_l = l;
#pragma omp atomic read
    seen_128 = i128;
    CHECK(seen_l > 0);
    CHECK((long)(seen_128 >> 70) == (long)(seen_128 & 0xffffffff));
#pragma omp atomic capture
    {
      seen_l = l;
      l = l + 1;
    }
#pragma omp atomic capture
    seen_128 = i128 -= 0;
#pragma omp atomic
    exchanged = 2.0 - exchanged;
  }
  CHECK(f == n && d == -0.5 * n && l == 1.25L * n);
  CHECK((long)(i128 >> 70) == n && (long)(i128 & 0xffffffff) == n);
  CHECK(exchanged == (n % 2 ? 2 : 0));
  long double other = 0;
#pragma omp atomic write
  other = 3.5L;
  CHECK(other == 3.5L);
  return 0;
}
