// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task trees, dependences, groups and detached tasks; results and predecessors' data are plain memory.
#include <omp.h>

#include "stress.h"

namespace {

long fibonacci(int n) {
  if (n < 2) return n;
  long left = 0;
  long right = 0;
#pragma omp task shared(left)
  left = fibonacci(n - 1);
#pragma omp task shared(right) if (n % 5 != 0)
  right = fibonacci(n - 2);
#pragma omp taskwait
  return left + right;
}

long recursive(int threads, int n) {
  long result = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  result = fibonacci(n);
  return result;
}

// A chain through one variable, read by several tasks at each link.
long chain(int threads, int links) {
  long value = 0;
  long readers = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int link = 0; link < links; ++link) {
#pragma omp task depend(inout : value) shared(value)
    value += 1;
    for (int reader = 0; reader < 2; ++reader) {
#pragma omp task depend(in : value) shared(value, readers)
      {
        long seen = value;
#pragma omp atomic
        readers += seen;
      }
    }
  }
  return value * 1000000 + readers;
}

// Children that outlive their parents; the group waits for all.
long grandchildren(int threads, int width) {
  long counts[64] = {};
  long total = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < width; ++i) {
#pragma omp task shared(counts) firstprivate(i)
      {
#pragma omp task shared(counts) firstprivate(i)
        counts[i] += 1;
      }
    }
    for (int i = 0; i < width; ++i) total += counts[i];
  }
  return total;
}

// Every thread creates; the region's end waits.
long from_all(int threads, int each) {
  long total = 0;
#pragma omp parallel num_threads(threads)
  for (int i = 0; i < each; ++i) {
#pragma omp task shared(total)
    {
#pragma omp atomic
      total += 1;
    }
  }
  return total;
}

long detached(int threads, int count) {
  long done = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
    for (int i = 0; i < count; ++i) {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : done)
      {}
#pragma omp task shared(done) depend(inout : done)
      done += 1;
#pragma omp task firstprivate(event)
      omp_fulfill_event(event);
    }
#pragma omp taskwait
  }
  return done;
}

// Their creator goes on when their code has ended; another task, which any thread may run, fulfils the event.
long detached_undeferred(int threads, int count) {
  long done = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
    for (int i = 0; i < count; ++i) {
      omp_event_handle_t event;
#pragma omp task shared(done) depend(inout : done)
      done += 1;
#pragma omp task detach(event) shared(done) depend(inout : done) if (0)
      done += 2;
#pragma omp task shared(done) depend(inout : done)
      done += 4;
#pragma omp task firstprivate(event)
      omp_fulfill_event(event);
    }
#pragma omp taskwait
  }
  return done;
}

}  // namespace

int main() {
  std::mt19937_64 random(test_seed());
  auto up_to = [&](int most) { return 1 + static_cast<int>(random() % most); };
  int rounds = stress::rounds(72);
  for (int round = 0; round < rounds; ++round) {
    int threads = stress::threads(up_to(6));
    int size = up_to(40);
    switch (round % 6) {
      case 0:
        stress::expect(recursive(threads, 12), 144, "fibonacci", round);
        break;
      case 1:
        stress::expect(chain(threads, size), size * 1000000L + 2L * size * (size + 1) / 2, "chain", round);
        break;
      case 2:
        stress::expect(grandchildren(threads, size), size, "grandchildren", round);
        break;
      case 3:
        stress::expect(from_all(threads, size), static_cast<long>(threads) * size, "tasks from all", round);
        break;
      case 4:
        stress::expect(detached_undeferred(threads, size), 7L * size, "detached and undeferred", round);
        break;
      default:
        stress::expect(detached(threads, size), size, "detached", round);
        break;
    }
  }
}
