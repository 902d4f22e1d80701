// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for barriers, waits, reductions, locks and mutual exclusion.
#include "events/events.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/events.h"

namespace limpid::tools::ompt5 {
namespace {

// Callbacks of one shape: sync_region and sync_region_wait; three of mutexes; acquire and lock_init.
constexpr auto call_sync = [](ompt_callback_sync_region_t function, const auto& event, const void* code) {
  function(sync_kind_of(event.kind), endpoint_of(event.endpoint), data_of(event.team), data_of(event.task),
           code);
};

constexpr auto call_mutex = [](ompt_callback_mutex_t function, const auto& event, const void* code) {
  function(mutex_kind_of(event.kind), event.wait_id, code);
};

constexpr auto call_acquire = [](ompt_callback_mutex_acquire_t function, const auto& event,
                                 const void* code) {
  function(mutex_kind_of(event.kind), event.hint, event.implementation, event.wait_id, code);
};

}  // namespace

void on_sync_region(const void* what) {
  call_tool<ompt_callback_sync_region_t, events::SyncRegion>(what, ompt_callback_sync_region, call_sync);
}

void on_sync_wait(const void* what) {
  call_tool<ompt_callback_sync_region_t, events::SyncWait>(what, ompt_callback_sync_region_wait, call_sync);
}

void on_reduction(const void* what) {
  call_tool<ompt_callback_sync_region_t, events::Reduction>(
      what, ompt_callback_reduction, [](auto function, const auto& event, const void* code) {
        function(ompt_sync_region_reduction, endpoint_of(event.endpoint), data_of(event.team),
                 data_of(event.task), code);
      });
}

void on_mutex_acquire(const void* what) {
  call_tool<ompt_callback_mutex_acquire_t, events::MutexAcquire>(what, ompt_callback_mutex_acquire,
                                                                 call_acquire);
}

void on_mutex_acquired(const void* what) {
  call_tool<ompt_callback_mutex_t, events::MutexAcquired>(what, ompt_callback_mutex_acquired, call_mutex);
}

void on_mutex_released(const void* what) {
  call_tool<ompt_callback_mutex_t, events::MutexReleased>(what, ompt_callback_mutex_released, call_mutex);
}

void on_lock_init(const void* what) {
  call_tool<ompt_callback_mutex_acquire_t, events::LockInit>(what, ompt_callback_lock_init, call_acquire);
}

void on_lock_destroy(const void* what) {
  call_tool<ompt_callback_mutex_t, events::LockDestroy>(what, ompt_callback_lock_destroy, call_mutex);
}

void on_nest_lock(const void* what) {
  call_tool<ompt_callback_nest_lock_t, events::NestLock>(
      what, ompt_callback_nest_lock, [](auto function, const auto& event, const void* code) {
        function(endpoint_of(event.endpoint), event.wait_id, code);
      });
}

void on_flush(const void* what) {
  call_tool<ompt_callback_flush_t, events::Flush>(what, ompt_callback_flush,
                                                  [](auto function, const auto& event, const void* code) {
                                                    function(data_of(event.thread.tools.word), code);
                                                  });
}

}  // namespace limpid::tools::ompt5
