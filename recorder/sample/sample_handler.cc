// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/sample_handler.h"

#include <csignal>

#include <sys/resource.h>
#include <ucontext.h>

#include "context/earlier_region.h"
#include "context/thread_region.h"
#include "ompt_link.h"
#include "sample/blocked_thread.h"
#include "sample/signal_mask.h"
#include "sample/thread_registry.h"
#include "session.h"
#include "system.h"
#include "task_info.h"
#include "unwind/unwinder.h"

namespace limpid::recorder {

namespace {

// The region may be one whose implicit tasks nobody tells of.
void ask_runtime(const OmptLink& ompt, const ThreadSlot& slot, Capture* capture) {
  ompt_wait_id_t wait_id = 0;
  capture->state = static_cast<uint32_t>(ompt.get_state(&wait_id));
  if (mutex_state(capture->state)) capture->wait_id = wait_id;
  if (device_state(capture->state)) capture->wait_id = slot.awaited_device.load(std::memory_order_relaxed);
  const TaskInfo info = task_info(ompt);
  if (!info.known) return;
  const NodeId region = info.node_of_region();
  if (region != kNoNode) capture->region = region;
  capture->context = info.node();
  if (capture->context == kNoNode && info.is_implicit()) capture->context = region;
  // An implicit task of no region: a worker that has still to leave one that is over.
  if (capture->context == kNoNode && (info.is_initial() || info.parallel == nullptr))
    capture->context = kProgramNode;
  if (info.frame != nullptr) capture->extent = extent_of(*info.frame, info.is_initial());
}

// The lock's holder answers for the time until the next round; see BlameTable for why now.
void charge_holder(Session& session, ThreadSlot* slot, uint64_t planned_ns, Capture* capture) {
  Capture& c = *capture;
  if (c.wait_id == 0 || !mutex_state(c.state)) return;
  c.charged_ns = planned_ns;
  session.blame.add(c.wait_id, c.charged_ns, &slot->own_waiting);
}

// `planned_ns`: the distance to the next sample.
void take(Session& session, ThreadSlot* slot, const void* context, uint64_t planned_ns, Capture* capture) {
  Capture& c = *capture;
  const unwind::Registers registers = unwind::registers_of_context(context);
  c.wait_id = c.charged_ns = c.ran_ns = 0;
  c.pc = registers.pc();
  c.sp = registers.sp();
  c.context = kNoNode;
  const NodeId told = told_region(session.implicit_events, *slot);
  c.region = told == kNoNode ? slot->root : told;
  c.extent = {};
  c.trace.count = 0;
  c.trace.end = unwind::WalkEnd::kComplete;
  const bool ask = session.ompt.connected.load(std::memory_order_seq_cst) &&  // [slot.own]
                   slot->ask_runtime.load(std::memory_order_relaxed);
  if (ask) {
    ask_runtime(session.ompt, *slot, &c);
    charge_holder(session, slot, planned_ns, &c);
  } else {
    c.context = slot->root;
    c.extent.initial = c.extent.whole = true;
    c.state = state_outside(*slot);
  }
  if (c.state == ompt_state_idle) {
    c.context = kProgramNode;
    return;
  }
  const ModuleTable::Reader modules(session.modules);
  if (modules.map() == nullptr) return;
  const unwind::StackView stack(registers.sp(),
                                slot->stack_high > registers.sp() ? slot->stack_high : registers.sp());
  unwind::Unwinder unwinder(*modules.map(), stack, registers, true);
  if (!ask || c.context != kNoNode || session.attachment() == nullptr) {
    walk_stack(&unwinder, c.extent.exit, &c.trace);
    return;
  }
  EarlierRegion region(session);
  c.context = region.known();
  walk_stack(&unwinder, region.is_on_stack() ? 0 : c.extent.exit, &c.trace);
  if (region.is_on_stack()) c.context = region.find(&session.nodes, *modules.map(), c.trace);
}

// The program's own signal came to our handler: by default nothing would happen, or it would wait where it is
// blocked.
void leave_to_program(SampleSignal* signal, ThreadSlot* slot, int number, siginfo_t* info,
                      ucontext_t* context) {
  signal->seen_foreign(number);
  if (slot != nullptr && believes_to_block(*slot, number))
    put_back(signal, slot, number, info, &context->uc_sigmask);
}

// The sampler has asked, by this signal or by one that a timer's was in front of.
bool answer(Session& session, ThreadSlot* slot, void* context) {
  uint32_t expected = ThreadSlot::kRequested;
  if (!slot->phase.compare_exchange_strong(expected, ThreadSlot::kCapturing, std::memory_order_acquire))
    return false;
  take(session, slot, context, slot->planned_ns.load(std::memory_order_relaxed), &slot->capture);
  slot->capture.time_ns = now_ns();
  slot->phase.store(ThreadSlot::kFilled, std::memory_order_release);  // [slot.phase]
  return true;
}

// The thread's own timer has. Who ends the runtime waits until nobody asks it any more.
void answer_timer(Session& session, ThreadSlot* slot, void* context, uint64_t now) {
  if (!slot->own_timer.started()) return;
  Capture* capture = slot->own_samples.begin();
  if (capture == nullptr) return;
  const uint64_t ran = read_clock(CLOCK_THREAD_CPUTIME_ID);
  rusage used;
  getrusage(RUSAGE_THREAD, &used);
  slot->taking_own.store(true, std::memory_order_seq_cst);  // [slot.own]
  take(session, slot, context, session.sampler.period_asked_for(), capture);
  slot->taking_own.store(false, std::memory_order_release);
  capture->time_ns = now;
  capture->ran_ns = ran;
  capture->switches = static_cast<uint64_t>(used.ru_nvcsw);
  slot->own_samples.finish(capture->used_bytes());
}

}  // namespace

void on_sample_signal(int number, siginfo_t* info, void* context) {
  Session& session = Session::get();
  ThreadSlot* slot = session.threads.current_or_adopted();
  auto* interrupted = static_cast<ucontext_t*>(context);
  const bool ours = SampleSignal::is_ours(*info);
  // First, while it is known what the program believes to be blocked.
  if (!ours) leave_to_program(&session.signal, slot, number, info, interrupted);
  if (slot != nullptr) settle_mask(session.signal, slot, &interrupted->uc_sigmask);
  if (!ours) return;
  const ErrnoGuard keep;
  unwind::restart_system_call(context);  // also if nobody waits for the answer any more
  if (slot == nullptr) return;
  const uint64_t began = now_ns();
  if (!answer(session, slot, context)) {
    if (!SampleSignal::is_of_timer(*info)) return;
    answer_timer(session, slot, context, began);
  }
  slot->handler_ns.store(slot->handler_ns.load(std::memory_order_relaxed) + (now_ns() - began),
                         std::memory_order_relaxed);
}

TaskExtent extent_of(const ompt_frame_t& frame, bool initial) {
  TaskExtent extent{frame.enter_frame.value, frame.exit_frame.value, initial};
  const auto is_cfa = [](int flags) { return (flags & 0xf0) == ompt_frame_cfa; };
  // "<= address" shall mean: inside the task, for exit; inside the runtime, for enter.
  if (extent.exit != 0 && is_cfa(frame.exit_frame_flags) &&
      (frame.exit_frame_flags & ompt_frame_application) == 0) {
    --extent.exit;
  }
  if (extent.enter != 0 && is_cfa(frame.enter_frame_flags) &&
      (frame.enter_frame_flags & ompt_frame_application) != 0) {
    --extent.enter;
  }
  return extent;
}

}  // namespace limpid::recorder
