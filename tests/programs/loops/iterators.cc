// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over random access iterators, pointers and range-based for.
#include <omp.h>

#include <array>
#include <deque>
#include <numeric>
#include <vector>

#include "check.h"

int main() {
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::deque<long> queue(300, 2);
  long sum = 0;
#pragma omp parallel for schedule(dynamic, 7) reduction(+ : sum)
  for (auto it = numbers.begin(); it != numbers.end(); ++it) sum += *it;
  CHECK_EQ(sum, 500500);
#pragma omp parallel for reduction(+ : sum)
  for (auto it = queue.rbegin(); it < queue.rend(); it += 3) sum += *it;
  CHECK_EQ(sum, 500700);
#pragma omp parallel for schedule(guided) reduction(- : sum)
  for (int* p = numbers.data() + 999; p >= numbers.data(); --p) sum -= *p;
  CHECK_EQ(sum, 200);
#pragma omp parallel for schedule(static, 5) reduction(+ : sum)
  for (int number : numbers) sum += number;
  CHECK_EQ(sum, 500700);
  std::array<std::array<int, 5>, 4> table{};
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (auto row = table.begin(); row < table.end(); ++row)
    for (int column = 0; column < 5; column++) (*row)[column] = column;
  for (auto& row : table) CHECK_EQ(std::accumulate(row.begin(), row.end(), 0), 10);
  return 0;
}
