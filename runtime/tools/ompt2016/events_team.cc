// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for threads, regions, implicit tasks and worksharing.
#include "events/events.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"

namespace limpid::tools::ompt2016 {
namespace {

ompt_thread_type_t thread_type(events::ThreadKind kind) {
  switch (kind) {
    case events::ThreadKind::initial:
      return ompt_thread_initial;
    case events::ThreadKind::worker:
      return ompt_thread_worker;
    case events::ThreadKind::other:
      break;
  }
  return ompt_thread_other;
}

ompt_invoker_t invoker(bool runtime_invokes) {
  return runtime_invokes ? ompt_invoker_runtime : ompt_invoker_program;
}

// 0: newer than the interface.
int worksharing_type(events::WorkKind kind) {
  using events::WorkKind;
  switch (kind) {
    case WorkKind::loop_static:
    case WorkKind::loop_dynamic:
    case WorkKind::loop_guided:
    case WorkKind::loop_other:
      return ompt_worksharing_loop;
    case WorkKind::sections:
      return ompt_worksharing_sections;
    case WorkKind::single_executor:
      return ompt_worksharing_single_executor;
    case WorkKind::single_other:
      return ompt_worksharing_single_other;
    case WorkKind::workshare:
      return ompt_worksharing_workshare;
    case WorkKind::distribute:
      return ompt_worksharing_distribute;
    case WorkKind::taskloop:
    case WorkKind::scope:
      break;
  }
  return 0;
}

}  // namespace

void on_thread_begin(const void* what) {
  const auto& event = *static_cast<const events::ThreadBegin*>(what);
  dispatch<ompt_thread_begin_callback_t>(event.thread, ompt_event_thread_begin, thread_type(event.kind),
                                         event.thread.identity.id);
}

void on_thread_end(const void* what) {
  const auto& event = *static_cast<const events::ThreadEnd*>(what);
  dispatch<ompt_thread_end_callback_t>(event.thread, ompt_event_thread_end, event.thread.identity.id);
}

void on_idle(const void* what) {
  const auto& event = *static_cast<const events::Idle*>(what);
  dispatch<ompt_idle_callback_t>(event.thread, ompt_event_idle, endpoint_of(event.endpoint));
}

// The interface has parallel regions only: a league of teams is not one.
void on_parallel_begin(const void* what) {
  const auto& event = *static_cast<const events::ParallelBegin*>(what);
  if (event.league) return;
  const ompt_frame_t* frame = frame_of(event.encountering_task);
  dispatch<ompt_parallel_begin_callback_t>(event.thread, ompt_event_parallel_begin,
                                           uint64_t{event.encountering_task.id}, frame,
                                           uint64_t{event.team.region.id}, uint32_t{event.requested},
                                           invoker(event.runtime_invokes), code_of(event));
}

void on_parallel_end(const void* what) {
  const auto& event = *static_cast<const events::ParallelEnd*>(what);
  if (event.league) return;
  dispatch<ompt_parallel_end_callback_t>(event.thread, ompt_event_parallel_end,
                                         uint64_t{event.team.region.id}, uint64_t{event.encountering_task.id},
                                         invoker(event.runtime_invokes), code_of(event));
}

void on_implicit_task(const void* what) {
  const auto& event = *static_cast<const events::ImplicitTask*>(what);
  if (event.endpoint == events::Endpoint::begin) event.task.tool_word = region_of(event.team);
  if (event.initial) return;
  dispatch<ompt_scoped_implicit_callback_t>(event.thread, ompt_event_implicit_task,
                                            endpoint_of(event.endpoint), uint64_t{event.task.tool_word},
                                            uint64_t{event.task.id});
}

void on_work(const void* what) {
  const auto& event = *static_cast<const events::Work*>(what);
  int type = worksharing_type(event.kind);
  if (type == 0) return;
  dispatch<ompt_scoped_worksharing_callback_t>(
      event.thread, ompt_event_worksharing, static_cast<ompt_worksharing_type_t>(type),
      endpoint_of(event.endpoint), region_of(&event.team), uint64_t{event.task.id}, code_of(event));
}

// masked on another thread than the master is newer than the interface.
void on_masked(const void* what) {
  const auto& event = *static_cast<const events::Masked*>(what);
  if (event.thread.index != 0) return;
  dispatch<ompt_scoped_master_callback_t>(event.thread, ompt_event_master, endpoint_of(event.endpoint),
                                          region_of(&event.team), uint64_t{event.task.id}, code_of(event));
}

}  // namespace limpid::tools::ompt2016
