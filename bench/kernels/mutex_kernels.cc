// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <omp.h>

#include "kernel.h"

namespace bench {
namespace {

// Contended kernels: every thread of the team takes the same mutex, changes something shared, lets it go, and
// does a little work of its own. Uncontended kernels: the same by one thread outside any region, or a mutex
// for each thread. The shared counter is plain: a runtime without mutual exclusion loses counts and fails.

long critical(int threads, long repetitions) {
  long shared = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < repetitions; ++r) {
#pragma omp critical
    shared = shared + 1;
    pause_a_little();
  }
  return shared;
}

long critical_named(int threads, long repetitions) {
  long shared = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < repetitions; ++r) {
#pragma omp critical(bench_contended)
    shared = shared + 1;
    pause_a_little();
  }
  return shared;
}

long critical_alone(int, long repetitions) {
  long shared = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp critical
    {
      shared = shared + 1;
      asm volatile("" ::: "memory");
    }
  }
  return shared;
}

long critical_named_alone(int, long repetitions) {
  long shared = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp critical(bench_alone)
    {
      shared = shared + 1;
      asm volatile("" ::: "memory");
    }
  }
  return shared;
}

// A lock that cleans up after itself, on a cache line of its own.
class alignas(128) Lock {
 public:
  Lock() { omp_init_lock(&lock_); }
  ~Lock() { omp_destroy_lock(&lock_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  void set() { omp_set_lock(&lock_); }
  void unset() { omp_unset_lock(&lock_); }
  bool test() { return omp_test_lock(&lock_); }

 private:
  omp_lock_t lock_;
};

class alignas(128) NestLock {
 public:
  NestLock() { omp_init_nest_lock(&lock_); }
  ~NestLock() { omp_destroy_nest_lock(&lock_); }
  NestLock(const NestLock&) = delete;
  NestLock& operator=(const NestLock&) = delete;
  void set() { omp_set_nest_lock(&lock_); }
  void unset() { omp_unset_nest_lock(&lock_); }

 private:
  omp_nest_lock_t lock_;
};

template <typename AnyLock>
long contended(int threads, long repetitions) {
  AnyLock lock;
  long shared = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < repetitions; ++r) {
    lock.set();
    shared = shared + 1;
    lock.unset();
    pause_a_little();
  }
  return shared;
}

template <typename AnyLock>
long uncontended(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    AnyLock own;
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      own.set();
      touch();
      own.unset();
    }
    count.end();
  }
  return count.total();
}

long nest_lock_again(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    NestLock own;
    own.set();
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      own.set();
      touch();
      own.unset();
    }
    count.end();
    own.unset();
  }
  return count.total();
}

long lock_test(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    Lock own;
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      if (own.test()) {
        touch();
        own.unset();
      }
    }
    count.end();
  }
  return count.total();
}

long lock_lifetime(int, long repetitions) {
  seen = 0;
  for (long r = 0; r < repetitions; ++r) {
    Lock lock;
    touch();
  }
  return seen;
}

// Types too wide for the processor's atomic instructions go through GOMP_atomic_start and _end.
template <typename Wide>
long atomic_wide(int threads, long repetitions) {
  Wide shared = 0;
#pragma omp parallel num_threads(threads)
  for (long r = 0; r < repetitions; ++r) {
#pragma omp atomic
    shared += 1;
    pause_a_little();
  }
  return static_cast<long>(shared);
}

long atomic_wide_alone(int, long repetitions) {
  long double own = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp atomic
    own += 1;
  }
  return static_cast<long>(own);
}

__extension__ typedef __int128 Int128;

constexpr Kernel kKernels[] = {
    {"critical", "unnamed critical, all threads", once_per_thread, critical},
    {"critical-named", "named critical, all threads", once_per_thread, critical_named},
    {"critical-alone", "unnamed critical, one thread", once_per_repetition, critical_alone},
    {"critical-named-alone", "named critical, one thread", once_per_repetition, critical_named_alone},
    {"lock", "set and unset, all threads on one lock", once_per_thread, contended<Lock>},
    {"lock-alone", "set and unset, a lock for each thread", once_per_thread, uncontended<Lock>},
    {"lock-test", "successful test and unset, a lock for each thread", once_per_thread, lock_test},
    {"lock-lifetime", "init and destroy", once_per_repetition, lock_lifetime},
    {"nest-lock", "set and unset, all threads on one nest lock", once_per_thread, contended<NestLock>},
    {"nest-lock-alone", "set and unset, a nest lock for each thread", once_per_thread, uncontended<NestLock>},
    {"nest-lock-again", "set and unset of a nest lock already owned", once_per_thread, nest_lock_again},
    {"atomic-long-double", "atomic update of long double, all threads", once_per_thread,
     atomic_wide<long double>},
    {"atomic-int128", "atomic update of __int128, all threads", once_per_thread, atomic_wide<Int128>},
    {"atomic-alone", "atomic update of long double, one thread", once_per_repetition, atomic_wide_alone},
};

}  // namespace

std::span<const Kernel> mutex_kernels() {
  return kKernels;
}

}  // namespace bench
