// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every entry point of the ABIs notes when the program calls it.
#pragma once

#include "base/check.h"
#include "core/task/task.h"
#include "core/team/thread.h"
#include "platform/cpu.h"

namespace limpid::core {

// Notes from where the program called and where the runtime's frames begin. Must be inlined into the entry
// point: the addresses are that function's own. By itself for an entry after which the program runs the code
// of another task, until a later entry ends that: meanwhile the frame goes on to say where the calling task
// is suspended. Core takes the note back.
[[gnu::always_inline]] inline void note_entry(Thread& self) {
  LIMPID_DCHECK(self.task->thread.load(std::memory_order_relaxed) == &self);
  self.return_address = __builtin_extract_return_addr(__builtin_return_address(0));
  self.task->frame.set_enter(platform::current_cfa());
}

// Declared first in every entry point of the ABIs that can wait, create work or be observed: notes the entry,
// and takes the note back on return. Inlined like that.
class EntryScope {
 public:
  [[gnu::always_inline]] explicit EntryScope(Thread& self) : task_(*self.task) { note_entry(self); }
  [[gnu::always_inline]] ~EntryScope() { task_.frame.set_enter(nullptr); }
  EntryScope(const EntryScope&) = delete;
  EntryScope& operator=(const EntryScope&) = delete;

 private:
  Task& task_;
};

// Runs what an entry point does in the version for the observers that there is: construct(self, Unobserved{}) or
// construct(self, Observed{}). One branch decides, the one that finds threads that OpenMP does not know yet, so
// that the wish to be observed costs a program nothing while nobody observes it. Inlined like the entry point, which
// construct opens if it needs one; so construct is always_inline, too.
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

}  // namespace limpid::core
