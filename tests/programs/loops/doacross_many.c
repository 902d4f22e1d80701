// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sinks in loops of two to ten dimensions: compilers pass ten numbers partly in registers and partly on the stack. The last
// number of each vector decides.
#include <omp.h>

#include "check.h"

enum { kSide = 2, kLast = 9 };
static int done[1024];

static void check_two(void) {
  static int plane[40][200];
#pragma omp parallel for ordered(2) schedule(dynamic, 1)
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 200; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1) depend(sink : i - 1, j + 3)
      CHECK(i == 0 || plane[i - 1][j] == 1);
      CHECK(i == 0 || j + 3 >= 200 || plane[i - 1][j + 3] == 1);
      CHECK(j == 0 || plane[i][j - 1] == 1);
      plane[i][j] = 1;
#pragma omp ordered depend(source)
    }
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 200; j++) plane[i][j] = 0;
}

static void check_seven(void) {
  for (int i = 0; i < 1024; i++) done[i] = 0;
#pragma omp parallel for ordered(7) schedule(static, 1)
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < kSide; b++)
      for (int c = 0; c < kSide; c++)
        for (int d = 0; d < kSide; d++)
          for (int e = 0; e < kSide; e++)
            for (int f = 0; f < kSide; f++)
              for (int g = 0; g < 3; g++) {
#pragma omp ordered depend(sink : a - 1, b, c, d, e, f, g + 1)
                const int place = ((b * 2 + c) * 2 + d) * 2 + e;
                const int at = (a * 32 + place * 2 + f) * 3 + g;
                CHECK(a == 0 || g == 2 || done[at - 96 + 1] == 1);
                done[at] = 1;
#pragma omp ordered depend(source)
              }
}

static void check_ten(void) {
  for (int i = 0; i < 1024; i++) done[i] = 0;
#pragma omp parallel for ordered(10) schedule(static, 1)
  for (unsigned a = 0; a < 4; a++)
    for (int b = 0; b < kSide; b++)
      for (int c = 0; c < 1; c++)
        for (int d = 0; d < kSide; d++)
          for (int e = 0; e < 1; e++)
            for (int f = 0; f < kSide; f++)
              for (int g = 0; g < 1; g++)
                for (int h = 0; h < kSide; h++)
                  for (int i = 0; i < 1; i++)
                    for (int j = 0; j < kLast; j++) {
#pragma omp ordered depend(sink : a - 1, b, c, d, e, f, g, h, i, j + 2)
                      const int at = ((((int)a * 2 + b) * 2 + d) * 2 + f) * 2 * kLast + h * kLast + j;
                      CHECK(a == 0 || j + 2 >= kLast || done[at - 16 * kLast + 2] == 1);
                      done[at] = 1;
#pragma omp ordered depend(source)
                    }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    check_two();
    check_seven();
    check_ten();
  }
  return 0;
}
