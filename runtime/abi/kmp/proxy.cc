// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proxy tasks: a call from outside completes them. They are detachable tasks under another name.
#include "abi/kmp/ident.h"
#include "abi/kmp/task_record.h"
#include "core/data/entry.h"
#include "core/task/detach/detach.h"

using namespace limpid;
using abi::TaskRecord;

extern "C" {

// On a thread of the team.
void __kmpc_proxy_task_completed(int32_t, TaskRecord* record) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::fulfill_event(self, abi::task_of(*record));
}

// On any thread.
void __kmpc_proxy_task_completed_ooo(TaskRecord* record) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::fulfill_event(self, abi::task_of(*record));
}
}
