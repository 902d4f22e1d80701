// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Teams of changing sizes, nested and serialized ones, barriers inside: data passes from thread to thread as
// plain memory.
#include <omp.h>

#include <thread>
#include <vector>

#include "stress.h"

namespace {

constexpr int kMostThreads = 64;
constexpr int kMostInner = 3;

// Each thread writes its slot; after the barrier each reads all others'.
void exchange_over_barriers(int threads, int barriers, int round) {
  long slots[kMostThreads] = {};
  long seen[kMostThreads] = {};
#pragma omp parallel num_threads(threads)
  {
    int me = omp_get_thread_num();
    for (int step = 1; step <= barriers; ++step) {
      slots[me] = step;
#pragma omp barrier
      for (int other = 0; other < omp_get_num_threads(); ++other) seen[me] += slots[other];
#pragma omp barrier
    }
  }
  long wanted = static_cast<long>(threads) * barriers * (barriers + 1) / 2;
  for (int thread = 0; thread < threads; ++thread)
    stress::expect(seen[thread], wanted, "sum over barriers", round);
}

void nest(int outer, int inner, int round) {
  long counts[kMostThreads][kMostInner] = {};
#pragma omp parallel num_threads(outer)
  {
    int me = omp_get_thread_num();
#pragma omp parallel num_threads(inner)
    { counts[me][omp_get_thread_num()] += omp_get_ancestor_thread_num(1) == me; }
    for (int below = 0; below < inner; ++below) counts[me][below] += 1;
  }
  for (int me = 0; me < outer; ++me) {
    for (int below = 0; below < inner; ++below) stress::expect(counts[me][below], 2, "nested count", round);
  }
}

// Native threads that open regions at the same time; each has a contention group of its own.
void strangers(int natives, int threads, int round) {
  std::vector<long> sums(natives);
  std::vector<std::thread> list;
  for (int native = 0; native < natives; ++native) {
    list.emplace_back([&sums, native, threads] {
      for (int repeat = 0; repeat < 3; ++repeat) {
        long sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
        sum += omp_get_thread_num() + 1;
        sums[native] += sum;
      }
    });
  }
  for (std::thread& native : list) native.join();
  for (long sum : sums) stress::expect(sum, 3L * threads * (threads + 1) / 2, "stranger's sum", round);
}

}  // namespace

int main() {
  std::mt19937_64 random(test_seed());
  auto up_to = [&](int most) { return 1 + static_cast<int>(random() % most); };
  omp_set_max_active_levels(3);
  int rounds = stress::rounds(60);
  for (int round = 0; round < rounds; ++round) {
    switch (round % 4) {
      case 0:
        exchange_over_barriers(stress::threads(up_to(9)), up_to(5), round);
        break;
      case 1:
        nest(stress::threads(up_to(4)), up_to(kMostInner), round);
        break;
      case 2:
        exchange_over_barriers(stress::threads(2), 20, round);
        break;
      default:
        strangers(up_to(3), stress::threads(up_to(3)), round);
        break;
    }
  }
}
