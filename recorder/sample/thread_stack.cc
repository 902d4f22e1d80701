// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/thread_stack.h"

#include <cstdlib>
#include <cstring>

#include "sample/syscall_state.h"
#include "sample/task_file.h"
#include "system.h"

namespace limpid::recorder {

namespace {

// Above the first frame of the process there are its arguments and its environment, which are longer than this.
constexpr uint64_t kAboveFirstFrame = 128;

// Where the process's first stack began, as the kernel says: the 28th word of `stat`, of which the second one, in
// parentheses, may hold anything.
uint64_t first_stack_end() {
  char text[1024];
  int descriptor = 0;
  const ssize_t n = read_task_file(getpid(), "stat", &descriptor, text, sizeof text - 1);
  close_task_file(&descriptor);
  if (n <= 0) return 0;
  text[n] = '\0';
  const char* at = std::strrchr(text, ')');
  for (int word = 2; at != nullptr && word < 28; ++word) at = std::strchr(at + 1, ' ');
  const uint64_t start = at == nullptr ? 0 : std::strtoull(at, nullptr, 10);
  return start == 0 ? 0 : start + kAboveFirstFrame;
}

}  // namespace

// The C library tells the kernel of a list in each thread's own block, which stands at the end of its stack.
uint64_t stack_end_of(pid_t tid) {
  if (tid == getpid()) return first_stack_end();
  uint64_t list = 0;
  size_t bytes = 0;
  return syscall(SYS_get_robust_list, tid, &list, &bytes) == 0 ? list : 0;
}

uint64_t stack_end_if_open(pid_t tid, int signal) {
  return thread_blocks(tid, signal) ? 0 : stack_end_of(tid);
}

}  // namespace limpid::recorder
