// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskgroup task_reduction with in_reduction in nested tasks, several items, arrays, sections and
// user-defined ones.
#include <omp.h>

#include "check.h"

typedef struct {
  long value;
} Item;
#pragma omp declare reduction(join:Item : omp_out.value += omp_in.value) initializer(omp_priv = (Item){0})
#pragma omp declare reduction(larger:long                                      \
                              : omp_out = omp_in > omp_out ? omp_in : omp_out) \
    initializer(omp_priv = omp_orig)

static long total;

static void nested(int depth) {
#pragma omp task in_reduction(+ : total)
  {
    total += depth;
    if (depth > 0) {
      nested(depth - 1);
      nested(depth - 1);
    }
  }
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    int sum = 10, least = 100, array[5] = {0}, n = 5;
    int* heap = calloc(8, sizeof(int));
    Item item = {1};
    long most = -5;
    total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : sum, array) task_reduction(min : least) task_reduction(join : item) \
    task_reduction(+ : heap[1 : n]) task_reduction(larger : most)
      {
        // Clang keeps the length of a section where the thread that combines finds it only if it has run such
        // a task itself.
#pragma omp task if (0) in_reduction(+ : heap [1:n])
        heap[1] += 0;
        for (int i = 0; i < 40; i++) {
#pragma omp task in_reduction(+ : sum, array) in_reduction(min : least)
          {
            sum += i;
            array[i % 5]++;
            if (50 - i < least) least = 50 - i;
          }
#pragma omp task in_reduction(join : item) in_reduction(+ : heap [1:n]) in_reduction(larger : most)
          {
            item.value += 2;
            heap[1 + i % 5]++;
            if (i * 3 > most) most = i * 3;
#pragma omp task in_reduction(join : item)
            item.value += 100;
          }
        }
      }
      CHECK_EQ(sum, 10 + 780);
      CHECK_EQ(least, 11);
      CHECK_EQ(item.value, 1 + 80 + 4000);
      CHECK_EQ(most, 117);
      for (int i = 0; i < 5; i++) CHECK(array[i] == 8 && heap[1 + i] == 8);
      CHECK(heap[0] == 0 && heap[6] == 0);
#pragma omp taskgroup task_reduction(+ : total)
      nested(6);
      CHECK_EQ(total, 120);
    }
    free(heap);
  }
  return 0;
}
