// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of threads, regions, implicit tasks and worksharing.
#include "events/events.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/records.h"

namespace limpid::tools::ompt5::trace {
namespace {

ompt_dispatch_t dispatch_kind_of(events::DispatchKind kind) {
  switch (kind) {
    case events::DispatchKind::iteration:
      return ompt_dispatch_iteration;
    case events::DispatchKind::section:
      return ompt_dispatch_section;
    case events::DispatchKind::loop_chunk:
      return ompt_dispatch_ws_loop_chunk;
    case events::DispatchKind::taskloop_chunk:
      return ompt_dispatch_taskloop_chunk;
    case events::DispatchKind::distribute_chunk:
      break;
  }
  return ompt_dispatch_distribute_chunk;
}

}  // namespace

void record_thread_begin(const void* what) {
  const auto& event = *static_cast<const events::ThreadBegin*>(what);
  write_record(event.thread, ompt_callback_thread_begin,
               [&](auto& record) { record.thread_begin = {thread_type_of(event.kind)}; });
}

void record_parallel_begin(const void* what) {
  const auto& event = *static_cast<const events::ParallelBegin*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_parallel_begin, [&](auto& record) {
    record.parallel_begin = {id_of(&event.encountering_task), id_of(&event.team), event.requested,
                             parallel_flags_of(event.league, event.runtime_invokes), code};
  });
}

void record_parallel_end(const void* what) {
  const auto& event = *static_cast<const events::ParallelEnd*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_parallel_end, [&](auto& record) {
    record.parallel_end = {id_of(&event.team), id_of(&event.encountering_task),
                           parallel_flags_of(event.league, event.runtime_invokes), code};
  });
}

void record_implicit_task(const void* what) {
  const auto& event = *static_cast<const events::ImplicitTask*>(what);
  const bool begin = event.endpoint == events::Endpoint::begin;
  write_record(event.thread, ompt_callback_implicit_task, [&](auto& record) {
    record.implicit_task = {endpoint_of(event.endpoint),
                            begin ? id_of(event.team) : ompt_id_none,
                            id_of(&event.task),
                            begin ? event.team_size : 0,
                            event.index,
                            event.initial ? ompt_task_initial : ompt_task_implicit};
  });
}

void record_work(const void* what) {
  const auto& event = *static_cast<const events::Work*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_work, [&](auto& record) {
    record.work = {work_type_of(event.kind),
                   endpoint_of(event.endpoint),
                   id_of(&event.team),
                   id_of(&event.task),
                   event.count,
                   code};
  });
}

// A chunk lies behind its record.
void record_dispatch(const void* what) {
  const auto& event = *static_cast<const events::Dispatch*>(what);
  const ompt_dispatch_t kind = dispatch_kind_of(event.kind);
  const void* code = kind == ompt_dispatch_section
                         ? code_of(event.thread, reinterpret_cast<const void*>(event.chunk.start))
                         : nullptr;
  write_record(event.thread, ompt_callback_dispatch, device_time(), sizeof(ompt_dispatch_chunk_t),
               [&](auto& record, void* behind) {
                 ompt_data_t instance = {event.chunk.start};
                 if (kind == ompt_dispatch_section) {
                   instance.ptr = const_cast<void*>(code);
                 } else if (kind != ompt_dispatch_iteration) {
                   *static_cast<ompt_dispatch_chunk_t*>(behind) = {event.chunk.start, event.chunk.iterations};
                   instance.ptr = behind;
                 }
                 record.dispatch = {id_of(&event.team), id_of(&event.task), kind, instance};
               });
}

void record_masked(const void* what) {
  const auto& event = *static_cast<const events::Masked*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_masked, [&](auto& record) {
    record.masked = {endpoint_of(event.endpoint), id_of(&event.team), id_of(&event.task), code};
  });
}

}  // namespace limpid::tools::ompt5::trace
