// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include "kernel.h"

namespace bench {
namespace {

long parallel(int threads, long repetitions) {
  long all = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(threads)
    {
      asm volatile("" ::: "memory");
      if (omp_get_thread_num() == threads - 1) ++all;
    }
  }
  return all;
}

// The same region without the clause: the form that most programs use (the number comes from
// OMP_NUM_THREADS).
long parallel_default(int threads, long repetitions) {
  long all = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
    if (omp_get_thread_num() == threads - 1) ++all;
  }
  return all;
}

long parallel_if0(int, long repetitions) {
  seen = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel if (r < 0)
    touch();
  }
  return seen;
}

long parallel_one_thread(int, long repetitions) {
  seen = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(1)
    touch();
  }
  return seen;
}

// Inner regions that are not active: every thread of the team opens its own team of one.
long nested_serialized(int threads, long repetitions) {
  Count count;
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(2)
      touch();
    }
    count.end();
  }
  return count.total();
}

int inner_threads(int threads) {
  return threads > 4 ? threads / 2 : 2;
}

// Two outer threads that each open inner teams over and over.
long nested_active(int threads, long repetitions) {
  const int inner = inner_threads(threads);
  long all = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) reduction(+ : all)
  for (long r = 0; r < repetitions; ++r) {
    long last = 0;
#pragma omp parallel num_threads(inner)
    if (omp_get_thread_num() == inner - 1) last = 1;
    all += last;
  }
  omp_set_max_active_levels(1);
  return all;
}
long nested_active_operations(int, long repetitions) {
  return 2 * repetitions;
}

long reduction_scalar(int threads, long repetitions) {
  long sum = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(threads) reduction(+ : sum)
    sum += 1;
  }
  return sum / threads;
}

// More than one variable: the compiler brackets the combination with GOMP_atomic_start and _end.
long reduction_several(int threads, long repetitions) {
  long sum = 0;
  double mass = 0;
  long double charge = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(threads) reduction(+ : sum, mass, charge)
    {
      sum += 1;
      mass += 1;
      charge += 1;
    }
  }
  return sum == static_cast<long>(mass) && sum == static_cast<long>(charge) ? sum / threads : -1;
}

// A league of a team for each thread, with next to nothing to do.
long teams(int threads, long repetitions) {
  Count count;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp teams num_teams(threads)
    {
      count.begin();
      touch();
      count.end();
    }
  }
  return count.total() / threads;
}

constexpr int kReductionTasks = 4;

// A region whose reduction includes tasks: every thread adds by itself and through tasks.
long reduction_task(int threads, long repetitions) {
  long sum = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel num_threads(threads) reduction(task, + : sum)
    for (int t = 0; t < kReductionTasks; ++t) {
#pragma omp task in_reduction(+ : sum)
      sum += 1;
    }
  }
  return sum / (threads * kReductionTasks);
}

constexpr Kernel kKernels[] = {
    {"parallel", "region, fork and join", once_per_repetition, parallel, 2},
    {"parallel-default", "region without num_threads", once_per_repetition, parallel_default, 2},
    {"parallel-if0", "serialized region", once_per_repetition, parallel_if0},
    {"parallel-one-thread", "region of one thread", once_per_repetition, parallel_one_thread},
    {"nested-serialized", "inner region of one thread, opened by each thread", once_per_thread,
     nested_serialized},
    {"nested-active", "inner region, two outer threads open them", nested_active_operations, nested_active,
     1},
    {"reduction-scalar", "region with a reduction of one variable", once_per_repetition, reduction_scalar, 2},
    {"reduction-several", "region with a reduction of three variables", once_per_repetition,
     reduction_several, 2},
    {"teams", "league of as many teams as threads, empty", once_per_repetition, teams},
    {"reduction-task", "region with reduction(task), 4 tasks a thread", once_per_repetition, reduction_task,
     2},
};

}  // namespace

std::span<const Kernel> region_kernels() {
  return kKernels;
}

}  // namespace bench
