// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_task, GOMP_taskwait* and GOMP_taskyield: explicit tasks and their waits.
#include "abi/gomp/depend_clause.h"
#include "abi/gomp/task_flags.h"
#include "core/data/entry.h"
#include "core/task/create/create.h"
#include "core/task/create/included.h"
#include "core/task/run/wait.h"

using namespace limpid;

namespace limpid::abi {
namespace {

void do_nothing(void*) {}

// Not inlined: the decoded clause is large, and most tasks have none.
[[gnu::noinline]] void create_with_dependences(core::Thread& self, core::TaskSpec& spec, void** depend) {
  DependClause clause(depend);
  spec.dependences = clause.list();
  spec.dependence_count = clause.count();
  core::create_task(self, spec);
}

}  // namespace
}  // namespace limpid::abi

extern "C" {

// Older compilers do not pass depend, priority and detach: each is valid only if its flag is set.
void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long data_size, long data_align,
               bool deferrable, unsigned flags, void** depend, int priority, void* detach) {
  core::with_task_observers([&]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    constexpr unsigned kSpecial = abi::kGompDepend | abi::kGompPriority | abi::kGompDetach;
    if ((flags & kSpecial) == 0 && copy == nullptr && core::ends_at_once(self, deferrable)) {
      core::run_included_task<A>(self, body, data, abi::decode_task_flags(flags));
      return;
    }
    core::TaskSpec spec;
    spec.body = body;
    spec.data = data;
    spec.data_size = static_cast<size_t>(data_size);
    spec.data_align = static_cast<uint32_t>(data_align);
    spec.copy = copy;
    spec.flags = abi::decode_task_flags(flags);
    spec.deferrable = deferrable;
    if (flags & abi::kGompPriority) spec.priority = priority;
    if (flags & abi::kGompDetach) {
      spec.flags |= core::kTaskDetachable;
      spec.event = static_cast<void**>(detach);
    }
    if (flags & abi::kGompDepend) {
      abi::create_with_dependences(self, spec, depend);
    } else {
      core::create_task<A>(self, spec);
    }
  });
}

void GOMP_taskwait() {
  core::with_task_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::taskwait_is_empty<A>(self)) return;
    core::EntryScope entry(self);
    core::taskwait<A>(self);
  });
}

void GOMP_taskwait_depend(void** depend) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  abi::DependClause clause(depend);
  core::taskwait_depend(self, clause.list(), clause.count());
}

// taskwait depend(...) nowait: an empty task with these dependences.
void GOMP_taskwait_depend_nowait(void** depend) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::TaskSpec spec;
  spec.body = abi::do_nothing;
  abi::create_with_dependences(self, spec, depend);
}

void GOMP_taskyield() {
  const core::Thread& self = *core::t_self;
  if (self.known && core::taskyield_is_empty(self)) [[likely]]
    return;
  core::work_out_of_line([](core::Thread& known) { core::taskyield(known); });
}
}
