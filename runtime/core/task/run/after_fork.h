// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of the surviving thread in a fork's child.
#pragma once

#include "core/data/member.h"
#include "core/data/thread.h"

namespace limpid::core {

// In a fork's child, for each team around the only thread that is left: drops deferred tasks and counts only
// the tasks that the survivor is running or has suspended. innermost: the survivor's current task in that
// team.
void keep_only_running_tasks(Thread& survivor, Member& slot, Task& innermost);

}  // namespace limpid::core
