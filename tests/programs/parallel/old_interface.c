// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: these are calls that only old programs of GCC make
// The split entry points that objects of older compilers call: start, the caller's own share, end.
#include <omp.h>
#include <stdbool.h>

#include "check.h"

void GOMP_parallel_start(void (*fn)(void*), void* data, unsigned threads);
void GOMP_parallel_end(void);
void GOMP_parallel_loop_static_start(void (*fn)(void*), void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_dynamic_start(void (*fn)(void*), void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_guided_start(void (*fn)(void*), void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_runtime_start(void (*fn)(void*), void*, unsigned, long, long, long);
void GOMP_parallel_sections_start(void (*fn)(void*), void*, unsigned, unsigned);
bool GOMP_loop_static_next(long*, long*);
bool GOMP_loop_dynamic_next(long*, long*);
bool GOMP_loop_guided_next(long*, long*);
bool GOMP_loop_runtime_next(long*, long*);
void GOMP_loop_end_nowait(void);
unsigned GOMP_sections_next(void);
void GOMP_sections_end_nowait(void);

typedef struct {
  bool (*next)(long*, long*);
  long sum;
  int ran;
} Work;

static void plain(void* data) {
  Work* work = data;
#pragma omp atomic
  work->ran++;
}
static void loop(void* data) {
  Work* work = data;
  long from, to;
  while (work->next(&from, &to))
    for (long i = from; i < to; i += 2) {
#pragma omp atomic
      work->sum += i;
    }
  GOMP_loop_end_nowait();
}
static void sections(void* data) {
  Work* work = data;
  for (unsigned section = GOMP_sections_next(); section; section = GOMP_sections_next()) {
#pragma omp atomic
    work->sum += section;
  }
  GOMP_sections_end_nowait();
}

int main(void) {
  enum { kSum = 4 + 6 + 8 + 10 + 12 + 14 };
  for (int round = 0; round < 20; round++) {
    Work work = {0};
    GOMP_parallel_start(plain, &work, 3);
    CHECK_EQ(omp_get_num_threads(), 3);
    plain(&work);
    GOMP_parallel_end();
    CHECK_EQ(work.ran, 3);
    CHECK_EQ(omp_get_num_threads(), 1);
    GOMP_parallel_start(plain, &work, 1);  // how if(false) is expressed
    plain(&work);
    GOMP_parallel_end();
    CHECK_EQ(work.ran, 4);

    Work loops[] = {{GOMP_loop_static_next, 0, 0},
                    {GOMP_loop_dynamic_next, 0, 0},
                    {GOMP_loop_guided_next, 0, 0},
                    {GOMP_loop_runtime_next, 0, 0}};
    GOMP_parallel_loop_static_start(loop, &loops[0], 0, 4, 16, 2, 2);
    loop(&loops[0]);
    GOMP_parallel_end();
    GOMP_parallel_loop_dynamic_start(loop, &loops[1], 2, 4, 16, 2, 1);
    loop(&loops[1]);
    GOMP_parallel_end();
    GOMP_parallel_loop_guided_start(loop, &loops[2], 0, 4, 16, 2, 1);
    loop(&loops[2]);
    GOMP_parallel_end();
    GOMP_parallel_loop_runtime_start(loop, &loops[3], 4, 4, 16, 2);
    loop(&loops[3]);
    GOMP_parallel_end();
    for (int i = 0; i < 4; i++) CHECK_EQ(loops[i].sum, kSum);

    Work parts = {0};
    GOMP_parallel_sections_start(sections, &parts, 0, 5);
    sections(&parts);
    GOMP_parallel_end();
    CHECK_EQ(parts.sum, 15);
  }
  return 0;
}
