// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// __kmpc_fork_call with any number of words, the if form, serialized regions, and the clauses that come in
// calls of their own.
#include <omp.h>
#include <stdarg.h>
#include <stdint.h>

#include "check.h"

typedef void Microtask(int32_t*, int32_t*, ...);
void __kmpc_fork_call(const void*, int32_t, Microtask*, ...);
void __kmpc_fork_call_if(const void*, int32_t, Microtask*, int32_t, void*);
void __kmpc_fork_teams(const void*, int32_t, Microtask*, ...);
void __kmpc_serialized_parallel(const void*, int32_t);
void __kmpc_end_serialized_parallel(const void*, int32_t);
void __kmpc_push_num_threads(const void*, int32_t, int32_t);
void __kmpc_push_num_threads_strict(const void*, int32_t, int32_t, int32_t, const char*);
void __kmpc_push_num_threads_list(const void*, int32_t, uint32_t, int32_t*);
void __kmpc_push_num_teams_51(const void*, int32_t, int32_t, int32_t, int32_t);
int32_t __kmpc_global_thread_num(const void*);
int32_t __kmpc_bound_thread_num(const void*);
int32_t __kmpc_bound_num_threads(const void*);
int32_t __kmpc_global_num_threads(const void*);
int32_t __kmpc_in_parallel(const void*);

static int ran;

// Compilers take the level of a function for constant.
static int (*volatile level)(void) = omp_get_level;

// Words 1, 2, ... and how many there are in front; the stack below must be aligned as functions expect.
static void sum_words(int32_t* global, int32_t* bound, uintptr_t count, uintptr_t a, uintptr_t b, uintptr_t c,
                      uintptr_t d, uintptr_t e, uintptr_t f, uintptr_t g, uintptr_t h, uintptr_t i,
                      uintptr_t j, uintptr_t k, uintptr_t l, uintptr_t m, uintptr_t n, uintptr_t o,
                      uintptr_t p, uintptr_t q, uintptr_t r, uintptr_t s) {
  volatile _Alignas(32) char aligned[32];
  CHECK_EQ((uintptr_t)&aligned[0] % 32, 0);
  CHECK_EQ(*bound, omp_get_thread_num());
  CHECK_EQ(*global, __kmpc_global_thread_num(NULL));
  const uintptr_t words[] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s};
  for (uintptr_t w = 0; w < count; w++) CHECK_EQ(words[w], w + 1);
  __atomic_add_fetch(&ran, 1, __ATOMIC_SEQ_CST);
}

static void expect_threads(int32_t* global, int32_t* bound, intptr_t wanted) {
  CHECK_EQ(omp_get_num_threads(), wanted);
  CHECK_EQ(__kmpc_bound_num_threads(NULL), wanted);
  CHECK_EQ(__kmpc_bound_thread_num(NULL), *bound);
  CHECK_EQ(__kmpc_in_parallel(NULL), wanted > 1);
  CHECK(__kmpc_global_num_threads(NULL) >= wanted);
  __atomic_add_fetch(&ran, 1, __ATOMIC_SEQ_CST);
}

static void inner_of_list(int32_t* global, int32_t* bound) {
  CHECK_EQ(omp_get_num_threads(), 2);
  CHECK_EQ(omp_get_max_threads(), 3);
  __atomic_add_fetch(&ran, 1, __ATOMIC_SEQ_CST);
}

static void in_team(int32_t* global, int32_t* bound, uintptr_t word) {
  CHECK_EQ(word, 4711);
  CHECK_EQ(omp_get_num_teams(), 3);
  CHECK_EQ(*bound, 0);
  __atomic_add_fetch(&ran, 1 + 10 * omp_get_team_num(), __ATOMIC_SEQ_CST);
}

static void expect_ran(int times) {
  CHECK_EQ(ran, times);
  ran = 0;
}

static void words(void) {
  const int threads = omp_get_max_threads();
  Microtask* const body = (Microtask*)sum_words;
#define W(n) ((uintptr_t)(n))
  __kmpc_fork_call(NULL, 1, body, W(0));
  __kmpc_fork_call(NULL, 2, body, W(1), W(1));
  __kmpc_fork_call(NULL, 4, body, W(3), W(1), W(2), W(3));
  __kmpc_fork_call(NULL, 5, body, W(4), W(1), W(2), W(3), W(4));
  __kmpc_fork_call(NULL, 6, body, W(5), W(1), W(2), W(3), W(4), W(5));
  __kmpc_fork_call(NULL, 20, body, W(19), W(1), W(2), W(3), W(4), W(5), W(6), W(7), W(8), W(9), W(10), W(11),
                   W(12), W(13), W(14), W(15), W(16), W(17), W(18), W(19));
  __kmpc_fork_call(NULL, 40, body, W(19), W(1), W(2), W(3), W(4), W(5), W(6), W(7), W(8), W(9), W(10), W(11),
                   W(12), W(13), W(14), W(15), W(16), W(17), W(18), W(19), W(20), W(21), W(22), W(23), W(24),
                   W(25), W(26), W(27), W(28), W(29), W(30), W(31), W(32), W(33), W(34), W(35), W(36), W(37),
                   W(38), W(39));
  expect_ran(7 * threads);
}

int main(void) {
  const int32_t self = __kmpc_global_thread_num(NULL);
  Microtask* const expecting = (Microtask*)expect_threads;
  const intptr_t threads = omp_get_max_threads();
  words();

  __kmpc_fork_call_if(NULL, 1, expecting, 1, (void*)threads);
  expect_ran((int)threads);
  __kmpc_fork_call_if(NULL, 1, expecting, 0, (void*)1);
  expect_ran(1);

  __kmpc_serialized_parallel(NULL, self);
  CHECK(level() == 1 && omp_get_num_threads() == 1 && !omp_in_parallel());
  __kmpc_serialized_parallel(NULL, self);
  CHECK_EQ(level(), 2);
  __kmpc_end_serialized_parallel(NULL, self);
  __kmpc_end_serialized_parallel(NULL, self);
  CHECK_EQ(level(), 0);

  // A clause is for one construct.
  __kmpc_push_num_threads(NULL, self, 3);
  __kmpc_fork_call(NULL, 1, expecting, (intptr_t)3);
  __kmpc_fork_call(NULL, 1, expecting, threads);
  __kmpc_push_num_threads_strict(NULL, self, 5, 2, "five threads can be had");
  __kmpc_fork_call(NULL, 1, expecting, (intptr_t)5);
  expect_ran(3 + (int)threads + 5);

  int32_t list[] = {2, 3};
  __kmpc_push_num_threads_list(NULL, self, 2, list);
  __kmpc_fork_call(NULL, 0, (Microtask*)inner_of_list);
  expect_ran(2);
  CHECK_EQ(omp_get_max_threads(), threads);

  __kmpc_push_num_teams_51(NULL, self, 3, 3, 0);
  __kmpc_fork_teams(NULL, 1, (Microtask*)in_team, (uintptr_t)4711);
  expect_ran(3 + 10 * (0 + 1 + 2));
  return 0;
}
