// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include "kernel.h"

namespace bench {
namespace {

// Iterations of one loop per thread: long enough that starting and ending the loop is small beside them.
constexpr long kIterations = 2048;

long per_iteration(int threads, long repetitions) {
  return threads * kIterations * repetitions;
}

// Runs `loop(iterations)` `repetitions` times in one region.
template <typename Loop>
long in_region(int threads, long repetitions, long iterations, Loop loop) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) loop(iterations);
    count.end();
  }
  return count.total();
}

void loop_runtime(long n) {
  Tally tally;
#pragma omp for schedule(runtime)
  for (long i = 0; i < n; ++i) tally.touch();
}

template <omp_sched_t Schedule, int Chunk>
long runtime(int threads, long repetitions) {
  omp_set_schedule(Schedule, Chunk);
  return in_region(threads, repetitions, threads * kIterations, loop_runtime);
}

constexpr auto kMonotonicDynamic = static_cast<omp_sched_t>(static_cast<unsigned>(omp_sched_dynamic) |
                                                            static_cast<unsigned>(omp_sched_monotonic));

void loop_dynamic_1(long n) {
  Tally tally;
#pragma omp for schedule(dynamic)
  for (long i = 0; i < n; ++i) tally.touch();
}
long dynamic_1(int threads, long repetitions) {
  return in_region(threads, repetitions, threads * kIterations, loop_dynamic_1);
}

void loop_dynamic_16(long n) {
  Tally tally;
#pragma omp for schedule(dynamic, 16)
  for (long i = 0; i < n; ++i) tally.touch();
}
long dynamic_16(int threads, long repetitions) {
  return in_region(threads, repetitions, threads * kIterations, loop_dynamic_16);
}

void loop_dynamic_unsigned(long n) {
  Tally tally;
#pragma omp for schedule(dynamic)
  for (unsigned long long i = 0; i < static_cast<unsigned long long>(n); ++i) tally.touch();
}
long dynamic_unsigned(int threads, long repetitions) {
  return in_region(threads, repetitions, threads * kIterations, loop_dynamic_unsigned);
}

void loop_monotonic_dynamic_1(long n) {
  Tally tally;
#pragma omp for schedule(monotonic : dynamic)
  for (long i = 0; i < n; ++i) tally.touch();
}
long monotonic_dynamic_1(int threads, long repetitions) {
  return in_region(threads, repetitions, threads * kIterations, loop_monotonic_dynamic_1);
}

void loop_guided(long n) {
  Tally tally;
#pragma omp for schedule(guided)
  for (long i = 0; i < n; ++i) tally.touch();
}
long guided(int threads, long repetitions) {
  return in_region(threads, repetitions, threads * kIterations, loop_guided);
}

void loop_monotonic_guided(long n) {
  Tally tally;
#pragma omp for schedule(monotonic : guided)
  for (long i = 0; i < n; ++i) tally.touch();
}
long monotonic_guided(int threads, long repetitions) {
  return in_region(threads, repetitions, threads * kIterations, loop_monotonic_guided);
}

// Short loops: one iteration a thread, so that starting and ending the loop is what is measured.
long short_dynamic(int threads, long repetitions) {
  return in_region(threads, repetitions, threads, loop_dynamic_1) / threads;
}

long short_static(int threads, long repetitions) {
  omp_set_schedule(omp_sched_static, 0);
  return in_region(threads, repetitions, threads, loop_runtime) / threads;
}

void loop_nowait(long n) {
  Tally tally;
#pragma omp for schedule(dynamic) nowait
  for (long i = 0; i < n; ++i) tally.touch();
}
long short_nowait(int threads, long repetitions) {
  return in_region(threads, repetitions, threads, loop_nowait) / threads;
}

// The combined construct: with constant bounds, one entry into the runtime starts both the team and the loop.
long parallel_for_dynamic(int threads, long repetitions) {
  constexpr int kLength = 64;
  static long cell[kLength];
  for (long& c : cell) c = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 4)
    for (int i = 0; i < kLength; ++i) ++cell[i];
  }
  long sum = 0;
  for (long c : cell) sum += c;
  return sum / kLength;
}

constexpr Kernel kKernels[] = {
    {"for-static", "iteration, schedule(runtime) with static", per_iteration, runtime<omp_sched_static, 0>},
    {"for-static-16", "iteration, schedule(runtime) with static,16", per_iteration,
     runtime<omp_sched_static, 16>},
    {"for-runtime-dynamic-1", "iteration, schedule(runtime) with dynamic,1", per_iteration,
     runtime<omp_sched_dynamic, 1>},
    {"for-runtime-monotonic-dynamic-1", "iteration, schedule(runtime) with monotonic:dynamic,1",
     per_iteration, runtime<kMonotonicDynamic, 1>},
    {"for-runtime-guided", "iteration, schedule(runtime) with guided", per_iteration,
     runtime<omp_sched_guided, 1>},
    {"for-dynamic-1", "iteration, schedule(dynamic)", per_iteration, dynamic_1},
    {"for-dynamic-16", "iteration, schedule(dynamic,16)", per_iteration, dynamic_16},
    {"for-dynamic-1-unsigned", "iteration, schedule(dynamic), unsigned long long", per_iteration,
     dynamic_unsigned},
    {"for-monotonic-dynamic-1", "iteration, schedule(monotonic:dynamic)", per_iteration, monotonic_dynamic_1},
    {"for-guided", "iteration, schedule(guided)", per_iteration, guided},
    {"for-monotonic-guided", "iteration, schedule(monotonic:guided)", per_iteration, monotonic_guided},
    {"for-short-static", "loop of one iteration a thread, runtime static", once_per_repetition, short_static,
     1},
    {"for-short-dynamic", "loop of one iteration a thread, dynamic", once_per_repetition, short_dynamic, 1},
    {"for-short-nowait", "loop of one iteration a thread, dynamic nowait", once_per_repetition, short_nowait},
    {"parallel-for-dynamic", "combined region and loop, 64 iterations, dynamic,4", once_per_repetition,
     parallel_for_dynamic, 2},
};

}  // namespace

std::span<const Kernel> loop_kernels() {
  return kKernels;
}

}  // namespace bench
