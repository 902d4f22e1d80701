// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "context/node_table.h"
#include "sample/thread_slot.h"
#include "task_info.h"

namespace limpid::recorder {

class Session;
struct ModuleMap;

// The context of the calling thread's implicit task where the recorder was attached after its region began. Nobody has told
// where the region stands; the stack of its primary thread does, and that thread writes it into the region's word, for all
// others. Async-signal-safe.
class EarlierRegion {
 public:
  // Looks at the tasks around the current one. What is known already costs no more than that.
  explicit EarlierRegion(const Session& session);

  // The context if it is known without a stack; kNoNode: it is not.
  NodeId known() const { return known_ == 0 ? context_ : kNoNode; }
  // This thread's stack would tell.
  bool is_on_stack() const { return known_ > 0; }
  // The context, by the whole stack of this thread. kNoNode: it does not tell, after all.
  NodeId find(NodeTable* nodes, const ModuleMap& modules, const StackTrace& whole);

 private:
  static constexpr int kLevels = 8;

  static NodeId context_of(const TaskInfo& level);

  TaskInfo levels_[kLevels];  // from the current task outwards
  int known_ = -1;            // the level up to which nothing is known but there; -1: there is none
  NodeId context_ = kNoNode;
};

}  // namespace limpid::recorder
