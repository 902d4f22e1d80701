// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for threads, regions, implicit tasks and worksharing.
#include "events/events.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/events.h"

namespace limpid::tools::ompt5 {
namespace {

// The tool gets the address of the chunk in the event: a copy would read words that have just been written,
// and wait for the stores.
static_assert(sizeof(ompt_dispatch_chunk_t) == sizeof(events::Dispatch::Chunk) &&
              offsetof(ompt_dispatch_chunk_t, start) == offsetof(events::Dispatch::Chunk, start) &&
              offsetof(ompt_dispatch_chunk_t, iterations) == offsetof(events::Dispatch::Chunk, iterations));

ompt_data_t instance_of(const events::Dispatch& event) {
  ompt_data_t instance;
  instance.ptr = const_cast<events::Dispatch::Chunk*>(&event.chunk);
  if (event.kind == events::DispatchKind::iteration) instance.value = event.chunk.start;
  if (event.kind == events::DispatchKind::section)
    instance.ptr = const_cast<void*>(code_of(event.thread, reinterpret_cast<const void*>(event.chunk.start)));
  return instance;
}

}  // namespace

void on_thread_begin(const void* what) {
  const auto& event = *static_cast<const events::ThreadBegin*>(what);
  dispatch<ompt_callback_thread_begin_t>(event.thread, ompt_callback_thread_begin, thread_type_of(event.kind),
                                         data_of(event.thread.tools.word));
}

void on_thread_end(const void* what) {
  const auto& event = *static_cast<const events::ThreadEnd*>(what);
  dispatch<ompt_callback_thread_end_t>(event.thread, ompt_callback_thread_end,
                                       data_of(event.thread.tools.word));
}

void on_parallel_begin(const void* what) {
  call_tool<ompt_callback_parallel_begin_t, events::ParallelBegin>(
      what, ompt_callback_parallel_begin, [](auto function, const auto& event, const void* code) {
        function(data_of(event.encountering_task), frame_of(event.encountering_task), data_of(event.team),
                 event.requested, parallel_flags_of(event.league, event.runtime_invokes), code);
      });
}

void on_parallel_end(const void* what) {
  call_tool<ompt_callback_parallel_end_t, events::ParallelEnd>(
      what, ompt_callback_parallel_end, [](auto function, const auto& event, const void* code) {
        function(data_of(event.team), data_of(event.encountering_task),
                 parallel_flags_of(event.league, event.runtime_invokes), code);
      });
}

void on_implicit_task(const void* what) {
  call_tool<ompt_callback_implicit_task_t, events::ImplicitTask>(
      what, ompt_callback_implicit_task, [](auto function, const auto& event, const void*) {
        const bool begin = event.endpoint == events::Endpoint::begin;
        function(endpoint_of(event.endpoint), begin ? data_of(event.team) : nullptr, data_of(event.task),
                 begin ? event.team_size : 0, event.index,
                 event.initial ? ompt_task_initial : ompt_task_implicit);
      });
}

void on_work(const void* what) {
  call_tool<ompt_callback_work_t, events::Work>(
      what, ompt_callback_work, [](auto function, const auto& event, const void* code) {
        function(work_type_of(event.kind), endpoint_of(event.endpoint), data_of(event.team),
                 data_of(event.task), event.count, code);
      });
}

void on_dispatch(const void* what) {
  call_tool<ompt_callback_dispatch_t, events::Dispatch>(
      what, ompt_callback_dispatch, [](auto function, const auto& event, const void*) {
        function(data_of(event.team), data_of(event.task), dispatch_kind_of(event.kind), instance_of(event));
      });
}

void on_masked(const void* what) {
  call_tool<ompt_callback_masked_t, events::Masked>(
      what, ompt_callback_masked, [](auto function, const auto& event, const void* code) {
        function(endpoint_of(event.endpoint), data_of(event.team), data_of(event.task), code);
      });
}

}  // namespace limpid::tools::ompt5
