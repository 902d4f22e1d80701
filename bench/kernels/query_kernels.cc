// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include "kernel.h"

namespace bench {
namespace {

// Calls `query` over and over in every thread of a team; an answer that `expected` refuses is not counted.
template <typename Query, typename Expected>
long ask(int threads, long repetitions, Query query, Expected expected) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      if (expected(query())) touch();
    }
    count.end();
  }
  return count.total();
}

long thread_num(int threads, long repetitions) {
  return ask(
      threads, repetitions, [] { return omp_get_thread_num(); },
      [threads](int answer) { return answer >= 0 && answer < threads; });
}

long num_threads(int threads, long repetitions) {
  return ask(
      threads, repetitions, [] { return omp_get_num_threads(); },
      [threads](int answer) { return answer == threads; });
}

long level(int threads, long repetitions) {
  return ask(
      threads, repetitions, [] { return omp_get_level(); }, [](int answer) { return answer == 1; });
}

long wtime(int threads, long repetitions) {
  return ask(
      threads, repetitions, [] { return omp_get_wtime(); }, [](double answer) { return answer > 0; });
}

constexpr Kernel kKernels[] = {
    {"get-thread-num", "omp_get_thread_num", once_per_thread, thread_num},
    {"get-num-threads", "omp_get_num_threads", once_per_thread, num_threads},
    {"get-level", "omp_get_level", once_per_thread, level},
    {"get-wtime", "omp_get_wtime", once_per_thread, wtime},
};

}  // namespace

std::span<const Kernel> query_kernels() {
  return kKernels;
}

}  // namespace bench
