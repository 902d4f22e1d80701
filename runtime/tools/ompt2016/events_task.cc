// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for explicit tasks and ompt_control.
#include "events/events.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"

namespace limpid::tools::ompt2016 {
namespace {

// The task switch of the tool's callback that the thread is in. A signal handler may read it.
thread_local constinit const events::TaskSchedule* volatile t_current_switch
    [[gnu::tls_model("initial-exec")]] = nullptr;

// The empty task of a taskwait with dependences is newer than the interface.
bool is_taskwait(const core::Task& task) {
  return task.is(core::kTaskTaskwait);
}

// 0: dependences of ordered loops are not between tasks.
uint32_t dependence_flags(events::DependenceKind kind) {
  using events::DependenceKind;
  switch (kind) {
    case DependenceKind::in:
      return ompt_task_dependence_type_in;
    case DependenceKind::out:
      return ompt_task_dependence_type_out;
    case DependenceKind::inout:
    case DependenceKind::mutexinoutset:
    case DependenceKind::inoutset:
      return ompt_task_dependence_type_inout;
    case DependenceKind::source:
    case DependenceKind::sink:
      break;
  }
  return 0;
}

void dispatch_dependences(const events::Dependences& event, ompt_task_dependence_t* list) {
  int count = 0;
  for (uint32_t i = 0; i < event.count; ++i) {
    uint32_t flags = dependence_flags(event.list[i].kind);
    if (flags == 0) continue;
    list[count].variable_addr = reinterpret_cast<void*>(event.list[i].variable);
    list[count++].dependence_flags = flags;
  }
  if (count == 0) return;
  dispatch<ompt_task_dependences_callback_t>(event.thread, ompt_event_task_dependences,
                                             uint64_t{event.task.id},
                                             static_cast<const ompt_task_dependence_t*>(list), count);
}

}  // namespace

void on_task_create(const void* what) {
  const auto& event = *static_cast<const events::TaskCreate*>(what);
  if (is_taskwait(event.task)) return;
  ompt_task_type_t type = event.task.kind == core::TaskKind::target ? ompt_task_target : ompt_task_explicit;
  const ompt_frame_t* frame = frame_of(event.parent);
  dispatch<ompt_task_create_callback_t>(event.thread, ompt_event_task_create, uint64_t{event.parent.id},
                                        frame, uint64_t{event.task.id}, type, code_of(event));
}

// Without a next task nothing is scheduled: the fulfilment of an event, the end of a wait. A switch inside
// the callback of another one is not reported: a tool does not observe its own tasks.
void on_task_schedule(const void* what) {
  const auto& event = *static_cast<const events::TaskSchedule*>(what);
  if (event.next == nullptr) return;
  auto function = callback<ompt_task_schedule_callback_t>(ompt_event_task_schedule);
  if (function == nullptr) return;
  startup::Call call(g_session, event.thread);
  if (!call) return;
  bool completed = event.reason == events::TaskSwitch::complete || event.reason == events::TaskSwitch::cancel;
  t_current_switch = &event;
  function(event.prior.id, completed, event.next->id);
  t_current_switch = nullptr;
}

// A region or task that the callback itself runs is current as usual.
core::Task* task_being_scheduled(const core::Thread& self) {
  const events::TaskSchedule* current = t_current_switch;
  return current != nullptr && self.task == &current->prior ? current->next : nullptr;
}

void on_dependences(const void* what) {
  const auto& event = *static_cast<const events::Dependences*>(what);
  if (is_taskwait(event.task)) return;
  constexpr uint32_t kSmall = 32;
  if (event.count <= kSmall) {
    ompt_task_dependence_t list[kSmall];
    dispatch_dependences(event, list);
  } else {
    dispatch_dependences(event, static_cast<ompt_task_dependence_t*>(
                                    __builtin_alloca(event.count * sizeof(ompt_task_dependence_t))));
  }
}

void on_task_dependence(const void* what) {
  const auto& event = *static_cast<const events::TaskDependence*>(what);
  if (is_taskwait(event.sink)) return;
  dispatch<ompt_task_dependence_callback_t>(event.thread, ompt_event_task_dependence_pair,
                                            uint64_t{event.source.id}, uint64_t{event.sink.id});
}

// omp_control_tool reaches this tool too, with the results that its specification defines.
void on_control(const void* what) {
  constexpr int kSuccess = 0;
  constexpr int kNoCallback = -1;
  const auto& event = *static_cast<const events::ControlTool*>(what);
  auto function = callback<ompt_control_callback_t>(ompt_event_control);
  startup::Call call(g_session, event.thread);
  if (!call) return;
  event.result = function != nullptr ? kSuccess : kNoCallback;
  if (function != nullptr) function(event.command, event.modifier, code_of(event));
}

}  // namespace limpid::tools::ompt2016
