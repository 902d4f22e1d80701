// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that somebody walks through: into a region and a task and out of them. The tests look for lines
// by their text.
#include <omp.h>
#include <stdio.h>

static int g_cell;

// A name that a runtime may have for functions of its own.
void begin(void) {
  g_cell = 1;
}

int main(void) {
  begin();
  omp_set_num_threads(2);
  g_cell = 2;
#pragma omp parallel
  {
#pragma omp master
    {
#pragma omp task if (0)
      {
        g_cell += 3;
        g_cell += 4;
      }
      g_cell += 5;
    }
#pragma omp atomic
    g_cell += 6;
  }
  g_cell += 7;
  printf("%d\n", g_cell);
  return 0;
}
