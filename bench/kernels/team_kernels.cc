// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include <thread>

#include "kernel.h"

namespace bench {
namespace {

long barrier(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      touch();
#pragma omp barrier
    }
    count.end();
  }
  return count.total() / threads;
}

// Two user threads, each with a team of its own.
long barrier_two_teams(int threads, long repetitions) {
  long first = 0;
  std::thread other([&] { first = barrier(threads, repetitions); });
  const long second = barrier(threads, repetitions);
  other.join();
  return first == second ? second : -1;
}

// Threads that do not arrive together: one does some work before each barrier, and not always the same one.
long barrier_uneven(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    const int self = omp_get_thread_num();
    int turn = 0;
    for (long r = 0; r < repetitions; ++r) {
      if (self == turn) {
        for (int i = 0; i < 64; ++i) pause_a_little();
      }
      turn = turn + 1 == threads ? 0 : turn + 1;
      touch();
#pragma omp barrier
    }
    count.end();
  }
  return count.total() / threads;
}

long single(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
#pragma omp single
      touch();
    }
    count.end();
  }
  return count.total();
}

long single_nowait(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
#pragma omp single nowait
      touch();
    }
    count.end();
  }
  return count.total();
}

long copyprivate(int threads, long repetitions) {
  long received = 0;
#pragma omp parallel num_threads(threads) reduction(+ : received)
  for (long r = 0; r < repetitions; ++r) {
    long message = -1;
#pragma omp single copyprivate(message)
    message = r;
    received += message == r;
  }
  return received / threads;
}

constexpr int kSections = 4;

long sections(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
#pragma omp sections
      {
#pragma omp section
        touch();
#pragma omp section
        touch();
#pragma omp section
        touch();
#pragma omp section
        touch();
      }
    }
    count.end();
  }
  return count.total() / kSections;
}

long parallel_sections(int threads, long repetitions) {
  long a = 0, b = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel sections num_threads(threads)
    {
#pragma omp section
      ++a;
#pragma omp section
      ++b;
    }
  }
  return a == b ? a : -1;
}

// Cancellation points while cancellation is off (the default): what programs pay for being able to be
// cancelled.
long cancellation_point(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      touch();
#pragma omp cancellation point parallel
    }
    count.end();
#pragma omp cancel parallel if (repetitions < 0)
  }
  return count.total();
}

constexpr Kernel kKernels[] = {
    {"barrier", "barrier", once_per_repetition, barrier, 1},
    {"barrier-two-teams", "barrier, two user threads with a team each", once_per_repetition,
     barrier_two_teams, 1},
    {"barrier-uneven", "barrier, one thread late in turn", once_per_repetition, barrier_uneven, 1},
    {"single", "single with its barrier", once_per_repetition, single, 1},
    {"single-nowait", "single nowait", once_per_repetition, single_nowait},
    {"copyprivate", "single copyprivate", once_per_repetition, copyprivate, 1},
    {"sections", "sections construct of 4 sections", once_per_repetition, sections, 1},
    {"parallel-sections", "combined region and sections, 2 sections", once_per_repetition, parallel_sections,
     2},
    {"cancellation-point", "cancellation point, cancellation off", once_per_thread, cancellation_point},
};

}  // namespace

std::span<const Kernel> team_kernels() {
  return kKernels;
}

}  // namespace bench
