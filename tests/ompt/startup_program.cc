// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests of start-up and end run: startup-program none|region|constructor|fork|finalize|exec.
#include <omp.h>
#include <stdio.h>
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

// glibc hands main's arguments to constructors too.
__attribute__((constructor)) void before_main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "constructor") == 0) region();
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
  region();
  if (strcmp(part, "region") == 0) return 0;
  if (strcmp(part, "fork") == 0) return in_child(false);
  if (strcmp(part, "exec") == 0) return in_child(true);
  if (strcmp(part, "finalize") != 0) return 2;
  omp_control_tool(4, 0, nullptr);
  region();
  return omp_control_tool(1, 0, nullptr) == -2 ? 0 : 3;  // no tool any more
}
