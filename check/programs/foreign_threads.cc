// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of the program's own that open regions: each is an initial thread, with an initial task.
// expect: thread_begin:initial >= 3
// expect: initial_begin >= 3
// expect: parallel_begin = 3
// expect: implicit_begin = 3 * T
#include <thread>

#include "check.h"

namespace {

void open_region() {
#pragma omp parallel
  sink = omp_get_thread_num();
}

}  // namespace

int main() {
  std::thread first(open_region);
  first.join();
  std::thread second(open_region);
  second.join();
  open_region();
  return 0;
}
