// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conjugate gradients on a sparse matrix whose rows are of very unequal length.
//
//   sparse_cg [ROWS [COUPLED]]        default 80000 rows, of which 1600 are all coupled with each other
//
// What to look for: `multiply` shares the rows out in equal numbers, but the first rows hold nearly all the
// entries. One thread works while the others wait at the implicit barrier behind the loop: the region's
// balance is far below 1, and the report names the seconds to gain. The other regions (`dot`, `add_scaled`)
// are balanced. The repair is one clause: schedule(dynamic, 64), or guided.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using Vector = std::vector<double>;

// Symmetric and positive definite, in compressed rows.
struct Matrix {
  long rows = 0;
  std::vector<long> start;
  std::vector<int> column;
  std::vector<double> value;

  void add(long j, double v) {
    column.push_back(static_cast<int>(j));
    value.push_back(v);
  }
};

// A chain of masses between springs; the first `coupled` of them also hang on one stiff frame, each on each.
Matrix chain_with_frame(long rows, long coupled) {
  Matrix a;
  a.rows = rows;
  a.start.push_back(0);
  for (long i = 0; i < rows; ++i) {
    double diagonal = 2.002;
    for (long j = 0; i < coupled && j < coupled; ++j) {
      if (j < i - 1 || j > i + 1) a.add(j, -1.0 / static_cast<double>(coupled));
    }
    if (i < coupled) diagonal += 1.0;
    if (i > 0) a.add(i - 1, -1.0);
    a.add(i, diagonal);
    if (i + 1 < rows) a.add(i + 1, -1.0);
    a.start.push_back(static_cast<long>(a.column.size()));
  }
  return a;
}

void multiply(const Matrix& a, const Vector& x, Vector& y) {
#pragma omp parallel for schedule(static)
  for (long i = 0; i < a.rows; ++i) {
    double sum = 0;
    for (long k = a.start[i]; k < a.start[i + 1]; ++k) sum += a.value[k] * x[a.column[k]];
    y[i] = sum;
  }
}

double dot(const Vector& x, const Vector& y) {
  double sum = 0;
  long n = static_cast<long>(x.size());
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (long i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

// y = a * x + b * y
void add_scaled(double a, const Vector& x, double b, Vector& y) {
  long n = static_cast<long>(x.size());
#pragma omp parallel for schedule(static)
  for (long i = 0; i < n; ++i) y[i] = a * x[i] + b * y[i];
}

// Solves a x = b from x = 0; answers the number of iterations.
int solve(const Matrix& a, const Vector& b, Vector& x) {
  Vector residual = b;
  Vector direction = b;
  Vector image(b.size());
  double norm = dot(residual, residual);
  double goal = norm * 1e-18;
  int iterations = 0;
  while (norm > goal && iterations < 2000) {
    multiply(a, direction, image);
    double alpha = norm / dot(direction, image);
    add_scaled(alpha, direction, 1.0, x);
    add_scaled(-alpha, image, 1.0, residual);
    double next = dot(residual, residual);
    add_scaled(1.0, residual, next / norm, direction);
    norm = next;
    ++iterations;
  }
  return iterations;
}

}  // namespace

int main(int argc, char** argv) {
  long rows = argc > 1 ? std::atol(argv[1]) : 80000;
  long coupled = argc > 2 ? std::atol(argv[2]) : 1600;
  if (rows < 2 || coupled < 1 || coupled > rows || coupled > 20000) {
    std::fprintf(stderr,
                 "usage: %s [ROWS [COUPLED]]  with 2 <= ROWS, 1 <= COUPLED <= ROWS, COUPLED <= 20000\n",
                 argv[0]);
    return 2;
  }
  Matrix a = chain_with_frame(rows, coupled);
  Vector expected(static_cast<size_t>(rows));
  for (long i = 0; i < rows; ++i) expected[i] = std::sin(0.001 * static_cast<double>(i)) + 1.0;
  Vector b(expected.size());
  multiply(a, expected, b);

  Vector x(expected.size(), 0.0);
  int iterations = solve(a, b, x);
  double error = 0;
  for (long i = 0; i < rows; ++i) error = std::fmax(error, std::fabs(x[i] - expected[i]));
  bool good = error < 1e-5;
  std::printf("%ld rows, %zu entries, %d iterations, largest error %.1e: %s\n", rows, a.value.size(),
              iterations, error, good ? "verified" : "WRONG");
  return good ? 0 : 1;
}
