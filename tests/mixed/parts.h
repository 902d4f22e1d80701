// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Clang's part of the program does for GCC's part.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <unistd.h>

enum { kMostThreads = 64 };

// What a thread says of itself.
struct Answer {
  int kernel_id;
  int thread_num, num_threads, level, max_threads, in_parallel;
};

// Each part has these two for itself, as its own compiler makes them.
static inline struct Answer ask(void) {
  struct Answer answer = {gettid(),        omp_get_thread_num(),  omp_get_num_threads(),
                          omp_get_level(), omp_get_max_threads(), omp_in_parallel()};
  return answer;
}

// A region: each thread's answer. Returns the number of threads.
static inline int region(struct Answer* answers) {
  int threads = 0;
#pragma omp parallel
  {
    answers[omp_get_thread_num()] = ask();
#pragma omp single
    threads = omp_get_num_threads();
  }
  return threads;
}

struct ClangPart {
  // A region of its own, as Clang's code makes it.
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
