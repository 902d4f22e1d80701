// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whom a thread waits for where one member of its team is to act: the turn of ordered, the copies of single.
#pragma once

#include "model/handle.h"

namespace limpid::ompd {

// Checks the thread first. unavailable: it does not wait for such a thing, or it is nobody's.
Rc awaited_thread(const Process& process, const Object& thread, Object& awaited);

}  // namespace limpid::ompd
