// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OMPT's events as the trace has them (formats/trace_event.h). Those that the recorder receives anyway come here
// first, and go on to it.
#include "trace/trace_callbacks.h"

#include "context/construct_context.h"
#include "ompt_link.h"
#include "session.h"

namespace limpid::recorder {

namespace {

using trace::Event;
using trace::EventKind;

// The recorder's own, for the events that it receives in any case.
struct {
  ompt_callback_thread_begin_t thread_begin;
  ompt_callback_thread_end_t thread_end;
  ompt_callback_parallel_begin_t parallel_begin;
  ompt_callback_parallel_end_t parallel_end;
  ompt_callback_implicit_task_t implicit_task;
  ompt_callback_task_create_t task_create;
  ompt_callback_mutex_t mutex_released;
} g_own;

ThreadTrace* this_thread() {
  ThreadTrace* part = ThreadTrace::current();
  return part != nullptr ? part : Session::get().trace.this_thread();
}

uint64_t number_of_data(const ompt_data_t* data) {
  return data == nullptr ? 0 : number_of(data->value);
}

// Where the runtime does not say it, the task that the thread is at.
uint64_t task_of(const ThreadTrace& part, const ompt_data_t* task) {
  return task == nullptr ? part.task() : number_of(task->value);
}

NodeId node_of_data(const ompt_data_t* data) {
  return data == nullptr ? kNoNode : node_of(data->value);
}

[[gnu::always_inline]] inline Event event(EventKind kind, uint64_t id = 0, uint64_t other = 0) {
  Event e;
  e.kind = kind;
  e.id = id;
  e.other = other;
  return e;
}

void on_thread_begin(ompt_thread_t type, ompt_data_t* data) {
  g_own.thread_begin(type, data);
  Session::get().trace.this_new_thread();  // says so
}

void on_thread_end(ompt_data_t* data) {
  if (ThreadTrace* part = this_thread()) {
    part->put(event(EventKind::kThreadEnd));
    part->end();
  }
  g_own.thread_end(data);
}

void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* parallel,
                       unsigned requested, int flags, const void* code) {
  g_own.parallel_begin(task, frame, parallel, requested, flags, code);
  ThreadTrace* part = this_thread();
  if (part == nullptr || parallel == nullptr) return;
  Event e = event(EventKind::kParallelBegin, part->fresh_number(), task_of(*part, task));
  e.place = node_of(parallel->value);
  e.count = requested;
  const bool teams = (flags & ompt_parallel_league) != 0;
  e.detail = static_cast<uint8_t>(teams ? trace::RegionShape::kTeams : trace::RegionShape::kParallel);
  parallel->value = word_of(e.place, e.id);
  part->put(e);
}

void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* code) {
  if (ThreadTrace* part = this_thread()) {
    const Event e = event(EventKind::kParallelEnd, number_of_data(parallel), task_of(*part, task));
    part->put_behind(EventKind::kImplicitEnd, 0, e);
  }
  g_own.parallel_end(parallel, task, flags, code);
}

void begin_implicit(ThreadTrace* part, const ompt_data_t* parallel, ompt_data_t* task, unsigned team_size,
                    unsigned index, bool initial) {
  // The region around a program's initial task has no number: it was never begun.
  Event e = event(EventKind::kImplicitBegin, part->fresh_number(), number_of_data(parallel));
  const bool program = initial && e.other == 0;
  e.number = program ? 0 : index;
  e.count = program ? 1 : team_size;
  if (task != nullptr) task->value = word_of(node_of(task->value), e.id);
  part->put(e);
  part->is_at(node_of_data(task));
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned team_size, unsigned index, int flags) {
  if (endpoint == ompt_scope_begin) {
    g_own.implicit_task(endpoint, parallel, task, team_size, index, flags);
    if (ThreadTrace* part = Session::get().trace.this_new_thread())
      begin_implicit(part, parallel, task, team_size, index, (flags & ompt_task_initial) != 0);
    return;
  }
  if (ThreadTrace* part = this_thread()) {
    const Event e = event(EventKind::kImplicitEnd, task_of(*part, task), part->region());
    part->put_behind(EventKind::kSyncEnd, ompt_sync_region_barrier_implicit_parallel, e);
    part->is_at(kNoNode);
  }
  g_own.implicit_task(endpoint, parallel, task, team_size, index, flags);
}

