// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::core {

// The tasks of one member of a team: its deque and its counters.
struct MemberTasks {};

}  // namespace limpid::core
