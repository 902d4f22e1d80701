// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks with a false if clause: the program calls their code itself, between these two entries.
#include "abi/kmp/ident.h"
#include "abi/kmp/task_record.h"
#include "core/data/entry.h"

using namespace limpid;
using abi::Ident;
using abi::TaskRecord;

extern "C" {

// The outer task's enter frame stays until the end of the inner task, which the program runs.
void __kmpc_omp_task_begin_if0(const Ident*, int32_t, TaskRecord* record) {
  core::with_task_observers([record]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::note_entry(self);
    core::begin_undeferred<A>(self, abi::task_of(*record));
  });
}

void __kmpc_omp_task_complete_if0(const Ident*, int32_t, TaskRecord* record) {
  core::with_task_observers([record]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    self.return_address = __builtin_extract_return_addr(__builtin_return_address(0));
    core::Task& task = abi::task_of(*record);
    core::Task& outer = *task.suspended;
    abi::finish_routine(self, task, *record);
    core::end_undeferred<A>(self, task);
    outer.frame.set_enter(nullptr);
  });
}
}
