// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detachable tasks: the body ends and the event is fulfilled, in either order.
#pragma once

#include "core/data/task.h"
#include "core/data/thread.h"

namespace limpid::core {

// omp_fulfill_event: on any thread, before, during or after the body of the task whose event it is. Once per
// event.
void fulfill_event(Thread& self, Task& task);

// At the end of a detachable task's body, on its thread. True if the event was fulfilled: the task is
// complete. Otherwise it emits the detach event (the thread goes on with prior), and the thread that fulfils
// the event finishes the task.
bool event_is_fulfilled(Thread& self, Task& task, Task& prior);

// Bits of Task::progress.
inline constexpr uint32_t kBodyDone = 1;
// omp_fulfill_event has begun: decides whether it came before kBodyDone.
inline constexpr uint32_t kEventClaimed = 2;
inline constexpr uint32_t kEventFulfilled = 4;  // omp_fulfill_event has emitted its event
inline constexpr uint32_t kCreatorWaits = 8;    // the creator is suspended until the task is ready

}  // namespace limpid::core
