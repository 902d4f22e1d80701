// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for barriers, waits, locks and mutual exclusion.
#include "events/events.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"

namespace limpid::tools::ompt2016 {
namespace {

using events::MutexKind;
using events::SyncKind;

// 0: the interface has no such kind.
int sync_kind(SyncKind kind) {
  switch (kind) {
    case SyncKind::barrier_explicit:
    case SyncKind::barrier_implicit_workshare:
    case SyncKind::barrier_implicit_parallel:
    case SyncKind::barrier_teams:
    case SyncKind::barrier_implementation:
      return ompt_sync_region_barrier;
    case SyncKind::taskwait:
      return ompt_sync_region_taskwait;
    case SyncKind::taskgroup:
      return ompt_sync_region_taskgroup;
    case SyncKind::reduction:
      break;
  }
  return 0;
}

ompt_mutex_kind_t mutex_kind(MutexKind kind) {
  switch (kind) {
    case MutexKind::lock:
    case MutexKind::test_lock:
      return ompt_mutex_lock;
    case MutexKind::nest_lock:
    case MutexKind::test_nest_lock:
      return ompt_mutex_nest_lock;
    case MutexKind::critical:
      return ompt_mutex_critical;
    case MutexKind::atomic:
      return ompt_mutex_atomic;
    case MutexKind::ordered:
      break;
  }
  return ompt_mutex_ordered;
}

bool is_test(MutexKind kind) {
  return kind == MutexKind::test_lock || kind == MutexKind::test_nest_lock;
}

// sync_region and sync_region_wait have one shape, as have acquired and release.
template <class Event>
void dispatch_sync(ompt_event_t which, const void* what) {
  const auto& event = *static_cast<const Event*>(what);
  int kind = sync_kind(event.kind);
  if (kind == 0) return;
  dispatch<ompt_scoped_sync_region_callback_t>(
      event.thread, which, static_cast<ompt_sync_region_kind_t>(kind), endpoint_of(event.endpoint),
      region_of(event.team, event.task), uint64_t{event.task.id}, code_of(event));
}

template <class Event>
void dispatch_mutex(ompt_event_t which, const void* what) {
  const auto& event = *static_cast<const Event*>(what);
  dispatch<ompt_mutex_callback_t>(event.thread, which, mutex_kind(event.kind), uint64_t{event.wait_id},
                                  code_of(event));
}

}  // namespace

void on_sync_region(const void* what) {
  dispatch_sync<events::SyncRegion>(ompt_event_sync_region, what);
}

void on_sync_wait(const void* what) {
  dispatch_sync<events::SyncWait>(ompt_event_sync_region_wait, what);
}

// A test of a lock does not set out to acquire it, and the owner of a nestable lock holds it already.
void on_mutex_acquire(const void* what) {
  const auto& event = *static_cast<const events::MutexAcquire*>(what);
  if (is_test(event.kind) || event.owned) return;
  dispatch<ompt_mutex_acquire_callback_t>(event.thread, ompt_event_mutex_acquire, mutex_kind(event.kind),
                                          uint32_t{event.hint}, uint32_t{event.implementation},
                                          uint64_t{event.wait_id}, code_of(event));
}

void on_mutex_acquired(const void* what) {
  dispatch_mutex<events::MutexAcquired>(ompt_event_mutex_acquired, what);
}

void on_mutex_released(const void* what) {
  dispatch_mutex<events::MutexReleased>(ompt_event_mutex_release, what);
}

void on_lock_init(const void* what) {
  const auto& event = *static_cast<const events::LockInit*>(what);
  dispatch<ompt_lock_init_callback_t>(event.thread, ompt_event_init_lock, event.kind == MutexKind::nest_lock,
                                      uint64_t{event.wait_id}, uint32_t{event.hint},
                                      uint32_t{event.implementation}, code_of(event));
}

void on_lock_destroy(const void* what) {
  const auto& event = *static_cast<const events::LockDestroy*>(what);
  dispatch<ompt_lock_destroy_callback_t>(event.thread, ompt_event_destroy_lock,
                                         event.kind == MutexKind::nest_lock, uint64_t{event.wait_id},
                                         code_of(event));
}

// Here both callbacks are about one more level, which is taken without a wait: one follows the other.
void on_nest_lock(const void* what) {
  const auto& event = *static_cast<const events::NestLock*>(what);
  if (event.endpoint == events::Endpoint::end) return;
  for (int endpoint = ompt_scope_begin; endpoint <= ompt_scope_end; ++endpoint) {
    dispatch<ompt_scoped_nested_lock_callback_t>(event.thread, ompt_event_nested_lock,
                                                 static_cast<ompt_scope_endpoint_t>(endpoint),
                                                 uint64_t{event.wait_id}, code_of(event));
  }
}

void on_flush(const void* what) {
  const auto& event = *static_cast<const events::Flush*>(what);
  dispatch<ompt_flush_callback_t>(event.thread, ompt_event_flush, uint64_t{event.thread.identity.id},
                                  code_of(event));
}

}  // namespace limpid::tools::ompt2016
