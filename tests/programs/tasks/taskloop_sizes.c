// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How taskloop cuts: grainsize g gives each task g to 2g-1 iterations, strict exactly g but for the last;
// num_tasks n gives at most n tasks.
#include <omp.h>

#include "check.h"

static int task_of[500], tasks;

// The number of tasks seen, and the sizes of the smallest, largest and last one.
static int cut(int n, int* smallest, int* largest, int* last) {
  int count = 0;
  *smallest = n;
  *largest = 0;
  for (int from = 0; from < n;) {
    int to = from + 1;
    while (to < n && task_of[to] == task_of[from]) to++;
    if (to - from < *smallest) *smallest = to - from;
    if (to - from > *largest) *largest = to - from;
    *last = to - from;
    from = to;
    count++;
  }
  return count;
}

#define CUT(clause, n)                                            \
  _Pragma("omp parallel") _Pragma("omp single") {                 \
    tasks = 0;                                                    \
    int mine = 0; /* firstprivate: 0 at the start of each task */ \
    _Pragma(clause) for (int i = 0; i < n; i++) {                 \
      if (!mine) {                                                \
        _Pragma("omp atomic capture") mine = ++tasks;             \
      }                                                           \
      task_of[i] = mine;                                          \
    }                                                             \
  }

int main(void) {
  int smallest, largest, last;
  int sizes[] = {1, 2, 3, 10, 37, 100, 499};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (int m = 1; m < 40; m += 4) {
      int n = sizes[s];
      CUT("omp taskloop grainsize(m) firstprivate(mine)", n)
      int count = cut(n, &smallest, &largest, &last);
      CHECK(smallest >= (m < n ? m : n) && largest < 2 * m);
      CHECK_EQ(count, tasks);
      CUT("omp taskloop num_tasks(m) firstprivate(mine)", n)
      count = cut(n, &smallest, &largest, &last);
      CHECK_EQ(count, m < n ? m : n);
      CHECK(largest - smallest <= 1);
      CUT("omp taskloop grainsize(strict : m) firstprivate(mine)", n)
      count = cut(n, &smallest, &largest, &last);
      CHECK_EQ(count, (n + m - 1) / m);
      CHECK(largest == (m < n ? m : n) && last == (n % m ? n % m : m));
      CUT("omp taskloop num_tasks(strict : m) firstprivate(mine)", n)
      count = cut(n, &smallest, &largest, &last);
      CHECK(count <= m && largest - smallest <= largest);
    }
  return 0;
}
