// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function that a debugger makes one of the process's threads call, wherever that thread is.
#pragma once

#include <stdint.h>

extern "C" {

// Makes the call, on a stack of its own, and continues the thread where it was: all registers, the floating-point ones
// included, are as they were, and nothing of the thread's own stack is touched, not even below its stack pointer. So
// the debugger sets one register, and may be gone as soon as it has: the process needs nobody to put things right.
//
// Called by nobody: a debugger that has stopped a thread sets resume_at to the thread's program counter and busy to 2, and
// then the program counter to this address. (Not declared as a function: then the table of roots may have it.)
extern __attribute__((visibility("hidden"))) const char limpid_enter_injected_call[];

struct InjectedCall {
  void (*function)();          // what is called. It must be safe where the debugger interrupts threads
  uint64_t resume_at = 0;      // by the debugger
  uint64_t stack_pointer = 0;  // the interrupted thread's
  // formats::EntryUse. 2: by the debugger, which may be killed before it sends the thread. 1: the thread is here, by itself
  // with its first instruction. 0: as the last thing before the thread is where it was.
  uint32_t busy = 0;
};

// Defined in lib/, which knows the function.
extern __attribute__((visibility("hidden"))) InjectedCall limpid_injected_call;
}
