// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context/node_table.h"
#include "context/user_stack.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

class Session;

// Where the task was created that a thread has answered from; `range`: its frames in what it answered. Of a task
// that nobody told of: where others were that run the same function (TaskOrigins); the key is flagged then.
NodeId context_of_answer(Session* session, const ThreadSlot& slot, const Capture& answer,
                         const ModuleMap* modules, FrameRange range, SampleKey* key);

}  // namespace limpid::recorder
