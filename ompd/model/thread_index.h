// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of threads by native id.
#pragma once

#include "model/threads.h"

namespace limpid::ompd {

// The threads of a process by native id, listed once: a debugger asks for one after the other, and to walk
// the runtime's list for each would read n * n records.
//
// Validity  a debugger may let the target run between two calls. The list is valid as long as the runtime has
//           registered no other thread (one number shows it); the fields of a thread that is found in it are
//           read again.
// Owner     its Process, which releases it. Without memory for it the list is walked each time.
struct ThreadIndex;

// As find_thread. unavailable: no alive thread has that id.
Rc find_in_index(Process& process, IdKind kind, uint64_t id, Object& thread);

}  // namespace limpid::ompd
