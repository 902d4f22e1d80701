// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of explicit tasks, cancellation, control_tool and error.
#include <string.h>

#include "events/events.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/records.h"

namespace limpid::tools::ompt5::trace {

void record_task_create(const void* what) {
  const auto& event = *static_cast<const events::TaskCreate*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_task_create, [&](auto& record) {
    record.task_create = {id_of(&event.parent), id_of(&event.task), flags_of(event.task),
                          event.has_dependences ? 1 : 0, code};
  });
}

void record_task_schedule(const void* what) {
  const auto& event = *static_cast<const events::TaskSchedule*>(what);
  write_record(event.thread, ompt_callback_task_schedule, [&](auto& record) {
    record.task_schedule = {id_of(&event.prior), status_of(event.reason), id_of(event.next)};
  });
}

// One record per dependence (4.5.2.8).
void record_dependences(const void* what) {
  const auto& event = *static_cast<const events::Dependences*>(what);
  for (uint32_t i = 0; i < event.count; ++i) {
    const events::Dependence& one = event.list[i];
    write_record(event.thread, ompt_callback_dependences, [&](auto& record) {
      record.dependences = {
          id_of(&event.task), {{one.variable}, dependence_type_of(one)}, static_cast<int>(event.count)};
    });
  }
}

void record_task_dependence(const void* what) {
  const auto& event = *static_cast<const events::TaskDependence*>(what);
  write_record(event.thread, ompt_callback_task_dependence, [&](auto& record) {
    record.task_dependence = {id_of(&event.source), id_of(&event.sink)};
  });
}

void record_cancel(const void* what) {
  const auto& event = *static_cast<const events::Cancel*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_cancel, [&](auto& record) {
    record.cancel = {id_of(&event.task), cancel_flags_of(event.kind, event.stage), code};
  });
}

void record_control_tool(const void* what) {
  const auto& event = *static_cast<const events::ControlTool*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_control_tool, [&](auto& record) {
    record.control_tool = {event.command, event.modifier, code};
  });
}

// The message lies behind its record, with a zero at its end.
void record_error(const void* what) {
  const auto& event = *static_cast<const events::ErrorDirective*>(what);
  const void* code = code_of(event.thread, event.return_address);
  const size_t length = event.message != nullptr ? event.length : 0;
  write_record(event.thread, ompt_callback_error, device_time(), length + 1, [&](auto& record, void* behind) {
    memcpy(behind, event.message != nullptr ? event.message : "", length);
    record.error = {event.fatal ? ompt_fatal : ompt_warning, static_cast<const char*>(behind), length, code};
  });
}

}  // namespace limpid::tools::ompt5::trace
