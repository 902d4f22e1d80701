// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: takes the construction of a variable for its first use, before the directive
// Threadprivate variables, which compilers may leave to the runtime (Clang with -fnoopenmp-use-tls):
// initial values, constructors, persistence from region to region, copyin, destructors.
#include <omp.h>
#include <pthread.h>

#include "check.h"

static int constructed, destroyed;

struct Counter {
  int value = 41;
  Counter() { __atomic_add_fetch(&constructed, 1, __ATOMIC_SEQ_CST); }
  Counter(const Counter& other) : value(other.value) {}
  Counter& operator=(const Counter&) = default;
  ~Counter() { __atomic_add_fetch(&destroyed, 1, __ATOMIC_SEQ_CST); }
};

static int plain = 7;
static int untouched;
static double table[100] = {0.5, 1.5};
static Counter counter;
#pragma omp threadprivate(plain, untouched, table, counter)

static void initial_values() {
  plain = 100;
#pragma omp parallel
  {
    const bool primary = omp_get_thread_num() == 0;
    CHECK_EQ(plain, primary ? 100 : 7);
    CHECK_EQ(untouched, 0);
    CHECK(table[1] == 1.5 && table[2] == 0);
    CHECK_EQ(counter.value, 41);
    plain = 1000 + omp_get_thread_num();
    counter.value += omp_get_thread_num();
    untouched = 1;
  }
}

static void persistence() {
#pragma omp parallel
  {
    CHECK_EQ(plain, 1000 + omp_get_thread_num());
    CHECK_EQ(counter.value, 41 + omp_get_thread_num());
  }
}

static void copyin() {
  plain = 55;
  table[99] = 9;
#pragma omp parallel copyin(plain, table)
  {
    CHECK_EQ(plain, 55);
    CHECK(table[99] == 9);
  }
}

static void* in_thread(void*) {
  CHECK_EQ(counter.value, 41);
  counter.value = 5;
  return nullptr;
}

static void ends_with_thread() {
  const int before = destroyed;
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, nullptr, in_thread, nullptr), 0);
  pthread_join(thread, nullptr);
  CHECK_EQ(destroyed, before + 1);
}

int main() {
  initial_values();
  persistence();
  copyin();
  ends_with_thread();
  CHECK(constructed >= omp_get_max_threads());
  return 0;
}
