// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of handles.
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

// A vector of handles in the debugger's memory; the debugger releases both. On failure nothing is left.
Rc make_handles(Process& process, uint64_t magic, const Object* objects, uint32_t count, Handle*** vector);

// Of the alive threads, in the order of their numbers. Without a vector: only their number.
Rc make_thread_handles(Process& process, Handle*** vector, uint32_t& count);

}  // namespace limpid::ompd
