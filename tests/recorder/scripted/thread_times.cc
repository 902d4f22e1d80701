// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel counts of a thread as a script has it: in the place of recorder/sample/thread_times.cc.
#include "sample/thread_times.h"

#include "clocks.h"
#include "scripted_time.h"
#include "system.h"

namespace limpid::recorder {

uint64_t read_run_time(pid_t tid) {
  return read_clock(thread_cpu_clock(tid));
}

bool read_queue_time(pid_t tid, int*, uint64_t* ns) {
  const test::ScriptedThread* thread = test::scripted_thread(tid);
  *ns = thread == nullptr ? 0 : thread->queue_ns.load(std::memory_order_relaxed);
  return true;
}

ThreadTimes read_own_times() {
  ThreadTimes times;
  const pid_t tid = thread_id();
  times.ran_ns = read_run_time(tid);
  read_queue_time(tid, nullptr, &times.queued_ns);
  times.queue = ThreadTimes::Queue::kRead;
  return times;
}

}  // namespace limpid::recorder
