// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

// A vector of handles in the debugger's memory, both the debugger's to release. On failure nothing is left.
Rc make_handles(Process& process, uint64_t magic, const Object* objects, uint32_t count, Handle*** vector);

// Of the alive threads, by their numbers. Without a vector: only how many they are.
Rc make_thread_handles(Process& process, Handle*** vector, uint32_t& count);

}  // namespace limpid::ompd
