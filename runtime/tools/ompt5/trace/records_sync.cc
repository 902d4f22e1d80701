// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of barriers, waits, reductions, locks and mutual exclusion.
#include "events/events.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/records.h"

namespace limpid::tools::ompt5::trace {
namespace {

template <class Event>
void write_sync(ompt_callbacks_t type, const void* what) {
  const auto& event = *static_cast<const Event*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, type, [&](auto& record) {
    record.sync_region = {sync_kind_of(event.kind), endpoint_of(event.endpoint), id_of(event.team),
                          id_of(&event.task), code};
  });
}

template <class Event>
void write_mutex(ompt_callbacks_t type, const void* what) {
  const auto& event = *static_cast<const Event*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, type, [&](auto& record) {
    record.mutex = {mutex_kind_of(event.kind), event.wait_id, code};
  });
}

template <class Event>
void write_acquire(ompt_callbacks_t type, const void* what) {
  const auto& event = *static_cast<const Event*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, type, [&](auto& record) {
    record.mutex_acquire = {mutex_kind_of(event.kind), event.hint, event.implementation, event.wait_id, code};
  });
}

}  // namespace

void record_sync_region(const void* what) {
  write_sync<events::SyncRegion>(ompt_callback_sync_region, what);
}

void record_sync_wait(const void* what) {
  write_sync<events::SyncWait>(ompt_callback_sync_region_wait, what);
}

void record_reduction(const void* what) {
  const auto& event = *static_cast<const events::Reduction*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_reduction, [&](auto& record) {
    record.sync_region = {ompt_sync_region_reduction, endpoint_of(event.endpoint), id_of(&event.team),
                          id_of(&event.task), code};
  });
}

void record_mutex_acquire(const void* what) {
  write_acquire<events::MutexAcquire>(ompt_callback_mutex_acquire, what);
}

void record_mutex_acquired(const void* what) {
  write_mutex<events::MutexAcquired>(ompt_callback_mutex_acquired, what);
}

void record_mutex_released(const void* what) {
  write_mutex<events::MutexReleased>(ompt_callback_mutex_released, what);
}

void record_lock_init(const void* what) {
  write_acquire<events::LockInit>(ompt_callback_lock_init, what);
}

void record_lock_destroy(const void* what) {
  write_mutex<events::LockDestroy>(ompt_callback_lock_destroy, what);
}

void record_nest_lock(const void* what) {
  const auto& event = *static_cast<const events::NestLock*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_nest_lock, [&](auto& record) {
    record.nest_lock = {endpoint_of(event.endpoint), event.wait_id, code};
  });
}

void record_flush(const void* what) {
  const auto& event = *static_cast<const events::Flush*>(what);
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, ompt_callback_flush, [&](auto& record) { record.flush = {code}; });
}

}  // namespace limpid::tools::ompt5::trace
