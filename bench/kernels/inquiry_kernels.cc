// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inquiries of a tool. Without the tool the same loops run empty, so that the difference is the inquiry.
#include "kernel.h"
#include "tool_link.h"

namespace bench {
namespace {

long ask(int threads, long repetitions, int (*inquiry)()) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    for (long r = 0; r < repetitions; ++r) {
      if (inquiry == nullptr || inquiry() >= 0) touch();
    }
    count.end();
  }
  return count.total();
}

// Tasks within tasks, as recursion leaves them on a thread while it waits for their children.
constexpr int kDepth = 200;

void ask_within(int depth, long repetitions, int (*inquiry)()) {
  if (depth > 0) {
#pragma omp task if (0)
    ask_within(depth - 1, repetitions, inquiry);
    return;
  }
  for (long r = 0; r < repetitions; ++r) {
    if (inquiry == nullptr || inquiry() >= 0) touch();
  }
}

long get_task_info_deep(int threads, long repetitions) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    ask_within(kDepth, repetitions, limpid_bench_tool_get_task_info);
    count.end();
  }
  return count.total();
}

long get_state(int threads, long repetitions) {
  return ask(threads, repetitions, limpid_bench_tool_get_state);
}

long get_task_info(int threads, long repetitions) {
  return ask(threads, repetitions, limpid_bench_tool_get_task_info);
}

constexpr Kernel kKernels[] = {
    {"ompt-get-state", "ompt_get_state by a tool", once_per_thread, get_state},
    {"ompt-get-task-info", "ompt_get_task_info(0) by a tool", once_per_thread, get_task_info},
    {"ompt-get-task-info-deep", "the same within 200 tasks", once_per_thread, get_task_info_deep},
};

}  // namespace

std::span<const Kernel> inquiry_kernels() {
  return kKernels;
}

}  // namespace bench
