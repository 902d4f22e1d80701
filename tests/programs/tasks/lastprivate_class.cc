// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: its code destroys objects of this kind that it has not made
// An object that the last task of a loop hands out.
#include <omp.h>

#include <string>

#include "check.h"

int main() {
#pragma omp parallel
#pragma omp single
  {
    std::string last;
#pragma omp taskloop lastprivate(last) num_tasks(5)
    for (int i = 0; i < 20; i++) last = "a text that needs memory of its own: " + std::to_string(i);
    CHECK(last.substr(last.size() - 2) == "19");
  }
  return 0;
}
