// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel counts of a thread as a script has it: in the place of recorder/sample/thread_times.cc. A thread
// that does not run in a step is without a processor, and the kernel has counted nothing of it yet.
#include "sample/thread_times.h"

#include "clocks.h"

namespace limpid::recorder {

uint64_t read_run_time(pid_t tid) {
  return read_clock(thread_cpu_clock(tid));
}

bool read_queue_time(pid_t, int*, uint64_t* ns) {
  *ns = 0;
  return true;
}

}  // namespace limpid::recorder
