// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frame of a task, as tools read it (ompt_frame_t).
#pragma once

#include "base/check.h"
#include "sync/atomic.h"

namespace limpid::core {

// The boundaries between the program's and the runtime's frames on a task's stack. Always kept. The layout is
// that of ompt_frame_t (checked in tools/ompt5), because tools get a pointer to it.
//
// exit   while the task's code runs or is suspended in the runtime: frame pointer of the runtime's frame that
//        called the task's code. Above the frames of that code, and below the end of the runtime's frame.
// enter  while the task is inside a runtime entry: the program's stack pointer before the call, which is the
//        lowest address of the program's frame. All frames of the runtime lie below; that of the entry ends
//        there.
//
// A task whose code the program calls itself, between two entries, has no such frame of the runtime. Its exit
// is in the frame that calls the code: the encountering task's enter, or that frame's pointer.
//
// Written by the thread that runs the task, with plain stores; read by it in signal handlers, and by
// debuggers. While an address is null its flags are those of the usual case.
struct Frame {
  sync::Atomic<void*> exit{nullptr};
  sync::Atomic<void*> enter{nullptr};
  int exit_flags = kRuntimePointer;
  int enter_flags = kProgramStack;

  static constexpr int kRuntimePointer = 0x20;  // ompt_frame_runtime | ompt_frame_framepointer
  static constexpr int kProgramPointer = 0x21;  // ompt_frame_application | ompt_frame_framepointer
  static constexpr int kProgramStack = 0x31;    // ompt_frame_application | ompt_frame_stackaddress

  void set_exit(void* frame_pointer) { exit.store(frame_pointer, std::memory_order_relaxed); }
  void set_enter(void* stack_pointer) { enter.store(stack_pointer, std::memory_order_relaxed); }

  void set_exit_in_program(void* address, int flags = kProgramStack) {
    exit_flags = flags;
    exit.store(address, std::memory_order_relaxed);
  }
  void clear_exit_in_program() {
    LIMPID_DCHECK(exit_flags != kRuntimePointer);  // set_exit_in_program() came before
    exit.store(nullptr, std::memory_order_relaxed);
    exit_flags = kRuntimePointer;
  }

  // For a task whose code belongs to the runtime: it is inside the runtime from that code's first
  // instruction.
  void set_enter_in_runtime() {
    LIMPID_DCHECK(enter_flags == kProgramStack && exit_flags == kRuntimePointer);
    enter_flags = kRuntimePointer;
    enter.store(exit.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  void clear_enter_in_runtime() {
    LIMPID_DCHECK(enter_flags == kRuntimePointer);
    enter.store(nullptr, std::memory_order_relaxed);
    enter_flags = kProgramStack;
  }
};

}  // namespace limpid::core
