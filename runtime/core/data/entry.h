// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EntryScope: what every entry point of the ABIs records when the program calls it.
#pragma once

#include "base/check.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "platform/cpu.h"

namespace limpid::core {

// Where the program called an entry point.
struct CallSite {
  void* return_address;
  void* cfa;  // the entry point's canonical frame address
};

// Must be inlined into the entry point: the addresses are that function's own.
[[gnu::always_inline]] inline CallSite call_site() {
  return {__builtin_extract_return_addr(__builtin_return_address(0)), platform::current_cfa()};
}

// Records the return address into the program and where the runtime's frames begin. Used without EntryScope by
// an entry point after which the program runs the code of another task, until a later entry point ends it:
// meanwhile the frame shows where the calling task is suspended, and core clears it.
inline void note_entry(Thread& self, const CallSite& site) {
  LIMPID_DCHECK(self.task->thread.load(std::memory_order_relaxed) == &self);
  self.return_address = site.return_address;
  self.task->frame.set_enter(site.cfa);
}
// Inlined into the entry point, whose call site it is.
[[gnu::always_inline]] inline void note_entry(Thread& self) {
  note_entry(self, call_site());
}

// Declared first in every entry point of the ABIs that can wait, create work or be observed: calls
// note_entry(), and clears the enter frame on return. Inlined for the same reason. An entry point that leaves
// all this to another function passes its call site on.
class EntryScope {
 public:
  [[gnu::always_inline]] explicit EntryScope(Thread& self) : EntryScope(self, call_site()) {}
  EntryScope(Thread& self, const CallSite& site) : task_(*self.task) { note_entry(self, site); }
  [[gnu::always_inline]] ~EntryScope() { task_.frame.set_enter(nullptr); }
  EntryScope(const EntryScope&) = delete;
  EntryScope& operator=(const EntryScope&) = delete;

 private:
  Task& task_;
};

template <class Work>
[[gnu::noinline]] decltype(auto) work_in_scope(CallSite site, Work work) {
  Thread& self = this_thread();
  const EntryScope entry(self, site);
  return work(self);
}

// What an entry point does where its fast path does not apply: work(self), in an EntryScope. In a function of its own,
// so that the fast path saves no registers for it. Inlined into the entry point.
template <class Work>
[[gnu::always_inline]] inline decltype(auto) work_out_of_line(Work work) {
  const platform::KeepsFrame frame;
  return work_in_scope(call_site(), work);
}

// Calls construct(self, Unobserved{}) or construct(self, Observed{}). One branch selects both the version and
// the threads that OpenMP does not know yet, so events cost nothing while there is no observer. Inlined into
// the entry point; construct declares the EntryScope if it needs one, so it is always_inline, too.
template <class Construct>
[[gnu::always_inline]] inline decltype(auto) with_observers(Construct&& construct) {
  if constexpr (!events::kEnabled) {
    return construct(this_thread(), events::Unobserved{});
  } else {
    Thread& self = *t_self;
    if (self.observers.are_absent()) [[likely]]
      return construct(self, events::Unobserved{});
    return construct(this_thread(), events::Observed{});
  }
}

// The same for constructs of tasks: Unobserved also while a tool observes other events.
template <class Construct>
[[gnu::always_inline]] inline decltype(auto) with_task_observers(Construct&& construct) {
  if constexpr (!events::kEnabled) {
    return construct(this_thread(), events::Unobserved{});
  } else {
    Thread& self = *t_self;
    if (self.observers.are_absent_in_tasks()) [[likely]]
      return construct(self, events::Unobserved{});
    return construct(this_thread(), events::Observed{});
  }
}

}  // namespace limpid::core
