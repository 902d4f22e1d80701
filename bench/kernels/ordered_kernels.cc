// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include "kernel.h"

namespace bench {
namespace {

constexpr long kIterations = 256;
constexpr long kSide = 32;

long per_iteration(int, long repetitions) {
  return kIterations * repetitions;
}
long per_cell(int, long repetitions) {
  return kSide * kSide * repetitions;
}

// Each body checks that it runs in turn; an iteration out of order is not counted. With schedule(static, 1)
// it also checks that the iterations go round the threads, as the specification says: a runtime that deals
// out blocks instead has next to no turns to hand over, and must not be compared (libomp does that to GCC's
// ordered loops).
long ordered_static(int threads, long repetitions) {
  long in_order = 0;
  for (long r = 0; r < repetitions; ++r) {
    long next = 0;
#pragma omp parallel for num_threads(threads) ordered schedule(static, 1)
    for (long i = 0; i < kIterations; ++i) {
      const bool mine = i % threads == omp_get_thread_num();
#pragma omp ordered
      in_order += next++ == i && mine;
    }
  }
  return in_order;
}

long ordered_dynamic(int threads, long repetitions) {
  long in_order = 0;
  for (long r = 0; r < repetitions; ++r) {
    long next = 0;
#pragma omp parallel for num_threads(threads) ordered schedule(dynamic, 1)
    for (long i = 0; i < kIterations; ++i) {
#pragma omp ordered
      in_order += next++ == i;
    }
  }
  return in_order;
}

// A chain across iterations: nothing runs in parallel, every iteration waits for the one before.
long doacross_line(int threads, long repetitions) {
  long in_order = 0;
  for (long r = 0; r < repetitions; ++r) {
    long next = 0;
#pragma omp parallel for num_threads(threads) ordered(1) schedule(static, 1)
    for (long i = 0; i < kIterations; ++i) {
      const bool mine = i % threads == omp_get_thread_num();
#pragma omp ordered depend(sink : i - 1)
      in_order += next++ == i && mine;
#pragma omp ordered depend(source)
    }
  }
  return in_order;
}

long doacross_line_dynamic(int threads, long repetitions) {
  long in_order = 0;
  for (long r = 0; r < repetitions; ++r) {
    long next = 0;
#pragma omp parallel for num_threads(threads) ordered(1) schedule(dynamic, 1)
    for (long i = 0; i < kIterations; ++i) {
#pragma omp ordered depend(sink : i - 1)
      in_order += next++ == i;
#pragma omp ordered depend(source)
    }
  }
  return in_order;
}

// A wavefront: row i may run one column behind row i - 1.
long doacross_plane(int threads, long repetitions) {
  long in_order = 0;
  for (long r = 0; r < repetitions; ++r) {
    long cell[kSide][kSide] = {};
#pragma omp parallel for num_threads(threads) ordered(2) schedule(dynamic, 1) reduction(+ : in_order)
    for (long i = 0; i < kSide; ++i) {
      for (long j = 0; j < kSide; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        in_order += (i == 0 || cell[i - 1][j] == 1) && (j == 0 || cell[i][j - 1] == 1);
        cell[i][j] = 1;
#pragma omp ordered depend(source)
      }
    }
  }
  return in_order;
}

constexpr Kernel kKernels[] = {
    {"ordered-static-1", "ordered iteration, schedule(static,1)", per_iteration, ordered_static, 1},
    {"ordered-dynamic-1", "ordered iteration, schedule(dynamic,1)", per_iteration, ordered_dynamic},
    {"doacross-line-static-1", "iteration, ordered(1), sink i-1, static,1", per_iteration, doacross_line, 1},
    {"doacross-line-dynamic-1", "iteration, ordered(1), sink i-1, dynamic,1", per_iteration,
     doacross_line_dynamic},
    {"doacross-plane", "iteration, ordered(2), sinks (i-1,j) (i,j-1), dynamic,1", per_cell, doacross_plane},
};

}  // namespace

std::span<const Kernel> ordered_kernels() {
  return kKernels;
}

}  // namespace bench
