// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>

namespace limpid::core {

// Where a task's stack changes hands between the program and the runtime. Always kept. The layout is that of
// ompt_frame_t (checked in tools/ompt5), because tools get a pointer to it.
//
// exit   while the task's code runs or is suspended in the runtime: CFA of the runtime frame that called the
// task's code. enter  while the task is inside a runtime entry: CFA of that entry, that is the program's
// stack pointer before the call. Written by the thread that runs the task, with plain stores; read by it in
// signal handlers, and by debuggers.
struct Frame {
  std::atomic<void*> exit{nullptr};
  std::atomic<void*> enter{nullptr};
  int exit_flags = kRuntimeCfa;
  int enter_flags = kRuntimeCfa;

  static constexpr int kRuntimeCfa = 0x10;  // ompt_frame_runtime | ompt_frame_cfa

  void set_exit(void* cfa) { exit.store(cfa, std::memory_order_relaxed); }
  void set_enter(void* cfa) { enter.store(cfa, std::memory_order_relaxed); }
};

}  // namespace limpid::core
