// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing, synchronization, mutual exclusion, addresses.
#include "faults.h"

namespace selftest {
namespace {

constexpr auto kBegin = ompt_scope_begin;
constexpr auto kEnd = ompt_scope_end;

void both(Stream& s, ompt_work_t type, uint64_t count) {
  s.work(type, kBegin, count);
  s.work(type, kEnd, count);
}

void masked(Stream& s, ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* task,
            const void* code) {
  static_cast<void>(s);
  call<ompt_callback_masked_t>(ompt_callback_masked, endpoint, region, task, code);
}

void dispatch(Stream& s, ompt_dispatch_t kind, void* instance) {
  ompt_data_t data;
  data.ptr = instance;
  call<ompt_callback_dispatch_t>(ompt_callback_dispatch, &s.region_, &s.implicit_, kind, data);
}

void flush_from(const void* code) {
  call<ompt_callback_flush_t>(ompt_callback_flush, nullptr, code);
}

void acquire(int kind, ompt_wait_id_t wait) {
  call<ompt_callback_mutex_acquire_t>(ompt_callback_mutex_acquire, static_cast<ompt_mutex_t>(kind), 0u, 1u,
                                      wait, user_code());
}

void mutex(ompt_callbacks_t event, int kind, ompt_wait_id_t wait) {
  call<ompt_callback_mutex_t>(event, static_cast<ompt_mutex_t>(kind), wait, user_code());
}

void take_and_release(int kind, ompt_wait_id_t wait) {
  acquire(kind, wait);
  mutex(ompt_callback_mutex_acquired, kind, wait);
  mutex(ompt_callback_mutex_released, kind, wait);
}

constexpr ompt_wait_id_t kNest = 0x2000;

void init_nest_lock() {
  call<ompt_callback_mutex_acquire_t>(ompt_callback_lock_init, ompt_mutex_nest_lock, 0u, 1u, kNest,
                                      user_code());
}

void nest(ompt_scope_endpoint_t endpoint) {
  call<ompt_callback_nest_lock_t>(ompt_callback_nest_lock, endpoint, kNest, user_code());
}

const Fault kFaults[] = {
    {"work of no type",
     "work.type",
     {},
     Point::region,
     [](Stream& s) { both(s, static_cast<ompt_work_t>(99), 1); }},
    {"sections in sections",
     "work.nested",
     {},
     Point::region,
     [](Stream& s) {
       s.work(ompt_work_sections, kBegin, 4);
       both(s, ompt_work_loop_static, 4);
       s.work(ompt_work_sections, kEnd, 4);
     }},
    {"a scope of two", "work.count", {}, Point::region, [](Stream& s) { both(s, ompt_work_scope, 2); }},
    {"endpoint 7",
     "endpoint",
     {"nesting"},
     Point::region,
     [](Stream& s) { s.work(ompt_work_scope, static_cast<ompt_scope_endpoint_t>(7), 1); }},
    {"another region's data",
     "parallel.current",
     {},
     Point::region,
     [](Stream& s) {
       masked(s, kBegin, &s.around_, &s.implicit_, user_code());
       masked(s, kEnd, &s.region_, &s.implicit_, user_code());
     }},
    {"no task data",
     "data.null",
     {"nesting"},
     Point::region,
     [](Stream& s) { masked(s, kBegin, &s.region_, nullptr, user_code()); }},
    {"a section outside of sections",
     "dispatch.kind",
     {},
     Point::region,
     [](Stream& s) { dispatch(s, ompt_dispatch_section, const_cast<void*>(user_code())); }},
    {"a chunk without a chunk",
     "dispatch.chunk",
     {},
     Point::region,
     [](Stream& s) {
       s.work(ompt_work_loop_static, kBegin, 10);
       dispatch(s, ompt_dispatch_ws_loop_chunk, nullptr);
       s.work(ompt_work_loop_static, kEnd, 10);
     }},
    {"synchronization of no kind",
     "sync.kind",
     {},
     Point::region,
     [](Stream& s) {
       s.sync_of(&s.implicit_, 99, kBegin);
       s.sync_of(&s.implicit_, 99, kEnd);
     }},
    {"taskwait in a barrier",
     "sync.nested",
     {},
     Point::region,
     [](Stream& s) {
       s.sync_of(&s.implicit_, ompt_sync_region_barrier_explicit, kBegin);
       s.sync_of(&s.implicit_, ompt_sync_region_taskwait, kBegin);
       s.sync_of(&s.implicit_, ompt_sync_region_taskwait, kEnd);
       s.sync_of(&s.implicit_, ompt_sync_region_barrier_explicit, kEnd);
     }},
    {"taskwait after the last barrier",
     "sync.last",
     {},
     Point::after_barrier,
     [](Stream& s) {
       s.sync_of(&s.implicit_, ompt_sync_region_taskwait, kBegin);
       s.sync_of(&s.implicit_, ompt_sync_region_taskwait, kEnd);
     }},
    {"waiting for nothing",
     "wait.outside",
     {},
     Point::region,
     [](Stream& s) {
       s.sync(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, kBegin, &s.region_);
       s.sync(ompt_callback_sync_region_wait, ompt_sync_region_taskwait, kEnd, &s.region_);
     }},
    {"a reduction that is a barrier",
     "reduction.kind",
     {},
     Point::region,
     [](Stream& s) {
       s.sync(ompt_callback_reduction, ompt_sync_region_barrier_explicit, kBegin, &s.region_);
       s.sync(ompt_callback_reduction, ompt_sync_region_barrier_explicit, kEnd, &s.region_);
     }},
    {"code NULL", "codeptr.null", {}, Point::initial, [](Stream&) { flush_from(nullptr); }},
    {"code nowhere",
     "codeptr.nowhere",
     {},
     Point::initial,
     [](Stream&) { flush_from(reinterpret_cast<const void*>(8)); }},
    {"a mutex of no kind", "mutex.kind", {}, Point::initial, [](Stream&) { take_and_release(99, 0x3000); }},
    {"a mutex without wait id",
     "mutex.wait_id",
     {},
     Point::initial,
     [](Stream&) { take_and_release(ompt_mutex_critical, 0); }},
    {"critical in itself",
     "mutex.twice",
     {},
     Point::initial,
     [](Stream&) {
       acquire(ompt_mutex_critical, 0x3000);
       mutex(ompt_callback_mutex_acquired, ompt_mutex_critical, 0x3000);
       acquire(ompt_mutex_critical, 0x3000);
       mutex(ompt_callback_mutex_released, ompt_mutex_critical, 0x3000);
     }},
    {"a deep nest lock is released",
     "nest_lock.depth",
     {},
     Point::initial,
     [](Stream&) {
       init_nest_lock();
       acquire(ompt_mutex_nest_lock, kNest);
       mutex(ompt_callback_mutex_acquired, ompt_mutex_nest_lock, kNest);
       nest(kBegin);
       mutex(ompt_callback_mutex_released, ompt_mutex_nest_lock, kNest);
     }},
    {"a nest lock that nobody holds",
     "nest_lock.owner",
     {},
     Point::initial,
     [](Stream&) {
       init_nest_lock();
       nest(kBegin);
     }},
    {"an error without message",
     "error.message",
     {},
     Point::initial,
     [](Stream&) {
       call<ompt_callback_error_t>(ompt_callback_error, ompt_warning, static_cast<const char*>(nullptr),
                                   size_t{5}, user_code());
     }},
    {"cancel of nothing",
     "cancel.flags",
     {},
     Point::region,
     [](Stream& s) { call<ompt_callback_cancel_t>(ompt_callback_cancel, &s.implicit_, 0, user_code()); }},
};

}  // namespace

std::vector<Fault> construct_faults() {
  return {std::begin(kFaults), std::end(kFaults)};
}

}  // namespace selftest
