// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error at(execution): a warning prints its text and goes on; a fatal one ends the program with its text.
//
// threads: 2
#include <omp.h>

#include "child.h"

static int run(int which) {
  int ends[2];
  CHECK_EQ(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    const char* text = "the text of the warning";
    if (which == 0) {
#pragma omp error at(execution) severity(warning) message(text)
    } else if (which == 1) {
#pragma omp error at(execution) severity(fatal) message("this is the end")
    } else {
#pragma omp error at(execution) severity(warning)
    }
    _exit(0);
  }
  return read_child(child, ends);
}

int main(void) {
  CHECK_EQ(run(0), 0);
  CHECK(strstr(printed, "the text of the warning"));
  CHECK(run(1) > 0);
  CHECK(strstr(printed, "this is the end"));
  CHECK_EQ(run(2), 0);
  CHECK(strlen(printed) > 0);
  return 0;
}
