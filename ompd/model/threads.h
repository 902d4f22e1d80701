// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's threads: the list, states, wait ids.
#pragma once

#include "model/handle.h"
#include "target/reader.h"

namespace limpid::ompd {

// Walks the threads that are alive, newest first. Ends after kMostThreads, or when the list is a circle.
class ThreadWalk {
 public:
  explicit ThreadWalk(Reader& reader) : reader_(reader), next_(reader.root(Name::threads)) {}

  // False: that was the last one, or the reader failed.
  bool next(Object& thread);

 private:
  bool step();

  Reader& reader_;
  uint64_t next_;
  uint64_t current_ = 0;
  uint64_t mark_ = 0;  // a thread passed earlier, moved on after 1, 2, 4, … steps (Brent's cycle detection)
  uint32_t steps_ = 0;
  uint32_t mark_at_ = 1;
};

// stale_handle if the thread has ended.
Rc check_thread(const Process& process, const Object& thread);

enum class IdKind : uint8_t { pthread, lwp };

// The alive thread with that native id. unavailable: there is none.
Rc find_thread(const Process& process, IdKind kind, uint64_t id, Object& thread);
Rc native_id(const Process& process, const Object& thread, IdKind kind, uint64_t& id);

// The thread's state, as one of the State names; the wait id is 0 when it does not wait. A worker that waits at
// its slot after its region is over is idle.
Rc thread_state(const Process& process, const Object& thread, Name& state, uint64_t& wait_id);

// Only while the thread is alive; for callers that have checked it.
Name state_of(Reader& reader, uint64_t thread);

// The thread that holds the lock with that wait id. unavailable: no thread holds it.
Rc lock_holder(const Process& process, uint64_t wait_id, Object& thread);

// After a failed read of an object: whether the object is gone, or the target.
Rc gone(const Process& process, Rc rc);

}  // namespace limpid::ompd
