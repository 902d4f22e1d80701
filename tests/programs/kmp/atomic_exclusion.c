// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// The atomic entries with many threads at once: no update is lost, captured values are those of one order,
// and the entries that take a lock exclude each other and GCC's atomic sections.
#include <complex.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

int32_t __kmpc_global_thread_num(const void*);
void __kmpc_atomic_fixed1_add(const void*, int32_t, int8_t*, int8_t);
void __kmpc_atomic_fixed8_sub(const void*, int32_t, int64_t*, int64_t);
int32_t __kmpc_atomic_fixed4_add_cpt(const void*, int32_t, int32_t*, int32_t, int32_t);
void __kmpc_atomic_float4_add_float8(const void*, int32_t, float*, double);
void __kmpc_atomic_float10_add(const void*, int32_t, long double*, long double);
void __kmpc_atomic_cmplx4_add(const void*, int32_t, float _Complex*, float _Complex);
void __kmpc_atomic_cmplx8_sub(const void*, int32_t, double _Complex*, double _Complex);
_Bool __kmpc_atomic_bool_2_cas(const void*, int32_t, int16_t*, int16_t, int16_t);
void __kmpc_atomic_8(const void*, int32_t, void*, void*, void (*)(void*, void*, void*));
void __kmpc_atomic_32(const void*, int32_t, void*, void*, void (*)(void*, void*, void*));
void __kmpc_atomic_start(void);
void __kmpc_atomic_end(void);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

enum { kRounds = 2000, kMostThreads = 16 };

static void add_pairs(void* result, void* left, void* right) {
  const int32_t *a = left, *b = right;
  int32_t sum[2] = {a[0] + b[0], a[1] + b[1]};
  memcpy(result, sum, sizeof sum);
}

static void add_quads(void* result, void* left, void* right) {
  int64_t sum[4];
  for (int i = 0; i < 4; i++) sum[i] = ((int64_t*)left)[i] + ((int64_t*)right)[i];
  memcpy(result, sum, sizeof sum);
}

static int8_t bytes[8];
static int64_t down;
static int32_t ticket;
static char seen[kRounds * kMostThreads + 1];
static float mixed;
static long double wide;
static float _Complex single_complex;
static double _Complex double_complex;
static int16_t turns;
static int32_t pair[2];
static int64_t quad[4];
static long inside;
// An object that no word of the processor covers: it goes by the lock.
static struct {
  char shift;
  float _Complex value;
} __attribute__((packed)) crooked;

static void one_round(int32_t gtid) {
  __kmpc_atomic_fixed1_add(0, gtid, &bytes[3], 1);
  __kmpc_atomic_fixed8_sub(0, gtid, &down, 3);
  seen[__kmpc_atomic_fixed4_add_cpt(0, gtid, &ticket, 1, 1)]++;
  __kmpc_atomic_float4_add_float8(0, gtid, &mixed, 1.0);
  __kmpc_atomic_cmplx4_add(0, gtid, &single_complex, 1 + 2 * I);
  __kmpc_atomic_cmplx4_add(0, gtid, (float _Complex*)(void*)((char*)&crooked + 1), 1 - 1 * I);
  __kmpc_atomic_cmplx8_sub(0, gtid, &double_complex, 2 - 1 * I);
  for (int16_t old = turns; !__kmpc_atomic_bool_2_cas(0, gtid, &turns, old, (int16_t)(old + 1));)
    old = *(volatile int16_t*)&turns;
  __kmpc_atomic_8(0, gtid, pair, (int32_t[]){1, -1}, add_pairs);
  __kmpc_atomic_32(0, gtid, quad, (int64_t[]){1, 2, 3, 4}, add_quads);
}

// Plain updates of `wide` and `inside` under each of the three ways to the same lock.
static void locked_round(int32_t gtid) {
  __kmpc_atomic_float10_add(0, gtid, &wide, 1);
  GOMP_atomic_start();
  wide += 1;
  inside++;
  GOMP_atomic_end();
  __kmpc_atomic_start();
  wide += 1;
  inside++;
  __kmpc_atomic_end();
}

int main(void) {
  long threads = 0;
#pragma omp parallel
  {
    const int32_t gtid = __kmpc_global_thread_num(0);
    if (omp_get_thread_num() == 0) threads = omp_get_num_threads();
    for (int round = 0; round < kRounds; round++) {
      one_round(gtid);
      locked_round(gtid);
    }
  }
  const long total = threads * kRounds;
  CHECK_EQ(bytes[3], (int8_t)total);
  CHECK_EQ(bytes[2] + bytes[4], 0);
  CHECK_EQ(down, -3 * total);
  CHECK_EQ(ticket, total);
  for (long i = 1; i <= total; i++) CHECK_EQ(seen[i], 1);
  CHECK(mixed == (float)total);
  CHECK(crealf(single_complex) == (float)total && cimagf(single_complex) == 2.0f * (float)total);
  CHECK(crealf(crooked.value) == (float)total && cimagf(crooked.value) == -(float)total);
  CHECK(creal(double_complex) == -2.0 * (double)total && cimag(double_complex) == (double)total);
  CHECK_EQ(turns, (int16_t)total);
  CHECK_EQ(pair[0], total);
  CHECK_EQ(pair[1], -total);
  for (int i = 0; i < 4; i++) CHECK_EQ(quad[i], (i + 1) * total);
  CHECK_EQ(inside, 2 * total);
  CHECK(wide == (long double)(3 * total));
  return 0;
}
