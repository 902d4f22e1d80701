// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of detached tasks that debuggers read.
#pragma once

#include "base/layout_access.h"
#include "sync/mutex.h"

namespace limpid::core {

struct Task;

// The detached tasks of a slot: their code has run there, and their event is not fulfilled yet. The runtime
// has no other list of them, so without this one a debugger could not show what a taskwait waits for.
//
// Cold: only tasks whose event is late are listed. Allocates nothing: tasks are linked through next and
// lower.
//
// Writers  the thread at the slot adds; the thread that fulfils the event, which may be any, removes.
class DetachedTasks {
 public:
  void add(Task& task);
  void remove(Task& task);

 private:
  friend LayoutAccess;

  sync::Mutex mutex_;
  Task* first_ = nullptr;
};

}  // namespace limpid::core
