// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/task/task.h"
#include "core/team/thread.h"
#include "platform/cpu.h"

namespace limpid::core {

// Declared first in every entry point of the ABIs that can wait, create work or be observed: notes from where
// the program called and where the runtime's frames begin, and takes the note back on return. Everything must
// be inlined into the entry point: the addresses are that function's own.
class Door {
 public:
  [[gnu::always_inline]] explicit Door(Thread& self) : task_(*self.task) {
    self.return_address = __builtin_extract_return_addr(__builtin_return_address(0));
    task_.frame.set_enter(platform::current_cfa());
  }
  [[gnu::always_inline]] ~Door() { task_.frame.set_enter(nullptr); }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

 private:
  Task& task_;
};

}  // namespace limpid::core
