// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the ways to set N queens on a board, with a task for every queen that is set.
//
//   fine_tasks [N [DEPTH]]          default 13 queens, tasks at every depth
//
// What to look for: millions of tasks, each of which does next to nothing. The report shows how many tasks
// were created and where, and how much of the time under `place` is <overhead> and <taskwait> of the runtime
// instead of work. The repair is a cut-off: `fine_tasks 13 3` makes tasks for the first three queens only and
// runs in about half the time.
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 16 };

static int task_depth;

// Whether a queen in `row` of column `column` is safe from those in the columns before.
static int is_safe(const char* rows, int column, int row) {
  for (int i = 0; i < column; ++i) {
    int distance = column - i;
    if (rows[i] == row || rows[i] == row - distance || rows[i] == row + distance) return 0;
  }
  return 1;
}

// The number of ways to complete a board on which the first `column` columns are set.
static long place(int n, int column, const char* rows) {
  if (column == n) return 1;
  long ways[kMost] = {0};
  for (int row = 0; row < n; ++row) {
    if (!is_safe(rows, column, row)) continue;
#pragma omp task shared(ways) firstprivate(row) if (column < task_depth)
    {
      char board[kMost];
      for (int i = 0; i < column; ++i) board[i] = rows[i];
      board[column] = (char)row;
      ways[row] = place(n, column + 1, board);
    }
  }
#pragma omp taskwait
  long sum = 0;
  for (int row = 0; row < n; ++row) sum += ways[row];
  return sum;
}

int main(int argc, char** argv) {
  static const long kKnown[kMost + 1] = {1,   1,   0,    0,     2,     10,     4,       40,      92,
                                         352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
  int n = argc > 1 ? atoi(argv[1]) : 13;
  task_depth = argc > 2 ? atoi(argv[2]) : kMost;
  if (n < 1 || n > kMost || task_depth < 0) {
    fprintf(stderr, "usage: %s [N [DEPTH]]  with 1 <= N <= %d queens, tasks down to DEPTH\n", argv[0], kMost);
    return 2;
  }
  long ways = 0;
  char empty[kMost] = {0};
#pragma omp parallel
#pragma omp single
  ways = place(n, 0, empty);
  int good = ways == kKnown[n];
  printf("%d queens: %ld ways: %s\n", n, ways, good ? "verified" : "WRONG");
  return good ? 0 : 1;
}
