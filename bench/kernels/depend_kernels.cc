// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel.h"

namespace bench {
namespace {

constexpr int kBatch = 256;
constexpr int kReaders = 15;
constexpr int kSide = 16;

long per_batch(int, long repetitions) {
  return kBatch * repetitions;
}
long per_group(int, long repetitions) {
  return (kReaders + 1) * repetitions;
}
long per_cell(int, long repetitions) {
  return kSide * kSide * repetitions;
}

template <typename Body>
long in_single(int threads, long repetitions, Body body) {
  long right = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (long r = 0; r < repetitions; ++r) right += body();
  return right;
}

// Each task must see the value that the task before it left.
long chain() {
  long value = 0, in_order = 0;
  for (long t = 0; t < kBatch; ++t) {
#pragma omp task depend(inout : value) shared(value, in_order) firstprivate(t)
    in_order += value++ == t;
  }
#pragma omp taskwait
  return in_order;
}
long depend_chain(int threads, long repetitions) {
  return in_single(threads, repetitions, chain);
}

long independent() {
  long value[kBatch] = {};
  for (long t = 0; t < kBatch; ++t) {
#pragma omp task depend(inout : value[t]) shared(value) firstprivate(t)
    value[t] = 1;
  }
#pragma omp taskwait
  long done = 0;
  for (long v : value) done += v;
  return done;
}
long depend_independent(int threads, long repetitions) {
  return in_single(threads, repetitions, independent);
}

// One writer, then readers that may run together, group after group on the same variable.
long fan() {
  long value = 0;
  long read[kReaders] = {};
#pragma omp task depend(out : value) shared(value)
  value = 1;
  for (int t = 0; t < kReaders; ++t) {
#pragma omp task depend(in : value) shared(value, read) firstprivate(t)
    read[t] = value;
  }
#pragma omp taskwait
  long done = value;
  for (long r : read) done += r;
  return done;
}
long depend_fan(int threads, long repetitions) {
  return in_single(threads, repetitions, fan);
}

// A wavefront over a plane of tasks, each after its upper and its left neighbour.
long plane() {
  long cell[kSide + 1][kSide + 1] = {};
  for (int i = 0; i <= kSide; ++i) cell[i][0] = cell[0][i] = 1;
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) {
#pragma omp task depend(in                                                                  \
                        : cell[i - 1][j], cell[i][j - 1]) depend(out                        \
                                                                 : cell[i][j]) shared(cell) \
    firstprivate(i, j)
      cell[i][j] = cell[i - 1][j] & cell[i][j - 1];
    }
  }
#pragma omp taskwait
  long done = 0;
  for (int i = 1; i <= kSide; ++i) {
    for (int j = 1; j <= kSide; ++j) done += cell[i][j];
  }
  return done;
}
long depend_plane(int threads, long repetitions) {
  return in_single(threads, repetitions, plane);
}

// Waiting for one of two tasks by its dependence.
long wait_for_one() {
  long first = 0, second = 0;
#pragma omp task depend(out : first) shared(first)
  first = 1;
#pragma omp task depend(out : second) shared(second)
  second = 1;
#pragma omp taskwait depend(in : first)
  const long seen_first = first;
#pragma omp taskwait
  return seen_first & second;
}
long taskwait_depend(int threads, long repetitions) {
  return in_single(threads, repetitions, wait_for_one);
}

constexpr Kernel kKernels[] = {
    {"depend-chain", "task, inout on one variable", per_batch, depend_chain},
    {"depend-independent", "task, inout on a variable of its own", per_batch, depend_independent},
    {"depend-fan", "task, one out and 15 in", per_group, depend_fan},
    {"depend-plane", "task of a 16 x 16 wavefront", per_cell, depend_plane},
    {"taskwait-depend", "two tasks, taskwait depend on one", once_per_repetition, taskwait_depend},
};

}  // namespace

std::span<const Kernel> depend_kernels() {
  return kKernels;
}

}  // namespace bench