uint8_t shape_of(int flags, int has_dependences) {
  const auto bit = [&](int flag, trace::TaskShape shape) {
    return (flags & flag) != 0 ? static_cast<unsigned>(shape) : 0u;
  };
  const unsigned shape =
      bit(ompt_task_undeferred, trace::kTaskUndeferred) | bit(ompt_task_untied, trace::kTaskUntied) |
      bit(ompt_task_final, trace::kTaskFinal) | bit(ompt_task_mergeable, trace::kTaskMergeable) |
      bit(ompt_task_target, trace::kTaskTarget) | bit(ompt_task_taskwait, trace::kTaskTaskwait) |
      (has_dependences != 0 ? unsigned{trace::kTaskHasDependences} : 0u);
  return static_cast<uint8_t>(shape);
}

void on_task_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* fresh, int flags,
                    int has_dependences, const void* code) {
  g_own.task_create(task, frame, fresh, flags, has_dependences, code);
  if ((flags & (ompt_task_explicit | ompt_task_target | ompt_task_taskwait)) == 0 || fresh == nullptr) return;
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  Event e = event(EventKind::kTaskCreate, part->fresh_number(), task_of(*part, task));
  e.detail = shape_of(flags, has_dependences);
  e.place = node_of(fresh->value);
  if (e.place == kNoNode) e.place = part->place_of(node_of_data(task), code, __builtin_frame_address(0));
  fresh->value = word_of(node_of(fresh->value), e.id);
  part->put(e);
}

void on_dependences(ompt_data_t* task, const ompt_dependence_t* items, int count) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  Event e = event(EventKind::kDependence, number_of_data(task));
  for (int i = 0; i < count; ++i) {
    e.other = items[i].variable.value;
    e.detail = static_cast<uint8_t>(items[i].dependence_type);
    part->put_at_once(e);
  }
}

void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
  ThreadTrace* part = this_thread();
  if (part == nullptr || status == ompt_task_early_fulfill) return;
  if (status == ompt_task_late_fulfill) {
    part->put(event(EventKind::kTaskEnd, number_of_data(prior)));
    return;
  }
  Event e = event(EventKind::kTaskSchedule, task_of(*part, prior), number_of_data(next));
  e.detail = static_cast<uint8_t>(status);
  part->put(e);
  if (status != ompt_taskwait_complete) part->is_at(node_of_data(next));
}

void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* task,
             uint64_t count, const void* code) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  const auto detail = static_cast<uint8_t>(type);
  if (endpoint != ompt_scope_end) {
    Event e = event(EventKind::kWorkBegin, task_of(*part, task));
    e.detail = detail;
    e.count = count;
    e.place = part->place_of(node_of_data(task), code, __builtin_frame_address(0));
    part->put(e);
  }
  if (endpoint == ompt_scope_begin) return;
  Event e = event(EventKind::kWorkEnd, task_of(*part, task));
  e.detail = detail;
  part->put(e);
}

void on_dispatch(ompt_data_t*, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  Event e = event(EventKind::kDispatch, task_of(*part, task), instance.value);
  e.detail = static_cast<uint8_t>(kind);
  if (kind >= ompt_dispatch_ws_loop_chunk && instance.ptr != nullptr) {
    const auto* chunk = static_cast<const ompt_dispatch_chunk_t*>(instance.ptr);
    e.other = chunk->start;
    e.count = chunk->iterations;
  }
  part->put(e);
}

void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* task, const void* code) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  if (endpoint != ompt_scope_end) {
    Event e = event(EventKind::kSyncBegin, task_of(*part, task), number_of_data(parallel));
    e.detail = static_cast<uint8_t>(kind);
    e.place = part->place_of(node_of_data(task), code, __builtin_frame_address(0));
    part->put(e);
  }
  if (endpoint == ompt_scope_begin) return;
  Event e = event(EventKind::kSyncEnd, task_of(*part, task));
  e.detail = static_cast<uint8_t>(kind);
  part->put_behind(EventKind::kWaitEnd, e.detail, e);
}

void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*,
                         ompt_data_t* task, const void*) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  if (endpoint != ompt_scope_end) {
    Event e = event(EventKind::kWaitBegin, task_of(*part, task));
    e.detail = static_cast<uint8_t>(kind);
    // What the program does in a taskgroup lies before the wait at its end.
    if (kind == ompt_sync_region_taskgroup) {
      part->put(e);
    } else {
      part->put_behind(EventKind::kSyncBegin, e.detail, e);
    }
  }
  if (endpoint == ompt_scope_begin) return;
  Event e = event(EventKind::kWaitEnd, task_of(*part, task));
  e.detail = static_cast<uint8_t>(kind);
  part->put(e);
}

