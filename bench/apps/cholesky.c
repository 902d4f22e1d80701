// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factors a matrix by Cholesky's method in tiles of 16x16, three times: some 88,000 small tasks each, ordered by depend clauses.
#include <math.h>

#include "app.h"

enum { kTile = 16, kNumbers = kTile * kTile };

static int tiles;       // in a row
static double* matrix;  // tile after tile, each row by row; those above the diagonal are not used

static double* tile(int i, int j) {
  return matrix + ((long)i * tiles + j) * kNumbers;
}

// The matrix to factor: symmetric, and positive definite because its diagonal is large.
static double element(long i, long j) {
  if (i == j) return (double)tiles * kTile;
  const unsigned long place = i > j ? (unsigned long)i << 32 | j : (unsigned long)j << 32 | i;
  return (double)(mixed(place) >> 11) * 0x1p-52 - 1;
}

static void factor(double* a) {
  for (int k = 0; k < kTile; ++k) {
    for (int j = 0; j < k; ++j) a[k * kTile + k] -= a[k * kTile + j] * a[k * kTile + j];
    a[k * kTile + k] = sqrt(a[k * kTile + k]);
    for (int i = k + 1; i < kTile; ++i) {
      for (int j = 0; j < k; ++j) a[i * kTile + k] -= a[i * kTile + j] * a[k * kTile + j];
      a[i * kTile + k] /= a[k * kTile + k];
    }
  }
}

// b becomes b times the inverse of the transposed diagonal tile a.
static void solve(const double* a, double* b) {
  for (int i = 0; i < kTile; ++i) {
    for (int k = 0; k < kTile; ++k) {
      double x = b[i * kTile + k];
      for (int j = 0; j < k; ++j) x -= b[i * kTile + j] * a[k * kTile + j];
      b[i * kTile + k] = x / a[k * kTile + k];
    }
  }
}

// c -= a times the transposed b.
static void update(const double* a, const double* b, double* restrict c) {
  double turned[kNumbers];
  for (int i = 0; i < kTile; ++i) {
    for (int j = 0; j < kTile; ++j) turned[j * kTile + i] = b[i * kTile + j];
  }
  for (int i = 0; i < kTile; ++i) {
    for (int k = 0; k < kTile; ++k) {
      const double x = a[i * kTile + k];
#pragma omp simd
      for (int j = 0; j < kTile; ++j) c[i * kTile + j] -= x * turned[k * kTile + j];
    }
  }
}

static void make_tasks(void) {
  for (int k = 0; k < tiles; ++k) {
    double* diagonal = tile(k, k);
#pragma omp task depend(inout : diagonal[0])
    factor(diagonal);
    for (int i = k + 1; i < tiles; ++i) {
      double* below = tile(i, k);
#pragma omp task depend(in : diagonal[0]) depend(inout : below[0])
      solve(diagonal, below);
    }
    for (int i = k + 1; i < tiles; ++i) {
      for (int j = k + 1; j <= i; ++j) {
        double *left = tile(i, k), *top = tile(j, k), *target = tile(i, j);
#pragma omp task depend(in : left[0], top[0]) depend(inout : target[0])
        update(left, top, target);
      }
    }
  }
}

static void fill(void) {
  for (int i = 0; i < tiles; ++i) {
    for (int j = 0; j <= i; ++j) {
      for (int e = 0; e < kNumbers; ++e)
        tile(i, j)[e] = element((long)i * kTile + e / kTile, (long)j * kTile + e % kTile);
    }
  }
}

// A number of the factor, which is 0 above the diagonal.
static double factored(int row, int column) {
  if (column > row) return 0;
  return tile(row / kTile, column / kTile)[row % kTile * kTile + column % kTile];
}

// Whether L times its transpose, applied to a vector, is what the matrix makes of it.
static int is_right(void) {
  const int n = tiles * kTile;
  double* half = calloc(n, sizeof *half);
  if (!half) abort();
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) half[j] += factored(i, j) * (1 + i % 7);
  }
  int right = 1;
  for (int i = 0; i < n; ++i) {
    double whole = 0, expected = 0;
    for (int j = 0; j < n; ++j) {
      whole += factored(i, j) * half[j];
      expected += element(i, j) * (1 + j % 7);
    }
    right = right && fabs(whole - expected) < 1e-9 * n;  // no NaN is
  }
  free(half);
  return right;
}

int main(int argc, char** argv) {
  const int tiny = is_tiny(argc, argv), times = tiny ? 1 : 3;  // once is too short to be timed
  tiles = tiny ? 8 : 80;
  matrix = malloc((size_t)tiles * tiles * kNumbers * sizeof *matrix);
  if (!matrix) abort();
  for (int i = 0; i < times; ++i) {
    fill();
#pragma omp parallel
#pragma omp single
    make_tasks();
  }
  return ended(argv[0], is_right());
}
