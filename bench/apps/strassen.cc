// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies matrices by Strassen's seven products; depend clauses order the tasks of each level.
#include <cstddef>
#include <vector>

#include "app.h"

namespace {

constexpr int kGrain = 64;  // smaller matrices are multiplied directly

// A square part of a matrix that lies row by row.
struct Part {
  double* first;
  long stride;
  double* row(int i) const { return first + i * stride; }
  Part quadrant(int q, int half) const { return {row(q / 2 * half) + q % 2 * half, stride}; }
};

// One of the seven products: (sum of quadrants of A) * (sum of quadrants of B), and where it is added. Quadrants
// are numbered by rows; the sign belongs to the second of two, and a quadrant of -1 is none.
struct Product {
  int a[2], a_sign, b[2], b_sign;
  int to[2], to_sign[2];
};
constexpr Product kProducts[7] = {
    {{0, 3}, 1, {0, 3}, 1, {0, 3}, {1, 1}},   {{2, 3}, 1, {0, -1}, 1, {2, 3}, {1, -1}},
    {{0, -1}, 1, {1, 3}, -1, {1, 3}, {1, 1}}, {{3, -1}, 1, {2, 0}, -1, {0, 2}, {1, 1}},
    {{0, 1}, 1, {3, -1}, 1, {0, 1}, {-1, 1}}, {{2, 0}, -1, {0, 1}, 1, {3, -1}, {1, 1}},
    {{1, 3}, -1, {2, 3}, 1, {0, -1}, {1, 1}},
};

void add(Part to, Part from, int sign, int n) {
  for (int i = 0; i < n; ++i) {
    double* __restrict t = to.row(i);
    const double* __restrict f = from.row(i);
#pragma omp simd
    for (int j = 0; j < n; ++j) t[j] += sign * f[j];
  }
}

void clear(Part part, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) part.row(i)[j] = 0;
  }
}

void add_up(Part to, Part whole, const int quadrants[2], int sign, int half) {
  clear(to, half);
  add(to, whole.quadrant(quadrants[0], half), 1, half);
  if (quadrants[1] >= 0) add(to, whole.quadrant(quadrants[1], half), sign, half);
}

void multiply_directly(Part a, Part b, Part c, int n) {
  clear(c, n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const double factor = a.row(i)[k];
      double* __restrict to = c.row(i);
      const double* __restrict from = b.row(k);
#pragma omp simd
      for (int j = 0; j < n; ++j) to[j] += factor * from[j];
    }
  }
}

void multiply(Part a, Part b, Part c, int n);

// The tasks of one product. What they depend on is the first number of each matrix.
void product_tasks(const Product* p, Part a, Part b, Part c, Part left, Part right, Part result, int half) {
#pragma omp task depend(out : left.first[0])
  add_up(left, a, p->a, p->a_sign, half);
#pragma omp task depend(out : right.first[0])
  add_up(right, b, p->b, p->b_sign, half);
#pragma omp task depend(in : left.first[0], right.first[0]) depend(out : result.first[0])
  multiply(left, right, result, half);
  for (int t = 0; t < 2 && p->to[t] >= 0; ++t) {
    const Part to = c.quadrant(p->to[t], half);
    const int sign = p->to_sign[t];
#pragma omp task depend(in : result.first[0]) depend(inout : to.first[0])
    add(to, result, sign, half);
  }
}

void multiply(Part a, Part b, Part c, int n) {
  if (n <= kGrain) {
    multiply_directly(a, b, c, n);
    return;
  }
  const int half = n / 2;
  const long size = static_cast<long>(half) * half;
  double* temporaries = static_cast<double*>(malloc(21 * size * sizeof(double)));
  if (!temporaries) abort();
  for (int q = 0; q < 4; ++q) {
    const Part quadrant = c.quadrant(q, half);
#pragma omp task depend(out : quadrant.first[0])
    clear(quadrant, half);
  }
  for (int p = 0; p < 7; ++p) {
    double* own = temporaries + 3 * p * size;
    product_tasks(&kProducts[p], a, b, c, {own, half}, {own + size, half}, {own + 2 * size, half}, half);
  }
#pragma omp taskwait
  free(temporaries);
}

// matrix * vector
std::vector<double> applied(const std::vector<double>& matrix, const std::vector<double>& vector) {
  const std::size_t n = vector.size();
  std::vector<double> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) result[i] += matrix[i * n + j] * vector[j];
  }
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = is_tiny(argc, argv) ? 4 * kGrain : 16 * kGrain;
  // Small whole numbers: every sum and product is exact, so the result must be.
  const auto small = [](unsigned long i) { return static_cast<double>(mixed(i) % 9) - 4; };
  std::vector<double> a(static_cast<std::size_t>(n) * n), b(a.size()), c(a.size()), probe(n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = small(i);
    b[i] = small(i + a.size());
  }
  for (int i = 0; i < n; ++i) probe[i] = small(i + 2 * a.size());
#pragma omp parallel
#pragma omp single
  multiply({a.data(), n}, {b.data(), n}, {c.data(), n}, n);
  return ended(argv[0], applied(c, probe) == applied(a, applied(b, probe)));
}
