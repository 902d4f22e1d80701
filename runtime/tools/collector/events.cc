// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the API's events, and the handlers that turn core's events into them.
#include "tools/collector/events.h"

#include "core/data/thread.h"
#include "events/events.h"
#include "tools/collector/session.h"

namespace limpid::tools::collector {
namespace {

using events::Endpoint;
using events::EventId;

// A signal handler may read it.
thread_local constinit const core::Team* volatile t_forking [[gnu::tls_model("initial-exec")]] = nullptr;

void notify(core::Thread& thread, OMP_COLLECTORAPI_EVENT event) {
  if (callback(event) == nullptr) return;
  startup::Call call(g_session, thread);
  if (!call) return;
  prepare_to_fall_silent();
  if (Callback function = callback(event)) function(event);
}

// Numbers of begin and end events come in pairs: the end is the begin plus one.
void notify(core::Thread& thread, OMP_COLLECTORAPI_EVENT begin, Endpoint endpoint) {
  notify(thread, endpoint == Endpoint::begin ? begin : static_cast<OMP_COLLECTORAPI_EVENT>(begin + 1));
}

// A league of teams is no parallel region.
void on_parallel_begin(const void* what) {
  const auto& event = *static_cast<const events::ParallelBegin*>(what);
  if (event.league) return;
  const core::Team* outer = t_forking;  // a callback may open regions of its own
  t_forking = &event.team;
  notify(event.thread, OMP_EVENT_FORK);
  t_forking = outer;
}

void on_parallel_end(const void* what) {
  const auto& event = *static_cast<const events::ParallelEnd*>(what);
  if (!event.league) notify(event.thread, OMP_EVENT_JOIN);
}

void on_idle(const void* what) {
  const auto& event = *static_cast<const events::Idle*>(what);
  notify(event.thread, OMP_EVENT_THR_BEGIN_IDLE, event.endpoint);
}

void on_sync_wait(const void* what) {
  const auto& event = *static_cast<const events::SyncWait*>(what);
  switch (event.kind) {
    case events::SyncKind::barrier_explicit:
      return notify(event.thread, OMP_EVENT_THR_BEGIN_EBAR, event.endpoint);
    case events::SyncKind::barrier_implicit_workshare:
    case events::SyncKind::barrier_implicit_parallel:
    case events::SyncKind::barrier_teams:
    case events::SyncKind::barrier_implementation:
      return notify(event.thread, OMP_EVENT_THR_BEGIN_IBAR, event.endpoint);
    case events::SyncKind::taskwait:
    case events::SyncKind::taskgroup:
    case events::SyncKind::reduction:
      return;  // newer than the interface
  }
}

void on_mutex_wait(const void* what) {
  const auto& event = *static_cast<const events::MutexWait*>(what);
  switch (event.kind) {
    case events::MutexKind::lock:
    case events::MutexKind::nest_lock:
    case events::MutexKind::test_lock:
    case events::MutexKind::test_nest_lock:
      return notify(event.thread, OMP_EVENT_THR_BEGIN_LKWT, event.endpoint);
    case events::MutexKind::critical:
      return notify(event.thread, OMP_EVENT_THR_BEGIN_CTWT, event.endpoint);
    case events::MutexKind::atomic:
      return notify(event.thread, OMP_EVENT_THR_BEGIN_ATWT, event.endpoint);
    case events::MutexKind::ordered:
      return notify(event.thread, OMP_EVENT_THR_BEGIN_ODWT, event.endpoint);
  }
}

// masked on another thread than the master is newer than the interface.
void on_masked(const void* what) {
  const auto& event = *static_cast<const events::Masked*>(what);
  if (event.thread.index == 0) notify(event.thread, OMP_EVENT_THR_BEGIN_MASTER, event.endpoint);
}

void on_work(const void* what) {
  const auto& event = *static_cast<const events::Work*>(what);
  if (event.kind == events::WorkKind::single_executor)
    notify(event.thread, OMP_EVENT_THR_BEGIN_SINGLE, event.endpoint);
}

void on_mutex_acquired(const void* what) {
  const auto& event = *static_cast<const events::MutexAcquired*>(what);
  if (event.kind == events::MutexKind::ordered) notify(event.thread, OMP_EVENT_THR_BEGIN_ORDERED);
}

void on_mutex_released(const void* what) {
  const auto& event = *static_cast<const events::MutexReleased*>(what);
  if (event.kind == events::MutexKind::ordered) notify(event.thread, OMP_EVENT_THR_END_ORDERED);
}

constexpr EventSource kIdle{EventId::idle, on_idle};
constexpr EventSource kSyncWait{EventId::sync_wait, on_sync_wait};
constexpr EventSource kMutexWait{EventId::mutex_wait, on_mutex_wait};
constexpr EventSource kMasked{EventId::masked, on_masked};
constexpr EventSource kWork{EventId::work, on_work};

struct Row {
  OMP_COLLECTORAPI_EVENT event;
  EventSource source;
};

constexpr Row kRows[] = {
    {OMP_EVENT_FORK, {EventId::parallel_begin, on_parallel_begin}},
    {OMP_EVENT_JOIN, {EventId::parallel_end, on_parallel_end}},
    {OMP_EVENT_THR_BEGIN_IDLE, kIdle},
    {OMP_EVENT_THR_END_IDLE, kIdle},
    {OMP_EVENT_THR_BEGIN_IBAR, kSyncWait},
    {OMP_EVENT_THR_END_IBAR, kSyncWait},
    {OMP_EVENT_THR_BEGIN_EBAR, kSyncWait},
    {OMP_EVENT_THR_END_EBAR, kSyncWait},
    {OMP_EVENT_THR_BEGIN_LKWT, kMutexWait},
    {OMP_EVENT_THR_END_LKWT, kMutexWait},
    {OMP_EVENT_THR_BEGIN_CTWT, kMutexWait},
    {OMP_EVENT_THR_END_CTWT, kMutexWait},
    {OMP_EVENT_THR_BEGIN_ODWT, kMutexWait},
    {OMP_EVENT_THR_END_ODWT, kMutexWait},
    {OMP_EVENT_THR_BEGIN_MASTER, kMasked},
    {OMP_EVENT_THR_END_MASTER, kMasked},
    {OMP_EVENT_THR_BEGIN_SINGLE, kWork},
    {OMP_EVENT_THR_END_SINGLE, kWork},
    {OMP_EVENT_THR_BEGIN_ORDERED, {EventId::mutex_acquired, on_mutex_acquired}},
    {OMP_EVENT_THR_END_ORDERED, {EventId::mutex_released, on_mutex_released}},
    {OMP_EVENT_THR_BEGIN_ATWT, kMutexWait},
    {OMP_EVENT_THR_END_ATWT, kMutexWait},
};

constexpr bool in_order() {
  for (int event = 1; event < kEventCount; ++event) {
    if (kRows[event - 1].event != event) return false;
  }
  return sizeof kRows / sizeof kRows[0] == kEventCount - 1;
}
static_assert(in_order(), "row n - 1 is event n");

}  // namespace

const EventSource& source_of(OMP_COLLECTORAPI_EVENT event) {
  return kRows[event - 1].source;
}

const core::Team* forking_team() {
  return t_forking;
}

}  // namespace limpid::tools::collector
