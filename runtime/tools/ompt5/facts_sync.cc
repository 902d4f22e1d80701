// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, waits, reductions, locks and the constructs that exclude each other.
#include "events/facts.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/facts.h"

namespace limpid::tools::ompt5 {
namespace {

// sync_region and sync_region_wait have one shape; so have three of the mutex events, and acquire and
// lock_init.
template <class Fact>
void dispatch_sync(ompt_callbacks_t event, const void* what) {
  const auto& fact = *static_cast<const Fact*>(what);
  dispatch<ompt_callback_sync_region_t>(fact.thread, event, sync_kind_of(fact.kind),
                                        endpoint_of(fact.endpoint), data_of(fact.team), data_of(fact.task),
                                        code_of(fact.thread, fact.return_address));
}

template <class Fact>
void dispatch_mutex(ompt_callbacks_t event, const void* what) {
  const auto& fact = *static_cast<const Fact*>(what);
  dispatch<ompt_callback_mutex_t>(fact.thread, event, mutex_kind_of(fact.kind), fact.wait_id,
                                  code_of(fact.thread, fact.return_address));
}

template <class Fact>
void dispatch_acquire(ompt_callbacks_t event, const void* what) {
  const auto& fact = *static_cast<const Fact*>(what);
  dispatch<ompt_callback_mutex_acquire_t>(fact.thread, event, mutex_kind_of(fact.kind), fact.hint,
                                          fact.implementation, fact.wait_id,
                                          code_of(fact.thread, fact.return_address));
}

}  // namespace

void on_sync_region(const void* what) {
  dispatch_sync<events::SyncRegion>(ompt_callback_sync_region, what);
}

void on_sync_wait(const void* what) {
  dispatch_sync<events::SyncWait>(ompt_callback_sync_region_wait, what);
}

void on_reduction(const void* what) {
  const auto& fact = *static_cast<const events::Reduction*>(what);
  dispatch<ompt_callback_sync_region_t>(fact.thread, ompt_callback_reduction, ompt_sync_region_reduction,
                                        endpoint_of(fact.endpoint), data_of(fact.team), data_of(fact.task),
                                        code_of(fact.thread, fact.return_address));
}

void on_mutex_acquire(const void* what) {
  dispatch_acquire<events::MutexAcquire>(ompt_callback_mutex_acquire, what);
}

void on_mutex_acquired(const void* what) {
  dispatch_mutex<events::MutexAcquired>(ompt_callback_mutex_acquired, what);
}

void on_mutex_released(const void* what) {
  dispatch_mutex<events::MutexReleased>(ompt_callback_mutex_released, what);
}

void on_lock_init(const void* what) {
  dispatch_acquire<events::LockInit>(ompt_callback_lock_init, what);
}

void on_lock_destroy(const void* what) {
  dispatch_mutex<events::LockDestroy>(ompt_callback_lock_destroy, what);
}

void on_nest_lock(const void* what) {
  const auto& fact = *static_cast<const events::NestLock*>(what);
  dispatch<ompt_callback_nest_lock_t>(fact.thread, ompt_callback_nest_lock, endpoint_of(fact.endpoint),
                                      fact.wait_id, code_of(fact.thread, fact.return_address));
}

void on_flush(const void* what) {
  const auto& fact = *static_cast<const events::Flush*>(what);
  dispatch<ompt_callback_flush_t>(fact.thread, ompt_callback_flush, data_of(fact.thread.tool_word),
                                  code_of(fact.thread, fact.return_address));
}

}  // namespace limpid::tools::ompt5
