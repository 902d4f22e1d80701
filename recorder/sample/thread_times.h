// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

// What the kernel has counted of a thread up to some moment.
struct ThreadTimes {
  enum class Queue { kNotRead, kRead, kNotCounted };

  uint64_t ran_ns = 0;     // processor time
  uint64_t queued_ns = 0;  // ready to run, without a processor; if it was read
  Queue queue = Queue::kNotRead;
  bool asleep = false;  // blocked at this moment
};

// The processor time of a thread of this process, in ns; 0 if it is gone.
uint64_t read_run_time(pid_t tid);

// How long it has been ready to run without a processor since it was made, in ns: as the kernel counts it,
// which it does when such a wait is over. False if it does not count it, or the thread is gone. descriptor:
// see read_task_file(). Not for handlers.
bool read_queue_time(pid_t tid, int* descriptor, uint64_t* ns);

// All of it, of the calling thread: for its own begin and end. Not for handlers.
ThreadTimes read_own_times();

}  // namespace limpid::recorder
