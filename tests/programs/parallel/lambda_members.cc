// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions inside lambdas, templates and member functions: captures and this reach the team.
#include <omp.h>

#include <numeric>
#include <vector>

#include "check.h"

template <typename T>
struct Vector {
  std::vector<T> items;
  explicit Vector(int n) : items(n) { std::iota(items.begin(), items.end(), T(1)); }
  T sum() const {
    T total{};
#pragma omp parallel for reduction(+ : total)
    for (size_t i = 0; i < items.size(); i++) total += items[i];
    return total;
  }
  template <typename F>
  void each(F action) {
#pragma omp parallel for schedule(guided)
    for (auto it = items.begin(); it < items.end(); ++it) action(*it);
  }
};

int main() {
  Vector<long> longs(1000);
  Vector<double> doubles(100);
  CHECK_EQ(longs.sum(), 500500);
  CHECK(doubles.sum() == 5050);
  long offset = 5;
  longs.each([offset](long& item) { item += offset; });
  CHECK_EQ(longs.sum(), 505500);
  int count = 0;
  auto region = [&count] {
#pragma omp parallel
#pragma omp atomic
    count++;
  };
  for (int i = 0; i < 10; i++) region();
  CHECK_EQ(count, 10 * omp_get_max_threads());
  return 0;
}
