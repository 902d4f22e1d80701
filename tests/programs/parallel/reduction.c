// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reduction on parallel and on parallel for: every operator, for integers of every width and for floating
// point.
#include <limits.h>
#include <omp.h>

#include "check.h"

enum { kCount = 100 };

static void integers(void) {
  int sum = 5, product = 1, low = 50, high = -50, difference = 9;
  unsigned bits_and = 0xffu, bits_or = 0, bits_xor = 0;
  int all = 1, any = 0;
  signed char narrow = 1;
  unsigned long long wide = 3;
  short low16 = SHRT_MAX;
#pragma omp parallel for reduction(+ : sum, narrow, wide) reduction(* : product) reduction(- : difference) \
    reduction(min : low, low16) reduction(max : high) reduction(& : bits_and) reduction(| : bits_or)       \
        reduction(^ : bits_xor) reduction(&& : all) reduction(|| : any)
  for (int i = 0; i < kCount; i++) {
    sum += i;
    narrow = (signed char)(narrow + (i & 1));
    wide += 1ull << (i % 40);
    product *= i % 25 == 0 ? 2 : 1;
    difference -= 1;
    if (i - 60 < low) low = i - 60;
    if (i - 60 > high) high = i - 60;
    if (1000 - i < low16) low16 = (short)(1000 - i);
    bits_and &= ~(1u << (i % 4));
    bits_or |= 1u << (i % 10);
    bits_xor ^= 1u << (i % 3);
    all = all && i < kCount;
    any = any || i == kCount - 1;
  }
  unsigned long long expected_wide = 3;
  for (int i = 0; i < kCount; i++) expected_wide += 1ull << (i % 40);
  CHECK_EQ(sum, 5 + kCount * (kCount - 1) / 2);
  CHECK_EQ(narrow, 51);
  CHECK(wide == expected_wide);
  CHECK_EQ(product, 16);
  CHECK_EQ(difference, 9 - kCount);
  CHECK_EQ(low, -60);
  CHECK_EQ(high, 39);
  CHECK_EQ(low16, 901);
  CHECK_EQ(bits_and, 0xf0);
  CHECK_EQ(bits_or, 0x3ff);
  CHECK_EQ(bits_xor, (34u & 1) | ((33u & 1) << 1) | ((33u & 1) << 2));
  CHECK(all && any);
}

static void reals(void) {
  float f = 1;
  double d = 0, least = 1e9;
  long double wide = 1;
  _Complex double z = 0;
#pragma omp parallel reduction(+ : d, z) reduction(* : f, wide) reduction(min : least)
  {
    f *= 2;
    wide *= 3;
    d += 0.5;
    z += 1.0 + 2.0i;
    if (omp_get_thread_num() - 0.5 < least) least = omp_get_thread_num() - 0.5;
  }
  int size = omp_get_max_threads();
  CHECK(f == (float)(1 << size));
  long double power = 1;
  for (int i = 0; i < size; i++) power *= 3;
  CHECK(wide == power);
  CHECK(d == 0.5 * size);
  CHECK(__real__ z == size && __imag__ z == 2.0 * size);
  CHECK(least == -0.5);
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    integers();
    reals();
  }
  return 0;
}
