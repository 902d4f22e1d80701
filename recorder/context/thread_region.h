// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context/node_table.h"

namespace limpid::recorder {

class ImplicitEvents;
class Session;
struct ThreadSlot;

// The context of the region that a thread is in, as its callbacks have told; kNoNode where the runtime does not tell
// of implicit tasks, or has not since it began again. Any thread, and handlers.
NodeId told_region(const ImplicitEvents& events, const ThreadSlot& slot);

// The same of the calling thread; the runtime is asked where it has not told. For callbacks.
NodeId region_here(const Session& session, const ThreadSlot& slot);

struct ThreadRegion {
  NodeId context;
  bool guessed = false;
};

// The same of another thread, for the sampler. What the runtime has not told follows from who leads a region: a worker
// is in the only one that there is. Of several, in one of them.
ThreadRegion region_of(const Session& session, const ThreadSlot& slot);

}  // namespace limpid::recorder
