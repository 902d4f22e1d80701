// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/blocked_thread.h"

#include "context/user_stack.h"
#include "ompt_link.h"
#include "sample/blocked_kind.h"
#include "system.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kCopyBytes = 64 << 10;
constexpr uint64_t kUnknownStackBytes = 16 << 10;

alignas(16) uint8_t g_copy[kCopyBytes];  // the sampler's
StackTrace g_trace;

void walk(const ModuleMap& modules, const ThreadSlot& slot, const SyscallState& state) {
  uint64_t want = slot.stack_high > state.sp ? slot.stack_high - state.sp : kUnknownStackBytes;
  if (want > kCopyBytes) want = kCopyBytes;
  const uint64_t got = safe_copy(g_copy, state.sp, want);
  const unwind::StackView stack(state.sp, g_copy, got);
  unwind::Registers registers;
  registers.set(unwind::kReturnAddress, state.pc);
  registers.set(unwind::kStackPointer, state.sp);
  unwind::Unwinder unwinder(modules, stack, registers, true);
  walk_stack(&unwinder, 0, &g_trace);
}

bool runtime_frame(const ModuleMap& modules, uint32_t i) {
  const unwind::Frame& f = g_trace.frames[i];
  return modules.in_runtime(f.exact ? f.pc : f.pc - 1);
}

// Whether it was the runtime that called into the kernel. It does so to wait for other threads, at a futex:
// between the system call and the runtime there is only the one library that makes system calls for
// everybody. In any other call it is the user's code that sleeps, even where nothing of it is left between
// the C library and the runtime: a call that is a construct's last act becomes a jump. Answers where the
// runtime's frames end, 0 if the user's code sleeps.
uint64_t sleeping_runtime_end(const ModuleMap& modules, long system_call) {
  if (system_call != SYS_futex) return 0;
  const ModuleRange* innermost = g_trace.count == 0 ? nullptr : modules.find(g_trace.frames[0].pc);
  uint32_t i = 0;
  while (i < g_trace.count && !runtime_frame(modules, i)) {
    if (modules.find(g_trace.frames[i].pc - 1) != innermost) return 0;
    ++i;
  }
  uint64_t end = 0;
  for (; i < g_trace.count && runtime_frame(modules, i); ++i) end = g_trace.frames[i].cfa;
  return end;
}

bool meets_runtime(const ModuleMap& modules, FrameRange range) {
  return range.last < g_trace.count && runtime_frame(modules, range.last);
}

}  // namespace

uint16_t user_state(const ThreadSlot& slot, NodeId context) {
  if (slot.outsider()) return ompt_state_undefined;
  return context == kProgramNode ? ompt_state_work_serial : ompt_state_work_parallel;
}

SampleKey blocked_sample(NodeTable* nodes, const ModuleMap& modules, const ThreadSlot& slot,
                         const SyscallState& state, ThreadRegion region, bool tasks_seen, bool* truncated) {
  using profile::SampleFlag;
  walk(modules, slot, state);
  const SamplerView& view = slot.sampler;
  TaskExtent extent;
  extent.guessed = !slot.outsider();
  extent.whole = slot.outsider();
  if (!extent.whole) extent.enter = sleeping_runtime_end(modules, state.number);
  const bool in_runtime = extent.enter != 0;
  const FrameRange range = user_frames(g_trace, extent, in_runtime, modules);
  SampleKey key;
  key.flags = static_cast<uint16_t>(SampleFlag::kBlocked);
  NodeId context = region.context;
  // A stack that ends in the runtime belongs to an implicit or explicit task; one that begins where the
  // latest sample's did, to the same one.
  const uint64_t boundary = range.empty() ? 0 : g_trace.frames[range.last - 1].cfa;
  if (boundary != 0 && boundary == view.last_boundary && view.last_context != kNoNode) {
    context = view.last_context;
  } else if (region.guessed ||
             (tasks_seen && !extent.whole && (context != kProgramNode || meets_runtime(modules, range)))) {
    key.flags |= static_cast<uint16_t>(SampleFlag::kContextGuessed);
  }
  if (in_runtime) {
    key.state = waiting_state(view.last_state) ? view.last_state : static_cast<uint16_t>(ompt_state_overhead);
  } else {
    key.state = user_state(slot, context);
    key.flags |= flags_of_kind(blocked_kind(state.number));
  }
  if (key.state == ompt_state_idle) {
    key.node = kProgramNode;
    return key;
  }
  *truncated = callers_missing(g_trace, range, extent) && !meets_runtime(modules, range);
  key.node = enter_frames(nodes, modules, context, g_trace, range, *truncated);
  return key;
}

}  // namespace limpid::recorder
