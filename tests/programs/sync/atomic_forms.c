// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atomic update, read, write, capture and compare in all their forms, for integers of each size.
#include <omp.h>

#include "check.h"

enum { kRounds = 500 };

#define FORMS(type)                                            \
  do {                                                         \
    type x = 0, old_sum = 0, word = 0;                         \
    int n = kRounds * omp_get_max_threads();                   \
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) {  \
      type seen;                                               \
      _Pragma("omp atomic") x++;                               \
      _Pragma("omp atomic update") x += 2;                     \
      _Pragma("omp atomic")-- x;                               \
      _Pragma("omp atomic") x = x - 1;                         \
      _Pragma("omp atomic") x = (type)1 + x;                   \
      _Pragma("omp atomic capture") seen = x++;                \
      _Pragma("omp atomic capture") seen = x -= 1;             \
      _Pragma("omp atomic capture seq_cst") {                  \
        seen = x;                                              \
        x = x + 1;                                             \
      }                                                        \
      _Pragma("omp atomic capture") {                          \
        x = x - 1;                                             \
        seen = x;                                              \
      }                                                        \
      _Pragma("omp atomic write") word = (type)(i & 1);        \
      _Pragma("omp atomic read") seen = word;                  \
      CHECK(seen == 0 || seen == 1);                           \
      _Pragma("omp atomic") old_sum += 1;                      \
    }                                                          \
    CHECK(x == (type)(2 * n) && old_sum == (type)n);           \
    x = 1;                                                     \
    _Pragma("omp parallel for") for (int i = 0; i < 64; i++) { \
      _Pragma("omp atomic") x ^= (type)(1 << (i % 7));         \
      _Pragma("omp atomic") x |= (type)2;                      \
      _Pragma("omp atomic") x &= (type)~4;                     \
      _Pragma("omp atomic") x = x << 0;                        \
      _Pragma("omp atomic") x *= 1;                            \
      _Pragma("omp atomic") x /= 1;                            \
      _Pragma("omp atomic") x = 0 + x;                         \
    }                                                          \
    CHECK((x & 6) == 2);                                       \
  } while (0)

static void compare(void) {
  int high = -1, low = 1000;
#pragma omp parallel for
  for (int i = 0; i < 400; i++) {
#pragma omp atomic compare
    if (high < i) {
      high = i;
    }
#pragma omp atomic compare
    low = low > i ? i : low;
  }
  CHECK_EQ(high, 399);
  CHECK_EQ(low, 0);
}

int main(void) {
  FORMS(signed char);
  FORMS(unsigned short);
  FORMS(int);
  FORMS(unsigned);
  FORMS(long);
  FORMS(unsigned long long);
  compare();
  return 0;
}
