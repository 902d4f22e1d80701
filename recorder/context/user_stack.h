// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "context/module_table.h"
#include "context/node_table.h"
#include "sample/thread_slot.h"

namespace limpid::recorder {

// Frames [first, last) of a trace.
struct FrameRange {
  uint32_t first = 0, last = 0;
  bool empty() const { return first >= last; }
};

// The user's frames of the current task: without the runtime's at the inner end (the task waits in the
// runtime, or asks it something) and without everything from the runtime's call of the task outwards.
//
// Two sources say which frames are the runtime's: the task's frame addresses, and the module that a frame's
// code lies in. Runtimes give as frame address the CFA, the frame pointer or a stack address; the module
// settles which side of it a frame is on.
FrameRange user_frames(const StackTrace& trace, const TaskExtent& extent, bool waiting,
                       const ModuleMap& modules);

// Enters the frames under `context` and answers the innermost one's node. Shows what is missing as a
// truncation.
NodeId enter_frames(NodeTable* nodes, const ModuleMap& modules, NodeId context, const StackTrace& trace,
                    FrameRange range, bool truncated);

// Whether callers are missing at the outer end of the range: the walk broke off before it came to where the
// task begins.
bool callers_missing(const StackTrace& trace, FrameRange range, const TaskExtent& extent);

}  // namespace limpid::recorder
