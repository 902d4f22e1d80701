// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/answer_context.h"

#include "context/recursion.h"
#include "session.h"

namespace limpid::recorder {

namespace {

// The function that the task runs; 0: not known.
uint64_t function_of_task(const StackTrace& trace, const ModuleMap* modules, FrameRange range) {
  if (range.empty() || modules == nullptr) return 0;
  const unwind::Frame& outermost = trace.frames[range.last - 1];
  return function_around(modules, outermost.exact ? outermost.pc : outermost.pc - 1);
}

}  // namespace

NodeId context_of_answer(Session* session, const ThreadSlot& slot, const Capture& answer,
                         const ModuleMap* modules, FrameRange range, SampleKey* key) {
  using profile::NodeKind;
  const NodeId known = answer.context, region = answer.region;
  const bool valid = session->nodes.valid(known);
  const bool of_task = valid && session->nodes.node(known).kind == NodeKind::kTask;
  if (valid && !of_task) return known;
  const uint64_t function = function_of_task(answer.trace, modules, range);
  if (of_task) {
    if (function != 0) session->task_origins.know(region, function, known);
    return known;
  }
  NodeId guess = kNoNode;
  if (session->task_events.are_partly_heard())
    guess = function != 0 ? session->task_origins.guess(region, function) : slot.sampler.last_context;
  if (!session->nodes.valid(guess)) {
    return session->nodes.child(region, NodeKind::kTruncated,
                                static_cast<uint64_t>(profile::TruncationReason::kNoContext));
  }
  key->flags |= static_cast<uint16_t>(profile::SampleFlag::kContextGuessed);
  return guess;
}

}  // namespace limpid::recorder
