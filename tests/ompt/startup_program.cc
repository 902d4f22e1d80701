// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of start-up and end run: startup-program none|region|single|constructor|patient|fork|
// finalize|exec|thread.
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" int omp_control_tool(int command, int modifier, void* argument) __attribute__((weak));

namespace {

volatile int g_sink;

void region() {
#pragma omp parallel num_threads(2)
  g_sink = 1;
}

// GCC's code does not tell its end.
void single() {
#pragma omp single nowait
  g_sink = 2;
  g_sink = 3;
}

// glibc hands main's arguments to constructors too.
__attribute__((constructor)) void before_main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "constructor") == 0) region();
}

// OpenMP is used in a thread that has ended when the process does.
int in_thread() {
  pthread_t thread;
  auto body = [](void*) -> void* {
    region();
    return nullptr;
  };
  if (pthread_create(&thread, nullptr, body, nullptr) != 0) return 1;
  return pthread_join(thread, nullptr);
}

// Waits, without any further use of OpenMP, until the tool has written down that both threads ended the
// region.
bool ends_are_logged() {
  for (int tries = 0; tries < 6000; ++tries) {
    char text[4096] = "";
    FILE* file = fopen(getenv("ACTOR_LOG"), "r");
    if (file == nullptr) return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    const char* first = strstr(text, "implicit_end");
    if (first != nullptr && strstr(first + 1, "implicit_end") != nullptr) return true;
    usleep(10000);
  }
  return false;
}

int in_child(bool exec) {
  pid_t child = fork();
  if (child == 0) {
    if (exec) {
      execl("/bin/true", "true", static_cast<char*>(nullptr));
      _exit(1);
    }
    region();
    return 0;  // through exit(): the child's tool ends as well
  }
  int status = 1;
  waitpid(child, &status, 0);
  return status != 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* part = argc == 2 ? argv[1] : "";
  if (strcmp(part, "none") == 0 || strcmp(part, "constructor") == 0) return 0;
  if (strcmp(part, "thread") == 0) return in_thread();
  region();
  if (strcmp(part, "region") == 0) return 0;
  if (strcmp(part, "patient") == 0) return ends_are_logged() ? 0 : 4;
  if (strcmp(part, "fork") == 0) return in_child(false);
  if (strcmp(part, "exec") == 0) return in_child(true);
  single();
  if (strcmp(part, "single") == 0) return 0;
  if (strcmp(part, "finalize") != 0) return 2;
  omp_control_tool(4, 0, nullptr);
  region();
  return omp_control_tool(1, 0, nullptr) == -2 ? 0 : 3;  // no tool any more
}
