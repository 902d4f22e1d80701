// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

// A vector of handles in the debugger's memory, both the debugger's to release. On failure nothing is left.
Rc make_handles(Process& process, uint64_t magic, const Object* objects, uint32_t count, Handle*** vector);

}  // namespace limpid::ompd
