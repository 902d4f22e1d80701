// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context/module_table.h"
#include "context/node_table.h"
#include "context/thread_region.h"
#include "sample/syscall_state.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

// The state of a thread that runs user code in this context.
uint16_t user_state(const ThreadSlot& slot, NodeId context);

// A sample of a thread that is blocked in a system call which must not be disturbed, taken from outside: its
// stack is copied and unwound from the stack pointer and program counter that the kernel gives. State and
// context cannot be asked for: the state is what the thread last told, and `region` what is known of its context, certain
// as long as there are no explicit tasks. Only for the sampler.
SampleKey blocked_sample(NodeTable* nodes, const ModuleMap& modules, const ThreadSlot& slot,
                         const SyscallState& state, ThreadRegion region, bool tasks_seen, bool* truncated);

}  // namespace limpid::recorder
