// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// private, firstprivate and reduction of class objects: as many constructors as destructors, right values.
#include <omp.h>

#include <atomic>
#include <vector>

#include "check.h"

static std::atomic<int> alive{0}, copies{0};

struct Tracked {
  std::vector<int> values;
  Tracked() : values(3, 1) { alive++; }
  Tracked(const Tracked& other) : values(other.values) {
    alive++;
    copies++;
  }
  Tracked& operator=(const Tracked&) = default;
  ~Tracked() { alive--; }
  void add(const Tracked& other) {
    for (size_t i = 0; i < values.size(); i++) values[i] += other.values[i];
  }
};

#pragma omp declare reduction(join:Tracked : omp_out.add(omp_in))

int main() {
  int size = omp_get_max_threads();
  {
    Tracked first, scratch, sum;
    first.values[0] = 42;
#pragma omp parallel firstprivate(first) private(scratch) reduction(join : sum)
    {
      CHECK_EQ(first.values[0], 42);
      CHECK_EQ(scratch.values[2], 1);
      first.values[0] = scratch.values[1] = omp_get_thread_num();
#pragma omp barrier
      CHECK_EQ(first.values[0], omp_get_thread_num());
      sum.values[1] = scratch.values[1];
    }
    CHECK_EQ(alive, 3);
    CHECK_EQ(copies, size);
    CHECK_EQ(sum.values[0], 1 + size);
    CHECK_EQ(sum.values[1], 1 + size * (size - 1) / 2);
    Tracked last;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 50; i++) last.values.assign(1, i);
    CHECK_EQ(last.values[0], 49);
    CHECK_EQ(last.values.size(), 1);
  }
  CHECK_EQ(alive, 0);
  return 0;
}
