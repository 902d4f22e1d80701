// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for explicit tasks, cancellation, control_tool and error.
#include "events/events.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/events.h"

namespace limpid::tools::ompt5 {
namespace {

thread_local constinit bool t_in_control_tool = false;

// The lists in events have OMPT's layout.
static_assert(sizeof(events::Dependence) == sizeof(ompt_dependence_t));
static_assert(offsetof(events::Dependence, variable) == offsetof(ompt_dependence_t, variable));
static_assert(offsetof(events::Dependence, kind) == offsetof(ompt_dependence_t, dependence_type));
static_assert(sizeof(events::DependenceKind) == sizeof(ompt_dependence_type_t));
constexpr bool same(events::DependenceKind ours, ompt_dependence_type_t theirs) {
  return static_cast<int>(ours) == theirs;
}
static_assert(same(events::DependenceKind::in, ompt_dependence_type_in));
static_assert(same(events::DependenceKind::out, ompt_dependence_type_out));
static_assert(same(events::DependenceKind::inout, ompt_dependence_type_inout));
static_assert(same(events::DependenceKind::mutexinoutset, ompt_dependence_type_mutexinoutset));
static_assert(same(events::DependenceKind::source, ompt_dependence_type_source));
static_assert(same(events::DependenceKind::sink, ompt_dependence_type_sink));
static_assert(same(events::DependenceKind::inoutset, ompt_dependence_type_inoutset));

bool names_all_memory(const events::Dependences& event) {
  for (uint32_t i = 0; i < event.count; ++i) {
    if (is_all_memory(event.list[i])) return true;
  }
  return false;
}

void call_dependences(ompt_callback_dependences_t function, const events::Dependences& event,
                      const void* list) {
  function(data_of(event.task), static_cast<const ompt_dependence_t*>(list), static_cast<int>(event.count));
}

// Only OMPT has a dependence type for omp_all_memory.
[[gnu::noinline, gnu::cold]] void call_with_all_memory(ompt_callback_dependences_t function,
                                                       const events::Dependences& event) {
  auto* list = static_cast<ompt_dependence_t*>(__builtin_alloca(event.count * sizeof(ompt_dependence_t)));
  for (uint32_t i = 0; i < event.count; ++i) {
    list[i].variable.value = event.list[i].variable;
    list[i].dependence_type = dependence_type_of(event.list[i]);
  }
  call_dependences(function, event, list);
}

}  // namespace

void on_task_create(const void* what) {
  call_tool<ompt_callback_task_create_t, events::TaskCreate>(
      what, ompt_callback_task_create, [](auto function, const auto& event, const void* code) {
        function(data_of(event.parent), frame_of(event.parent), data_of(event.task), flags_of(event.task),
                 event.has_dependences ? 1 : 0, code);
      });
}

void on_task_schedule(const void* what) {
  call_tool<ompt_callback_task_schedule_t, events::TaskSchedule>(
      what, ompt_callback_task_schedule, [](auto function, const auto& event, const void*) {
        function(data_of(event.prior), status_of(event.reason), data_of(event.next));
      });
}

void on_dependences(const void* what) {
  call_tool<ompt_callback_dependences_t, events::Dependences>(
      what, ompt_callback_dependences, [](auto function, const auto& event, const void*) {
        names_all_memory(event) ? call_with_all_memory(function, event)
                                : call_dependences(function, event, event.list);
      });
}

void on_task_dependence(const void* what) {
  call_tool<ompt_callback_task_dependence_t, events::TaskDependence>(
      what, ompt_callback_task_dependence, [](auto function, const auto& event, const void*) {
        function(data_of(event.source), data_of(event.sink));
      });
}

void on_cancel(const void* what) {
  call_tool<ompt_callback_cancel_t, events::Cancel>(
      what, ompt_callback_cancel, [](auto function, const auto& event, const void* code) {
        function(data_of(event.task), cancel_flags_of(event.kind, event.stage), code);
      });
}

void on_control_tool(const void* what) {
  constexpr int kNoCallback = -1;  // omp_control_tool_nocallback
  const auto& event = *static_cast<const events::ControlTool*>(what);
  auto function = callback<ompt_callback_control_tool_t>(ompt_callback_control_tool);
  CallbackScope scope(event.thread);
  if (!scope) return;
  if (function == nullptr) {
    if (event.result < kNoCallback) event.result = kNoCallback;
    return;
  }
  t_in_control_tool = true;
  event.result =
      function(event.command, event.modifier, event.argument, code_of(event.thread, event.return_address));
  t_in_control_tool = false;
}

void on_error(const void* what) {
  const auto& event = *static_cast<const events::ErrorDirective*>(what);
  dispatch<ompt_callback_error_t>(event.thread, ompt_callback_error, event.fatal ? ompt_fatal : ompt_warning,
                                  event.message, event.length, code_of(event.thread, event.return_address));
}

bool in_control_tool() {
  return t_in_control_tool;
}

}  // namespace limpid::tools::ompt5
