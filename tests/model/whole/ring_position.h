// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts a member of a team somewhere in the ring of worksharing constructs.
#pragma once

#include <stdint.h>

#include "core/data/member.h"
#include "core/data/thread.h"

namespace limpid::core {

// The member is where it would be after so many constructs without a barrier that nobody else has met yet.
inline void pass_by(Thread& self, uint64_t constructs) {
  WorkshareCursor& cursor = self.member->workshares;
  cursor.sequence += constructs;
  cursor.finished.store(cursor.sequence, std::memory_order_release);
}

}  // namespace limpid::core
