// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// doacross loops: ordered(1) and ordered(2) with depend(sink) and depend(source), each schedule, signed and
// unsigned.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kCount = 64, kRows = 12, kColumns = 9 };
static int done[kCount], grid[kRows][kColumns];

#define CHAIN(text, type)                                                                             \
  do {                                                                                                \
    memset(done, 0, sizeof done);                                                                     \
    _Pragma("omp parallel") {                                                                         \
      _Pragma(text) for (type i = 2; i < kCount; i++) {                                               \
        _Pragma("omp ordered depend(sink : i - 1) depend(sink : i - 2)") CHECK(i < 3 || done[i - 1]); \
        CHECK(i < 4 || done[i - 2]);                                                                  \
        busy((int)(i % 3) * 30);                                                                      \
        done[i] = 1;                                                                                  \
        _Pragma("omp ordered depend(source)")                                                         \
      }                                                                                               \
    }                                                                                                 \
    for (int i = 2; i < kCount; i++) CHECK(done[i]);                                                  \
  } while (0)

static void check_grid(void) {
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++)
      CHECK_EQ(grid[i][j], 1 + (i ? grid[i - 1][j] : 0) + (j ? grid[i][j - 1] : 0));
}

#define WAVEFRONT(type)                                                                         \
  do {                                                                                          \
    memset(grid, 0, sizeof grid);                                                               \
    _Pragma("omp parallel for ordered(2) schedule(dynamic)") for (type i = 0; i < kRows; i++) { \
      for (type j = 0; j < kColumns; j++) {                                                     \
        _Pragma("omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)") grid[i][j] =     \
            1 + (i ? grid[i - 1][j] : 0) + (j ? grid[i][j - 1] : 0);                            \
        _Pragma("omp ordered depend(source)")                                                   \
      }                                                                                         \
    }                                                                                           \
    check_grid();                                                                               \
  } while (0)

static void downward_with_steps(void) {
  memset(grid, 0, sizeof grid);
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (long i = 2 * (kRows - 1); i >= 0; i -= 2)
    for (long j = 0; j < 3 * kColumns; j += 3) {
#pragma omp ordered depend(sink : i + 2, j - 3) depend(sink : i + 2, j)
      int above = i < 2 * (kRows - 1) ? grid[i / 2 + 1][j / 3] : 0;
      int beside = i < 2 * (kRows - 1) && j ? grid[i / 2 + 1][j / 3 - 1] : 0;
      CHECK(i == 2 * (kRows - 1) || above);
      grid[i / 2][j / 3] = 1 + above + beside;
#pragma omp ordered depend(source)
    }
  CHECK_EQ(grid[0][0], kRows);
}

static void collapsed(void) {
  int sum = 0;
#pragma omp parallel for collapse(2) ordered(3) schedule(guided) reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 3; k++) {
#pragma omp ordered depend(sink : i - 1, j, k)
        sum++;
#pragma omp ordered depend(source)
      }
  CHECK_EQ(sum, 60);
}

int main(void) {
  omp_set_schedule(omp_sched_dynamic, 3);
  for (int round = 0; round < 3; round++) {
    CHAIN("omp for ordered(1)", int);
    CHAIN("omp for ordered(1) schedule(static, 4)", long);
    CHAIN("omp for ordered(1) schedule(dynamic)", int);
    CHAIN("omp for ordered(1) schedule(guided)", int);
    CHAIN("omp for ordered(1) schedule(static, 1)", unsigned);
    CHAIN("omp for ordered(1) schedule(runtime)", int);
    CHAIN("omp for ordered(1) schedule(static)", unsigned long long);
    CHAIN("omp for ordered(1) schedule(dynamic, 2)", unsigned long long);
    CHAIN("omp for ordered(1) schedule(guided)", unsigned long long);
    CHAIN("omp for ordered(1) schedule(runtime)", unsigned long long);
    WAVEFRONT(int);
    WAVEFRONT(unsigned);
    downward_with_steps();
    collapsed();
  }
  return 0;
}