[[gnu::always_inline]] inline void put_mutex(EventKind kind, ompt_mutex_t mutex, ompt_wait_id_t wait_id,
                                             const void* code) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  Event e = event(kind, 0, wait_id);
  e.detail = static_cast<uint8_t>(mutex);
  if (kind == EventKind::kMutexAcquire || kind == EventKind::kMutexReleased)
    e.place = part->place_of(code, __builtin_frame_address(0));
  part->put(e);
}

void on_mutex_acquire(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t wait_id, const void* code) {
  put_mutex(EventKind::kMutexAcquire, kind, wait_id, code);
}

void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  put_mutex(EventKind::kMutexAcquired, kind, wait_id, code);
}

void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  put_mutex(EventKind::kMutexReleased, kind, wait_id, code);
  g_own.mutex_released(kind, wait_id, code);
}

void on_lock_init(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t wait_id, const void* code) {
  put_mutex(EventKind::kLockInit, kind, wait_id, code);
}

void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code) {
  put_mutex(EventKind::kLockDestroy, kind, wait_id, code);
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* task, const void*) {
  ThreadTrace* part = this_thread();
  if (part == nullptr) return;
  if (endpoint != ompt_scope_end) part->put(event(EventKind::kMaskedBegin, task_of(*part, task)));
  if (endpoint != ompt_scope_begin) part->put(event(EventKind::kMaskedEnd, task_of(*part, task)));
}

template <typename F>
constexpr ompt_callback_t erase(F* f) {
  return reinterpret_cast<ompt_callback_t>(f);
}

template <typename F>
ompt_callback_t around(F** own, ompt_callback_t callback, F* ours) {
  *own = reinterpret_cast<F*>(callback);
  return erase(ours);
}

}  // namespace

ompt_callback_t with_trace(ompt_callbacks_t event, ompt_callback_t callback) {
  switch (event) {
    case ompt_callback_thread_begin:
      return around(&g_own.thread_begin, callback, &on_thread_begin);
    case ompt_callback_thread_end:
      return around(&g_own.thread_end, callback, &on_thread_end);
    case ompt_callback_parallel_begin:
      return around(&g_own.parallel_begin, callback, &on_parallel_begin);
    case ompt_callback_parallel_end:
      return around(&g_own.parallel_end, callback, &on_parallel_end);
    case ompt_callback_implicit_task:
      return around(&g_own.implicit_task, callback, &on_implicit_task);
    case ompt_callback_task_create:
      return around(&g_own.task_create, callback, &on_task_create);
    case ompt_callback_mutex_released:
      return around(&g_own.mutex_released, callback, &on_mutex_released);
    default:
      return callback;
  }
}

const TraceRegistration* trace_registrations(bool chunks) {
  static const TraceRegistration kTable[] = {
      {ompt_callback_dispatch, erase(on_dispatch), "callback:dispatch"},  // first: left out without chunks
      {ompt_callback_work, erase(on_work), "callback:work"},
      {ompt_callback_dependences, erase(on_dependences), "callback:dependences"},
      {ompt_callback_task_schedule, erase(on_task_schedule), "callback:task_schedule"},
      {ompt_callback_sync_region, erase(on_sync_region), "callback:sync_region"},
      {ompt_callback_sync_region_wait, erase(on_sync_region_wait), "callback:sync_region_wait"},
      {ompt_callback_reduction, erase(on_sync_region), "callback:reduction"},
      {ompt_callback_mutex_acquire, erase(on_mutex_acquire), "callback:mutex_acquire"},
      {ompt_callback_mutex_acquired, erase(on_mutex_acquired), "callback:mutex_acquired"},
      {ompt_callback_lock_init, erase(on_lock_init), "callback:lock_init"},
      {ompt_callback_lock_destroy, erase(on_lock_destroy), "callback:lock_destroy"},
      {ompt_callback_masked, erase(on_masked), "callback:masked"},
      {{}, nullptr, nullptr},
  };
  return chunks ? kTable : kTable + 1;
}

}  // namespace limpid::recorder
