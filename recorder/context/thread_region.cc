// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/thread_region.h"

#include <algorithm>

#include "session.h"
#include "task_info.h"

namespace limpid::recorder {

namespace {

// The context of the innermost region that the thread leads; kNoNode: it leads none.
NodeId led_region(const ThreadSlot& slot, uint32_t* depth) {
  *depth = slot.region_depth.load(std::memory_order_acquire);  // [slot.led]
  if (*depth == 0) return kNoNode;
  return slot.regions[std::min(*depth, ThreadSlot::kNesting) - 1].context.load(std::memory_order_relaxed);
}

// The innermost region of the only thread that leads one, or of one of several.
ThreadRegion region_of_workers(const Session& session, NodeId without) {
  ThreadRegion found{without};
  uint32_t leaders = 0, depth = 0;
  const uint32_t n = session.threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* slot = session.threads.slot(i);
    if (slot == nullptr || !slot->is_live()) continue;
    const NodeId led = led_region(*slot, &depth);
    if (led == kNoNode) continue;
    found = {led, ++leaders > 1 || depth > 1};
  }
  return found;
}

}  // namespace

NodeId told_region(const ImplicitEvents& events, const ThreadSlot& slot) {
  if (slot.outsider()) return slot.root;
  const uint32_t period = events.period();
  if (period == ImplicitEvents::kUntold || slot.implicit_period.load(std::memory_order_relaxed) != period)
    return kNoNode;
  const uint32_t depth = slot.implicit_depth.load(std::memory_order_relaxed);
  // Later, the thread may have been in a region when the period began.
  if (depth == 0) return period == 0 ? slot.root : kNoNode;
  if (depth > ThreadSlot::kNesting) return slot.root;
  const NodeId node = slot.implicit[depth - 1].load(std::memory_order_relaxed);
  return node == kNoNode ? slot.root : node;
}

NodeId region_here(const Session& session, const ThreadSlot& slot) {
  const NodeId told = told_region(session.implicit_events, slot);
  if (told != kNoNode) return told;
  const NodeId node = task_info(session.ompt).node_of_region();
  return node == kNoNode ? slot.root : node;
}

ThreadRegion region_of(const Session& session, const ThreadSlot& slot) {
  const NodeId told = told_region(session.implicit_events, slot);
  if (told != kNoNode) return {told};
  uint32_t depth = 0;
  const NodeId led = led_region(slot, &depth);
  if (led != kNoNode) return {led};
  return slot.type == profile::ThreadType::kWorker ? region_of_workers(session, slot.root)
                                                   : ThreadRegion{slot.root};
}

}  // namespace limpid::recorder
