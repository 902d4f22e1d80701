// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The member of its team that a thread waits for: the turn of ordered, the copies of single.
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

// Checks the thread first. unavailable: it waits for something else, or no member has got there.
Rc awaited_thread(const Process& process, const Object& thread, Object& awaited);

}  // namespace limpid::ompd
