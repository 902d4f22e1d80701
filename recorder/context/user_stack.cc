// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/user_stack.h"

namespace limpid::recorder {

namespace {

bool runtime_frame(const StackTrace& trace, uint32_t i, const ModuleMap& modules) {
  const unwind::Frame& f = trace.frames[i];
  return modules.in_runtime(f.exact ? f.pc : f.pc - 1);
}

// The kind of a frame's node, with the module where the address alone does not tell it.
profile::NodeKind frame_kind(const unwind::Frame& f, const ModuleMap& modules) {
  const auto kind = static_cast<uint32_t>(f.exact ? profile::NodeKind::kLeaf : profile::NodeKind::kFrame);
  return static_cast<profile::NodeKind>(kind | modules.tag(f.exact ? f.pc : f.pc - 1)
                                                   << profile::kNodeKindBits);
}

// First frame beyond the task: its CFA lies above the exit frame's address.
uint32_t outer_end(const StackTrace& trace, const TaskExtent& extent) {
  if (extent.exit == 0) return trace.count;
  uint32_t last = 0;
  while (last < trace.count && trace.frames[last].cfa != 0 && trace.frames[last].cfa <= extent.exit) ++last;
  // The outermost frame has no caller and so no CFA.
  const bool outermost = last + 1 == trace.count && trace.frames[last].cfa == 0 && last > 0 &&
                         trace.frames[last - 1].cfa < extent.exit;
  return outermost ? trace.count : last;
}

// Without an exit frame: a worker's stack begins with the runtime's own frames (and the thread library's
// outside them).
uint32_t strip_launch(const StackTrace& trace, uint32_t first, uint32_t last, const ModuleMap& modules) {
  for (uint32_t i = first; i < last; ++i) {
    if (runtime_frame(trace, i, modules)) return i;
  }
  return last;
}

}  // namespace

FrameRange user_frames(const StackTrace& trace, const TaskExtent& extent, bool waiting,
                       const ModuleMap& modules) {
  if (extent.whole) return {0, trace.count};
  uint32_t last = outer_end(trace, extent);
  if (extent.exit != 0) {
    while (last > 0 && runtime_frame(trace, last - 1, modules)) --last;
  }
  uint32_t first = 0;
  if (extent.enter != 0) {
    while (first < last && trace.frames[first].cfa != 0 && trace.frames[first].cfa <= extent.enter) ++first;
  }
  if (extent.exit != 0 || extent.initial) {
    // Everything left belongs to this task: what lies inside the outermost runtime frame was called by the
    // runtime.
    for (uint32_t i = last; i > first; --i) {
      if (runtime_frame(trace, i - 1, modules)) {
        first = i;
        break;
      }
    }
    return {first, last};
  }
  // Without an exit frame the task has not begun its user code, or has ended it.
  if (!extent.guessed && extent.enter == 0) return {0, 0};
  if (waiting) {
    while (first < last && !runtime_frame(trace, first, modules)) ++first;
  }
  while (first < last && runtime_frame(trace, first, modules)) ++first;
  return {first, strip_launch(trace, first, last, modules)};
}

bool callers_missing(const StackTrace& trace, FrameRange range, const TaskExtent& extent) {
  if (trace.end == unwind::WalkEnd::kComplete) return false;
  return extent.exit == 0 || range.last == trace.count;
}

NodeId enter_frames(NodeTable* nodes, const ModuleMap& modules, NodeId context, const StackTrace& trace,
                    FrameRange range, bool truncated) {
  using profile::NodeKind;
  NodeId node = context;
  if (truncated && !range.empty()) {
    const auto reason = trace.end == unwind::WalkEnd::kNoUnwindInfo ? profile::TruncationReason::kNoUnwindInfo
                        : trace.end == unwind::WalkEnd::kBadStack   ? profile::TruncationReason::kBadStack
                        : trace.end == unwind::WalkEnd::kTooDeep    ? profile::TruncationReason::kTooDeep
                                                                    : profile::TruncationReason::kNoContext;
    node = nodes->child(node, NodeKind::kTruncated, static_cast<uint64_t>(reason));
  }
  for (uint32_t i = range.last; i > range.first; --i) {
    const unwind::Frame& f = trace.frames[i - 1];
    node = nodes->child_folded(context, node, frame_kind(f, modules), f.pc);
    if (trace.gap_at != 0 && i - 1 == trace.gap_at) {
      node = nodes->child(node, NodeKind::kTruncated,
                          static_cast<uint64_t>(profile::TruncationReason::kTooDeep));
    }
  }
  return node;
}

void walk_stack(unwind::Unwinder* unwinder, uint64_t limit, StackTrace* trace) {
  trace->count = trace->gap_at = 0;
  uint32_t walked = 0;
  unwind::Frame frame;
  while (walked < StackTrace::kWalkLimit && unwinder->next(&frame)) {
    // Outer frames beyond the room push out those that came after the inner ones, oldest first: a ring.
    const uint32_t place = walked < StackTrace::kInner + StackTrace::kOuter
                               ? walked
                               : StackTrace::kInner + (walked - StackTrace::kInner) % StackTrace::kOuter;
    trace->frames[place] = frame;
    ++walked;
    if (limit != 0 && frame.cfa > limit) break;
  }
  trace->end = walked < StackTrace::kWalkLimit ? unwinder->end() : unwind::WalkEnd::kTooDeep;
  constexpr uint32_t kRoom = StackTrace::kInner + StackTrace::kOuter;
  if (walked <= kRoom) {
    trace->count = walked;
    return;
  }
  // Turn the ring so that it reads in order.
  const uint32_t head = (walked - StackTrace::kInner) % StackTrace::kOuter;
  unwind::Frame turned[StackTrace::kOuter];
  for (uint32_t i = 0; i < StackTrace::kOuter; ++i) {
    turned[i] = trace->frames[StackTrace::kInner + (head + i) % StackTrace::kOuter];
  }
  for (uint32_t i = 0; i < StackTrace::kOuter; ++i) trace->frames[StackTrace::kInner + i] = turned[i];
  trace->count = kRoom;
  trace->gap_at = StackTrace::kInner;
}

}  // namespace limpid::recorder
