// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/earlier_region.h"

#include "context/user_stack.h"
#include "ompt_link.h"
#include "sample/sample_handler.h"
#include "session.h"

namespace limpid::recorder {

NodeId EarlierRegion::context_of(const TaskInfo& level) {
  NodeId context = level.node();
  if (context == kNoNode && level.is_implicit()) context = level.node_of_region();
  return context == kNoNode && level.is_initial() ? kProgramNode : context;
}

// Outwards, through regions that this thread is the primary thread of: their places are on this stack.
EarlierRegion::EarlierRegion(const Session& session) {
  for (int n = 0; n < kLevels; ++n) {
    levels_[n] = task_info(session.ompt, n);
    const TaskInfo& level = levels_[n];
    if (!level.known) return;
    context_ = context_of(level);
    if (context_ != kNoNode) {
      known_ = n;
      if (level.is_implicit() && level.task != nullptr)
        level.task->value = word_of(context_);  // for the next time
      return;
    }
    const bool primary = level.is_implicit() && level.thread_number == 0;
    if (!primary || level.parallel == nullptr) return;
  }
}

// Inwards: each region is where the task around it has called the runtime.
NodeId EarlierRegion::find(NodeTable* nodes, const ModuleMap& modules, const StackTrace& whole) {
  while (known_ > 0) {
    const TaskInfo& around = levels_[known_];
    if (around.frame == nullptr) return kNoNode;
    const TaskExtent extent = extent_of(*around.frame, around.is_initial());
    const FrameRange range = user_frames(whole, extent, true, modules);
    // A call that is the last act of an outlined function becomes a jump, and leaves no frame of it: then the region is
    // taken for a part of the one around it.
    if (!range.empty()) {
      const bool missing = callers_missing(whole, range, extent);
      const NodeId place = enter_frames(nodes, modules, context_, whole, range, missing);
      context_ = nodes->construct(place, profile::NodeKind::kParallel, whole.frames[range.first].pc);
    }
    --known_;
    levels_[known_].parallel->value = word_of(context_);
    levels_[known_].task->value = word_of(context_);
  }
  return context_;
}

}  // namespace limpid::recorder
