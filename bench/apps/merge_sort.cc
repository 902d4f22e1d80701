// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts numbers: quarters in untied tasks with a taskwait at each level, then merges whose halves are tasks.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "app.h"

namespace {

constexpr long kSerial = 2048;  // shorter pieces are sorted and merged without tasks

// Splits the longer run in its middle and the other one where that value belongs.
void merge(const uint32_t* a, long na, const uint32_t* b, long nb, uint32_t* to) {
  if (na < nb) {
    std::swap(a, b);
    std::swap(na, nb);
  }
  if (na + nb <= kSerial) {
    std::merge(a, a + na, b, b + nb, to);
    return;
  }
  const long half = na / 2, split = std::lower_bound(b, b + nb, a[half]) - b;
#pragma omp task untied
  merge(a, half, b, split, to);
#pragma omp task untied
  merge(a + half, na - half, b + split, nb - split, to + half + split);
#pragma omp taskwait
}

// Sorts `a`; `other` is as long and its contents are lost.
void sort(uint32_t* a, uint32_t* other, long n) {
  if (n <= kSerial) {
    std::sort(a, a + n);
    return;
  }
  const long half = n / 2, begins[] = {0, half / 2, half, half + (n - half) / 2, n};
  for (int q = 0; q < 4; ++q) {
    const long begin = begins[q], length = begins[q + 1] - begin;
#pragma omp task untied
    sort(a + begin, other + begin, length);
  }
#pragma omp taskwait
#pragma omp task untied
  merge(a, begins[1], a + begins[1], half - begins[1], other);
#pragma omp task untied
  merge(a + half, begins[3] - half, a + begins[3], n - begins[3], other + half);
#pragma omp taskwait
#pragma omp task untied
  merge(other, half, other + half, n - half, a);
#pragma omp taskwait
}

// The same for any order of the same numbers.
uint64_t sum_of_mixed(const std::vector<uint32_t>& numbers) {
  uint64_t sum = 0;
  for (const uint32_t number : numbers) sum += mixed(number);
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const long n = is_tiny(argc, argv) ? 20000 : 4000000;
  std::vector<uint32_t> numbers(n), other(n);
  for (long i = 0; i < n; ++i) numbers[i] = static_cast<uint32_t>(mixed(i));
  const uint64_t before = sum_of_mixed(numbers);
#pragma omp parallel
#pragma omp single
  sort(numbers.data(), other.data(), n);
  return ended(argv[0], std::is_sorted(numbers.begin(), numbers.end()) && sum_of_mixed(numbers) == before);
}
