// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inquiries of a tool. Without the tool the same loops run empty, so that the difference is the inquiry.
#include "kernel.h"
#include "tool_link.h"

namespace bench {
namespace {

// Within so many tasks, as recursion leaves them on a thread while it waits for their children.
void ask_within(int tasks, long repetitions, int (*inquiry)()) {
  if (tasks > 0) {
#pragma omp task if (0)
    ask_within(tasks - 1, repetitions, inquiry);
    return;
  }
  for (long r = 0; r < repetitions; ++r) {
    if (inquiry == nullptr || inquiry() >= 0) touch();
  }
}

long ask(int threads, long repetitions, int (*inquiry)(), int tasks = 0) {
  Count count;
#pragma omp parallel num_threads(threads)
  {
    count.begin();
    ask_within(tasks, repetitions, inquiry);
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

long get_task_info_deep(int threads, long repetitions) {
  return ask(threads, repetitions, limpid_bench_tool_get_task_info, 200);
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
