// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native thread identifiers of the interface: a kind, and bytes in the target's order. unsupported: no kind of this
// platform. bad_input: not the size of such an identifier; the kernel's may have four bytes or eight.
#pragma once

#include "model/threads.h"

namespace limpid::ompd {

// The alive thread with the identifier that is in the debugger's memory. unavailable: there is none.
Rc find_thread(Process& process, uint64_t kind, uint64_t size, const void* id, Object& thread);

// A thread's identifier, into the debugger's memory.
Rc put_native_id(const Process& process, const Object& thread, uint64_t kind, uint64_t size, void* id);

}  // namespace limpid::ompd
