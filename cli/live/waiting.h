// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "live/picture.h"

namespace limpid::cli::live {

// The threads, by number and without the thread itself, that have to do something before it goes on. Empty: nobody, or
// not known.
std::vector<uint64_t> causes(const Picture& picture, const ThreadSeen& thread);

// What the thread does, and for whom it waits: `waits for lock 0x55d0c1a02010, held by thread 2`.
std::string waiting_text(const Picture& picture, const ThreadSeen& thread);

// The tasks that a thread in taskwait waits for, its children; in taskgroup all of its descendants.
TaskTable::Group awaited_tasks(const Picture& picture, const ThreadSeen& thread);

}  // namespace limpid::cli::live
