// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <omp-tools.h>

#include "sample/thread_slot.h"
#include "session.h"

namespace limpid::recorder {

// What a callback asks a context for.
enum class Occasion : uint32_t { kParallel, kTeams, kTask, kRelease, kCall, kTarget };

// Finds the context of a construct that the calling thread met: the stack of the current task, under that
// task's own context. Costs a stack walk the first time and a few compares after that; recursion (recursion.h)
// one compare. For callbacks, not for handlers. nullptr: no memory.
//
// `parent` is the current task's context, `extent` its frames, `code` the construct's codeptr_ra;
// `mutex_kind` is for kRelease.
CreationCache::Construct* find_context(Session* session, ThreadSlot* slot, Occasion occasion, NodeId parent,
                                       const TaskExtent& extent, uint64_t code, uint32_t mutex_kind = 0);

// The same where it is known to be recursion; else nullptr. For callbacks that come often.
inline CreationCache::Construct* known_recursion(const ThreadSlot& slot, Occasion occasion, NodeId parent,
                                                 uint64_t code) {
  if (slot.cache == nullptr) return nullptr;
  const auto kind = static_cast<uint32_t>(occasion);
  CreationCache::Recursion& r = slot.cache->recursion(parent, kind, code);
  return r.is(parent, kind, code) && r.node != kNoNode ? &r : nullptr;
}

// The same where the context that it was met in is not known: a guess (TaskOrigins). nullptr: there is none.
CreationCache::Construct* find_guess(Session* session, ThreadSlot* slot, Occasion occasion, uint64_t code);

// The context of the task that the thread is at, `task` being what the runtime keeps for it.
NodeId context_of_task(ThreadSlot* slot, const ompt_data_t* task);

TaskExtent extent_of_encountering(const ompt_frame_t* frame, NodeId context);

// The place of a call into the runtime that the thread's current task makes, found as constructs are. `base` is
// what the entry's offsets count from; 0: only a walk can tell.
struct FoundPlace {
  const CreationCache::Entry* entry = nullptr;
  NodeId context = kNoNode;
  uint64_t base = 0;
};
FoundPlace find_place(Session* session, ThreadSlot* slot, const void* code);

}  // namespace limpid::recorder
