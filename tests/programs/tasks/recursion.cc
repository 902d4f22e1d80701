// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quicksort, merge sort and n queens with tasks: real recursive programs with right answers.
#include <omp.h>

#include <algorithm>
#include <vector>

#include "check.h"

static void quicksort(int* from, int* to) {
  if (to - from < 2) return;
  int pivot = from[(to - from) / 2];
  int* middle = std::partition(from, to, [pivot](int x) { return x < pivot; });
  int* upper = std::partition(middle, to, [pivot](int x) { return x == pivot; });
#pragma omp task if (middle - from > 64)
  quicksort(from, middle);
#pragma omp task if (to - upper > 64) untied
  quicksort(upper, to);
}

static void mergesort(int* from, int* to) {
  if (to - from < 2) return;
  int* middle = from + (to - from) / 2;
#pragma omp taskgroup
  {
#pragma omp task final(middle - from < 100)
    mergesort(from, middle);
#pragma omp task final(middle - from < 100)
    mergesort(middle, to);
  }
  std::inplace_merge(from, middle, to);
}

static int queens(int n, int row, unsigned columns, unsigned up, unsigned down) {
  if (row == n) return 1;
  int solutions = 0;
  for (int c = 0; c < n; c++) {
    if ((columns >> c & 1) || (up >> (row + c) & 1) || (down >> (row - c + n) & 1)) continue;
#pragma omp task shared(solutions) if (row < 3)
    {
      int found = queens(n, row + 1, columns | 1u << c, up | 1u << (row + c), down | 1u << (row - c + n));
#pragma omp atomic
      solutions += found;
    }
  }
#pragma omp taskwait
  return solutions;
}

int main() {
  std::vector<int> numbers(5000);
  unsigned seed = 12345;
  for (int& number : numbers) number = static_cast<int>((seed = seed * 1103515245 + 12345) >> 16) % 1000;
  std::vector<int> other = numbers, expected = numbers;
  std::sort(expected.begin(), expected.end());
  int solutions = 0;
#pragma omp parallel
#pragma omp single
  {
    quicksort(numbers.data(), numbers.data() + numbers.size());
    mergesort(other.data(), other.data() + other.size());
    solutions = queens(7, 0, 0, 0, 0);
  }
  CHECK(numbers == expected);
  CHECK(other == expected);
  CHECK_EQ(solutions, 40);
  return 0;
}
