// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// Entries by which threads meet that today's compilers do not call, or not in these ways: barriers in two
// halves, sections in calls, copyprivate without copying and several times, reductions with and without
// atomic code.
#include <omp.h>
#include <stdint.h>

#include "check.h"

typedef struct {
  int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;
} Ident;
typedef int32_t Name[8];

int32_t __kmpc_global_thread_num(const Ident*);
int32_t __kmpc_barrier_master(const Ident*, int32_t);
void __kmpc_end_barrier_master(const Ident*, int32_t);
int32_t __kmpc_barrier_master_nowait(const Ident*, int32_t);
void __kmpc_barrier(const Ident*, int32_t);
int32_t __kmpc_sections_init(const Ident*, int32_t);
int32_t __kmpc_next_section(const Ident*, int32_t, int32_t);
void __kmpc_end_sections(const Ident*, int32_t);
int32_t __kmpc_single(const Ident*, int32_t);
void __kmpc_end_single(const Ident*, int32_t);
void __kmpc_copyprivate(const Ident*, int32_t, size_t, void*, void (*)(void*, void*), int32_t);
void* __kmpc_copyprivate_light(const Ident*, int32_t, void*);
void __kmpc_scope(const Ident*, int32_t, void*);
void __kmpc_end_scope(const Ident*, int32_t, void*);
int32_t __kmpc_reduce(const Ident*, int32_t, int32_t, size_t, void*, void (*)(void*, void*), Name*);
void __kmpc_end_reduce(const Ident*, int32_t, Name*);
int32_t __kmpc_reduce_nowait(const Ident*, int32_t, int32_t, size_t, void*, void (*)(void*, void*), Name*);
void __kmpc_end_reduce_nowait(const Ident*, int32_t, Name*);
int __kmp_get_reduce_method(void);
void __kmpc_critical_with_hint(const Ident*, int32_t, Name*, uint32_t);
void __kmpc_end_critical(const Ident*, int32_t, Name*);

enum { kRounds = 40 };

static const Ident plain = {0, 2, 0, 22, ";unknown;unknown;0;0;;"};
static const Ident atomic = {0, 0x12, 0, 22, ";unknown;unknown;0;0;;"};

static void barriers(void) {
  int arrived = 0, done = 0, after = 0;
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(&plain);
    for (int round = 1; round <= kRounds; round++) {
      __atomic_add_fetch(&arrived, 1, __ATOMIC_SEQ_CST);
      if (__kmpc_barrier_master(&plain, self)) {
        CHECK_EQ(omp_get_thread_num(), 0);
        CHECK_EQ(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST), round * omp_get_num_threads());
        busy(100);
        done = round;
        __kmpc_end_barrier_master(&plain, self);
      }
      CHECK_EQ(done, round);
      if (__kmpc_barrier_master_nowait(&plain, self)) after++;
    }
  }
  CHECK_EQ(after, kRounds);
}

static void sections(void) {
  int times[5] = {0};
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(&plain);
    for (int round = 0; round < kRounds; round++) {
      __kmpc_sections_init(&plain, self);
      for (int32_t section; (section = __kmpc_next_section(&plain, self, 5)) < 5;)
        __atomic_add_fetch(&times[section], 1, __ATOMIC_SEQ_CST);
      __kmpc_end_sections(&plain, self);
    }
  }
  for (int i = 0; i < 5; i++) CHECK_EQ(times[i], kRounds);
}

static void copy_int(void* to, void* from) {
  *(int*)to = *(int*)from;
}

static void copies(void) {
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(&plain);
    for (int round = 0; round < kRounds; round++) {
      int a = -1, b = -1, c = -1;
      int32_t mine = __kmpc_single(&plain, self);
      if (mine) {
        a = 10 + round;
        b = 20 + round;
        c = 30 + round;
        __kmpc_end_single(&plain, self);
      }
      __kmpc_copyprivate(&plain, self, 0, &a, copy_int, mine);
      __kmpc_copyprivate(&plain, self, sizeof b, &b, copy_int, mine);
      const int* from = __kmpc_copyprivate_light(&plain, self, mine ? &c : NULL);
      if (!mine) c = *from;
      __kmpc_barrier(&plain, self);
      CHECK(a == 10 + round && b == 20 + round && c == 30 + round);
    }
  }
}

static long total;

static void add(void* left, void* right) {
  **(long**)left += **(long**)right;
}

// As compiled code does it.
static void reduce(const Ident* where, int nowait, int may_be_atomic) {
  static Name name;
  total = 0;
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(where);
    for (int round = 1; round <= kRounds; round++) {
      long mine = 1 + omp_get_thread_num();
      void* list[] = {&mine};
      int32_t how = nowait ? __kmpc_reduce_nowait(where, self, 1, sizeof list, list, add, &name)
                           : __kmpc_reduce(where, self, 1, sizeof list, list, add, &name);
      CHECK(how == 0 || how == 1 || (how == 2 && may_be_atomic));
      CHECK(__kmp_get_reduce_method() != 0);
      if (how == 1) total += mine;
      if (how == 2) __atomic_add_fetch(&total, mine, __ATOMIC_SEQ_CST);
      if (how == 1 && nowait) __kmpc_end_reduce_nowait(where, self, &name);
      if (how != 0 && !nowait) __kmpc_end_reduce(where, self, &name);
      if (!nowait) {
        const int threads = omp_get_num_threads();
        CHECK_EQ(total, (long)round * threads * (threads + 1) / 2);
      }
      __kmpc_barrier(where, self);
    }
    const int threads = omp_get_num_threads();
    CHECK_EQ(total, (long)kRounds * threads * (threads + 1) / 2);
  }
}

// Names are 32 zero bytes; different names do not exclude each other.
static void names(void) {
  static Name outer, inner;
  int count = 0;
#pragma omp parallel
  {
    const int32_t self = __kmpc_global_thread_num(&plain);
    for (int round = 0; round < kRounds; round++) {
      __kmpc_scope(&plain, self, NULL);
      __kmpc_critical_with_hint(&plain, self, &outer, 2);
      __kmpc_critical_with_hint(&plain, self, &inner, 0);
      count++;
      __kmpc_end_critical(&plain, self, &inner);
      __kmpc_end_critical(&plain, self, &outer);
      __kmpc_end_scope(&plain, self, NULL);
    }
  }
  CHECK_EQ(count, kRounds * omp_get_max_threads());
}

int main(void) {
  barriers();
  sections();
  copies();
  for (int nowait = 0; nowait < 2; nowait++) {
    reduce(&plain, nowait, 0);
    reduce(&atomic, nowait, 1);
  }
  names();
  return 0;
}
