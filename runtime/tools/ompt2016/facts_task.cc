// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit tasks, and what the program says to the tool.
#include "events/facts.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/facts.h"

namespace limpid::tools::ompt2016 {
namespace {

// The switch that the thread's tool is being told of. A signal handler may look.
thread_local constinit const events::TaskSchedule* volatile t_told [[gnu::tls_model("initial-exec")]] =
    nullptr;

// The empty task that stands for a taskwait with dependences is younger than the interface.
bool is_taskwait(const core::Task& task) {
  return task.is(core::kTaskTaskwait);
}

// 0: those of ordered loops are none between tasks.
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

void dispatch_dependences(const events::Dependences& fact, ompt_task_dependence_t* list) {
  int count = 0;
  for (uint32_t i = 0; i < fact.count; ++i) {
    uint32_t flags = dependence_flags(fact.list[i].kind);
    if (flags == 0) continue;
    list[count].variable_addr = reinterpret_cast<void*>(fact.list[i].variable);
    list[count++].dependence_flags = flags;
  }
  if (count == 0) return;
  dispatch<ompt_task_dependences_callback_t>(fact.thread, ompt_event_task_dependences, uint64_t{fact.task.id},
                                             static_cast<const ompt_task_dependence_t*>(list), count);
}

}  // namespace

void on_task_create(const void* what) {
  const auto& fact = *static_cast<const events::TaskCreate*>(what);
  if (is_taskwait(fact.task)) return;
  ompt_task_type_t type = fact.task.kind == core::TaskKind::target ? ompt_task_target : ompt_task_explicit;
  const ompt_frame_t* frame = frame_of(fact.parent);
  dispatch<ompt_task_create_callback_t>(fact.thread, ompt_event_task_create, uint64_t{fact.parent.id}, frame,
                                        uint64_t{fact.task.id}, type, code_of(fact));
}

// Without a next task nothing is scheduled: the fulfilment of an event, the end of a wait. No switch is told
// of inside the callback of another: a tool does not observe its own tasks.
void on_task_schedule(const void* what) {
  const auto& fact = *static_cast<const events::TaskSchedule*>(what);
  if (fact.next == nullptr) return;
  auto function = callback<ompt_task_schedule_callback_t>(ompt_event_task_schedule);
  if (function == nullptr) return;
  startup::Call call(g_session, fact.thread);
  if (!call) return;
  bool completed = fact.reason == events::TaskSwitch::complete || fact.reason == events::TaskSwitch::cancel;
  t_told = &fact;
  function(fact.prior.id, completed, fact.next->id);
  t_told = nullptr;
}

// What the callback itself runs, a region or a task, is as current as ever.
core::Task* task_being_scheduled(const core::Thread& self) {
  const events::TaskSchedule* told = t_told;
  return told != nullptr && self.task == &told->prior ? told->next : nullptr;
}

void on_dependences(const void* what) {
  const auto& fact = *static_cast<const events::Dependences*>(what);
  if (is_taskwait(fact.task)) return;
  constexpr uint32_t kSmall = 32;
  if (fact.count <= kSmall) {
    ompt_task_dependence_t list[kSmall];
    dispatch_dependences(fact, list);
  } else {
    dispatch_dependences(fact, static_cast<ompt_task_dependence_t*>(
                                   __builtin_alloca(fact.count * sizeof(ompt_task_dependence_t))));
  }
}

void on_task_dependence(const void* what) {
  const auto& fact = *static_cast<const events::TaskDependence*>(what);
  if (is_taskwait(fact.sink)) return;
  dispatch<ompt_task_dependence_callback_t>(fact.thread, ompt_event_task_dependence_pair,
                                            uint64_t{fact.source.id}, uint64_t{fact.sink.id});
}

// omp_control_tool reaches this tool too, and gets the answers that its specification has.
void on_control(const void* what) {
  constexpr int kSuccess = 0;
  constexpr int kNoCallback = -1;
  const auto& fact = *static_cast<const events::ControlTool*>(what);
  auto function = callback<ompt_control_callback_t>(ompt_event_control);
  startup::Call call(g_session, fact.thread);
  if (!call) return;
  fact.result = function != nullptr ? kSuccess : kNoCallback;
  if (function != nullptr) function(fact.command, fact.modifier, code_of(fact));
}

}  // namespace limpid::tools::ompt2016
