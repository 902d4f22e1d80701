// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of detached tasks that debuggers read.
#pragma once

#include "base/layout_access.h"
#include "sync/mutex.h"

namespace limpid::core {

struct Task;

// The detached tasks of a slot: their code has run there, and whoever fulfils their event has not come yet.
// Nobody else knows them, so without the list a debugger could not say what a taskwait waits for.
//
// Cold: only a task whose event is late comes here. Allocates nothing: tasks are linked through next and
// lower.
//
// Writers  the thread at the slot adds; who fulfils the event, on any thread, removes.
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
