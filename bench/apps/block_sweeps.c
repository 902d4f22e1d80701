// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat spreads on a large square whose sides are joined: in each sweep a task for each block, and a taskwait. The square
// does not fit into caches, so the order in which a thread walks through the blocks matters.
#include <math.h>

#include "app.h"

enum { kBlock = 128 };
static int side;

static void spread(const double* now, double* next, int first_row, int first_column) {
  for (int i = first_row; i < first_row + kBlock; ++i) {
    const double* row = now + (size_t)i * side;
    const double* above = now + (size_t)(i == 0 ? side - 1 : i - 1) * side;
    const double* below = now + (size_t)(i == side - 1 ? 0 : i + 1) * side;
    double* to = next + (size_t)i * side;
    for (int j = first_column; j < first_column + kBlock; ++j) {
      const double left = row[j == 0 ? side - 1 : j - 1], right = row[j == side - 1 ? 0 : j + 1];
      to[j] = 0.5 * row[j] + 0.125 * (left + right + above[j] + below[j]);
    }
  }
}

static void sweep(const double* now, double* next) {
  for (int i = 0; i < side; i += kBlock) {
    for (int j = 0; j < side; j += kBlock) {
#pragma omp task
      spread(now, next, i, j);
    }
  }
#pragma omp taskwait
}

static double sum_of(const double* field) {
  double sum = 0;
  for (size_t i = 0; i < (size_t)side * side; ++i) sum += field[i];
  return sum;
}

int main(int argc, char** argv) {
  const int sweeps = is_tiny(argc, argv) ? 4 : 16;
  side = is_tiny(argc, argv) ? 5 * kBlock : 16 * kBlock;
  const size_t cells = (size_t)side * side;
  double *now = malloc(cells * sizeof *now), *next = malloc(cells * sizeof *next);
  if (now == NULL || next == NULL) return ended("block-sweeps", 0);
  for (size_t i = 0; i < cells; ++i) now[i] = next[i] = (double)(mixed(i) % 1000);
  const double before = sum_of(now);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < sweeps; ++i) {
    sweep(now, next);
    double* done = next;
    next = now;
    now = done;
  }
  const double after = sum_of(now);  // the sides are joined: no heat is lost
  const int right = fabs(after - before) < 1e-9 * before && fabs(now[0] - next[0]) < 500;
  free(now);
  free(next);
  return ended("block-sweeps", right);
}
