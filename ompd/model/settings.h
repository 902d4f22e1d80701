// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The display control variables: every setting that a user can make, as NAME=value.
#pragma once

#include "target/process.h"

namespace limpid::ompd {

// A null-terminated vector of texts, all in the debugger's memory.
Rc make_settings(const Process& process, const char* const** vector);

// Releases with the allocator that made it.
Rc release_settings(const Access& access, const char* const* vector);

}  // namespace limpid::ompd
