// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of tasks in a fork's child.
#pragma once

#include "core/team/member.h"
#include "core/team/thread.h"

namespace limpid::core {

// In a fork's child, for each team around the only thread that is left: deferred tasks are forgotten, and
// only what the survivor is in the middle of still counts. innermost: the survivor's current task in that
// team.
void keep_only_running_tasks(Thread& survivor, Member& slot, Task& innermost);

}  // namespace limpid::core
