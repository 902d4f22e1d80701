// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "model/threads.h"

namespace limpid::ompd {

// The threads of a process by their native ids, listed once: a debugger asks for one after the other, and
// walking the runtime's list for each would read n * n records.
//
// Validity  a debugger may let the target run between two calls. The list is good as long as the runtime has
//           registered no other thread (one number tells); of a thread that is found in it, all that is
//           believed is read again.
// Owner     its Process, which releases it at its end. Without memory for it the list is walked each time.
struct ThreadIndex;

// As find_thread. unavailable: no alive thread has that id.
Rc find_in_index(Process& process, IdKind kind, uint64_t id, Object& thread);

}  // namespace limpid::ompd
