// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explicit tasks, cancellation, and what the program says to the tool.
#include "events/facts.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/facts.h"

namespace limpid::tools::ompt5 {
namespace {

thread_local constinit bool t_in_control_tool = false;

// OMPT gives dependences as an array of its own type; long lists go to the tool from a larger buffer's worth
// of stack.
void dispatch_dependences(const events::Dependences& fact, ompt_dependence_t* list) {
  for (uint32_t i = 0; i < fact.count; ++i) {
    list[i].variable.value = fact.list[i].variable;
    list[i].dependence_type = dependence_type_of(fact.list[i]);
  }
  dispatch<ompt_callback_dependences_t>(fact.thread, ompt_callback_dependences, data_of(fact.task),
                                        static_cast<const ompt_dependence_t*>(list),
                                        static_cast<int>(fact.count));
}

}  // namespace

void on_task_create(const void* what) {
  const auto& fact = *static_cast<const events::TaskCreate*>(what);
  dispatch<ompt_callback_task_create_t>(
      fact.thread, ompt_callback_task_create, data_of(fact.parent), frame_of(fact.parent), data_of(fact.task),
      flags_of(fact.task), fact.has_dependences ? 1 : 0, code_of(fact.thread, fact.return_address));
}

void on_task_schedule(const void* what) {
  const auto& fact = *static_cast<const events::TaskSchedule*>(what);
  dispatch<ompt_callback_task_schedule_t>(fact.thread, ompt_callback_task_schedule, data_of(fact.prior),
                                          status_of(fact.reason), data_of(fact.next));
}

void on_dependences(const void* what) {
  const auto& fact = *static_cast<const events::Dependences*>(what);
  constexpr uint32_t kSmall = 32;
  if (fact.count <= kSmall) {
    ompt_dependence_t list[kSmall];
    dispatch_dependences(fact, list);
  } else {
    dispatch_dependences(
        fact, static_cast<ompt_dependence_t*>(__builtin_alloca(fact.count * sizeof(ompt_dependence_t))));
  }
}

void on_task_dependence(const void* what) {
  const auto& fact = *static_cast<const events::TaskDependence*>(what);
  dispatch<ompt_callback_task_dependence_t>(fact.thread, ompt_callback_task_dependence, data_of(fact.source),
                                            data_of(fact.sink));
}

void on_cancel(const void* what) {
  const auto& fact = *static_cast<const events::Cancel*>(what);
  dispatch<ompt_callback_cancel_t>(fact.thread, ompt_callback_cancel, data_of(fact.task),
                                   cancel_flags_of(fact.kind, fact.stage),
                                   code_of(fact.thread, fact.return_address));
}

void on_control_tool(const void* what) {
  constexpr int kNoCallback = -1;  // omp_control_tool_nocallback
  const auto& fact = *static_cast<const events::ControlTool*>(what);
  auto function = callback<ompt_callback_control_tool_t>(ompt_callback_control_tool);
  CallbackScope scope(fact.thread);
  if (!scope) return;
  if (function == nullptr) {
    if (fact.result < kNoCallback) fact.result = kNoCallback;
    return;
  }
  t_in_control_tool = true;
  fact.result =
      function(fact.command, fact.modifier, fact.argument, code_of(fact.thread, fact.return_address));
  t_in_control_tool = false;
}

void on_error(const void* what) {
  const auto& fact = *static_cast<const events::ErrorDirective*>(what);
  dispatch<ompt_callback_error_t>(fact.thread, ompt_callback_error, fact.fatal ? ompt_fatal : ompt_warning,
                                  fact.message, fact.length, code_of(fact.thread, fact.return_address));
}

bool in_control_tool() {
  return t_in_control_tool;
}

}  // namespace limpid::tools::ompt5
