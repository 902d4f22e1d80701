// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/thread_times.h"

#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>

#include "sample/task_file.h"
#include "system.h"

namespace limpid::recorder {

uint64_t read_run_time(pid_t tid) {
  return read_clock(thread_cpu_clock(tid));
}

namespace {

// "RAN QUEUED SLICES"
bool queue_time_in(char* text, size_t bytes, uint64_t* ns) {
  text[bytes] = '\0';
  char* second;
  char* third;
  std::strtoull(text, &second, 10);
  *ns = std::strtoull(second, &third, 10);
  return second != text && third != second && *third == ' ';
}

}  // namespace

bool read_queue_time(pid_t tid, int* descriptor, uint64_t* ns) {
  char text[128];
  const ssize_t n = read_task_file(tid, "schedstat", descriptor, text, sizeof text - 1);
  if (n <= 0) return false;
  if (queue_time_in(text, static_cast<size_t>(n), ns)) return true;
  forget_task_file(descriptor);
  return false;
}

// Not by read_task_file(), which is the sampler's.
ThreadTimes read_own_times() {
  ThreadTimes times;
  times.ran_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
  const ErrnoGuard keep;
  const int fd = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  char text[128];
  const ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  const bool read_it = n > 0 && queue_time_in(text, static_cast<size_t>(n), &times.queued_ns);
  times.queue = read_it ? ThreadTimes::Queue::kRead : ThreadTimes::Queue::kNotCounted;
  return times;
}

}  // namespace limpid::recorder
