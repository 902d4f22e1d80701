// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that capture class objects: copy constructors, destructors, lambdas, exceptions inside, taskloop with
// lastprivate objects.
#include <omp.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

static std::atomic<int> alive{0};

struct Tracked {
  std::string text;
  explicit Tracked(std::string t = "none") : text(std::move(t)) { alive++; }
  Tracked(const Tracked& other) : text(other.text) { alive++; }
  Tracked& operator=(const Tracked&) = default;
  ~Tracked() { alive--; }
};

template <typename F>
static void spawn(F action) {
#pragma omp task firstprivate(action)
  action();
}

int main() {
  std::atomic<long> sum{0};
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 100; i++) {
      Tracked tracked("a rather long text that lives on the heap, number " + std::to_string(i));
#pragma omp task firstprivate(tracked, i) shared(sum)
      {
        CHECK(tracked.text.find(" " + std::to_string(i)) != std::string::npos);
        sum += i;
      }
      auto pointer = std::make_shared<int>(i);
      spawn([pointer, &sum] { sum += *pointer; });
#pragma omp task shared(sum) if (i % 10 == 0)
      try {
        throw std::runtime_error("inside");
      } catch (const std::exception&) {
        sum++;
      }
    }
#pragma omp taskwait
    CHECK_EQ(alive, 0);
  }
  CHECK_EQ(sum, 2 * 4950 + 100);
  CHECK_EQ(alive, 0);
  return 0;
}
