// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native threads by pthreads and /proc.
#include "platform/os_thread.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/read_prefix.h"

namespace limpid::platform {
namespace {

// What a thread needs beyond the program's own frames: thread-local storage of all libraries, the runtime's
// frames, a tool's callbacks, signal handlers. The system's PTHREAD_STACK_MIN has room for none of them.
constexpr size_t kLeastStack = 64 << 10;

}  // namespace

int start_thread(void* (*entry)(void*), void* argument, size_t stack_bytes) {
  pthread_attr_t attributes;
  if (int error = pthread_attr_init(&attributes)) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes != 0) {
    if (stack_bytes < kLeastStack) stack_bytes = kLeastStack;
    pthread_attr_setstacksize(&attributes, stack_bytes);
  }
  pthread_t ignored;
  int error = pthread_create(&ignored, &attributes, entry, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

size_t default_stack_bytes() {
  pthread_attr_t attributes;
  size_t bytes = 0;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_getstacksize(&attributes, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

uint64_t native_thread_handle() {
  static_assert(sizeof(pthread_t) == sizeof(uint64_t));
  return pthread_self();
}

uint64_t native_thread_id() {
  return static_cast<uint64_t>(syscall(SYS_gettid));
}

bool is_initial_thread() {
  return native_thread_id() == static_cast<uint64_t>(getpid());
}

// Reads "PID (NAME) STATE" of that thread alone: for the whole process (/proc/self/stat) the kernel would add
// up the resource usage of all threads.
bool initial_thread_has_ended() {
  char path[64];
  char text[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", getpid());
  read_prefix(path, text, sizeof text);
  const char* name_end = strrchr(text, ')');
  return name_end != nullptr && (strncmp(name_end, ") Z", 3) == 0 || strncmp(name_end, ") X", 3) == 0);
}

}  // namespace limpid::platform
