// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/thread_times.h"

#include <cstdlib>

#include "sample/task_file.h"
#include "system.h"

namespace limpid::recorder {

uint64_t read_run_time(pid_t tid) {
  return read_clock(thread_cpu_clock(tid));
}

// "RAN QUEUED SLICES"
bool read_queue_time(pid_t tid, int* descriptor, uint64_t* ns) {
  char text[128];
  const ssize_t n = read_task_file(tid, "schedstat", descriptor, text, sizeof text - 1);
  if (n <= 0) return false;
  text[n] = '\0';
  char* second;
  char* third;
  std::strtoull(text, &second, 10);
  *ns = std::strtoull(second, &third, 10);
  if (second != text && third != second && *third == ' ') return true;
  forget_task_file(descriptor);
  return false;
}

}  // namespace limpid::recorder
