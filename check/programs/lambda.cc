// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructs inside lambdas and templates, with C++ reductions and exceptions inside the region.
// expect: parallel_begin = 2
// expect: implicit_begin = 2 * T
// expect: create:explicit = 5
// expect: work_begin:executor = 1
#include <vector>

#include "check.h"

namespace {

template <class Body>
void in_parallel(Body body) {
#pragma omp parallel
  body();
}

}  // namespace

int main() {
  std::vector<int> values(5, 0);
  int caught = 0;
  in_parallel([&] {
    try {
      throw 1;
    } catch (int one) {
#pragma omp atomic
      caught += one;
    }
  });
  check(caught == omp_get_max_threads(), "exceptions inside the region");
  in_parallel([&] {
#pragma omp single
    for (size_t i = 0; i < values.size(); ++i) {
#pragma omp task shared(values) firstprivate(i)
      values[i] = static_cast<int>(i);
    }
  });
  check(values[4] == 4, "tasks");
  return 0;
}
