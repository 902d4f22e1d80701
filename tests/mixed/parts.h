// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang's part of the program does for GCC's part.
#pragma once

#include <omp.h>

enum { kMostThreads = 64 };

// What a thread says of itself.
struct Answer {
  int kernel_id;
  int thread_num, num_threads, level, max_threads, in_parallel;
};
struct Answer ask(void);  // in GCC's part

struct ClangPart {
  // A region of its own: each thread's answer, as Clang's code sees it. Returns the number of threads.
  int (*region)(struct Answer* answers);
  // Inside a region: the answer of the calling thread.
  struct Answer (*ask)(void);
  // Inside a region, by every thread: each iteration of 0 .. count once, in a loop that shares the work.
  void (*share_loop)(int* marks, int count);
  // Inside a region, by one thread: creates tasks that add up 1 .. count, and leaves them to the caller.
  void (*create_tasks)(long* sum, int count);
  // Waits for the children of the current task, whoever created them.
  void (*wait)(void);
  // Adds 1 under a lock that the caller made.
  void (*add_locked)(omp_lock_t* lock, omp_nest_lock_t* nest, long* sum);
  void (*set_num_threads)(int threads);
};

extern const struct ClangPart clang_part;

// All checks. Leaves the process with 1 at the first wrong answer.
void check_one_runtime(const struct ClangPart* clang);
