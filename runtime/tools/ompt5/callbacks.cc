// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of callbacks with their events, and their registration.
#include "tools/ompt5/callbacks.h"

#include "core/device/device_library.h"
#include "events/observer.h"
#include "tools/ompt5/events.h"

namespace limpid::tools::ompt5 {

constinit std::atomic<ompt_callback_t> g_callbacks[kCallbackCount] = {};

namespace {

using events::EventId;

constexpr EventId kNoEvent = EventId::count_;

// One row per callback: what a registration promises, and the event it comes from.
//
// No runtime sees what compilers expand inline: static loops, masked, flush, and the combining of reductions.
// Their callbacks promise less than always; those whose begin and end come together, if they come, promise
// that. All mutexes are reported: an atomic construct that is compiled to instructions has none, so nothing
// is acquired and released (the report of 2016 says so of mutex_release). The callbacks for the host as a
// device follow from the events on it (device.h); observe() sees to it that all its constructs are observed.
struct Row {
  ompt_callbacks_t callback;
  ompt_set_result_t promise;
  EventId event;
  events::Observer::Handler handler;
};

constexpr Row kRows[] = {
    {ompt_callback_thread_begin, ompt_set_always, EventId::thread_begin, on_thread_begin},
    {ompt_callback_thread_end, ompt_set_always, EventId::thread_end, on_thread_end},
    {ompt_callback_parallel_begin, ompt_set_always, EventId::parallel_begin, on_parallel_begin},
    {ompt_callback_parallel_end, ompt_set_always, EventId::parallel_end, on_parallel_end},
    {ompt_callback_task_create, ompt_set_always, EventId::task_create, on_task_create},
    {ompt_callback_task_schedule, ompt_set_always, EventId::task_schedule, on_task_schedule},
    {ompt_callback_implicit_task, ompt_set_always, EventId::implicit_task, on_implicit_task},
    {ompt_callback_target, ompt_set_always, EventId::target, on_target},
    {ompt_callback_target_data_op, ompt_set_always, EventId::target_data_op, on_target_data_op},
    {ompt_callback_target_submit, ompt_set_always, EventId::target_submit, on_target_submit},
    {ompt_callback_control_tool, ompt_set_always, EventId::control_tool, on_control_tool},
    {ompt_callback_device_initialize, ompt_set_always, EventId::target_data_op, on_target_data_op},
    {ompt_callback_device_finalize, ompt_set_always, kNoEvent, nullptr},
    {ompt_callback_device_load, ompt_set_always, kNoEvent, nullptr},
    {ompt_callback_device_unload, ompt_set_always, kNoEvent, nullptr},
    {ompt_callback_sync_region_wait, ompt_set_always, EventId::sync_wait, on_sync_wait},
    {ompt_callback_mutex_released, ompt_set_always, EventId::mutex_released, on_mutex_released},
    {ompt_callback_dependences, ompt_set_always, EventId::dependences, on_dependences},
    {ompt_callback_task_dependence, ompt_set_always, EventId::task_dependence, on_task_dependence},
    {ompt_callback_work, ompt_set_sometimes_paired, EventId::work, on_work},
    {ompt_callback_masked, ompt_set_sometimes_paired, EventId::masked, on_masked},
    {ompt_callback_target_map, ompt_set_always, EventId::target_map, on_target_map},
    {ompt_callback_sync_region, ompt_set_always, EventId::sync_region, on_sync_region},
    {ompt_callback_lock_init, ompt_set_always, EventId::lock_init, on_lock_init},
    {ompt_callback_lock_destroy, ompt_set_always, EventId::lock_destroy, on_lock_destroy},
    {ompt_callback_mutex_acquire, ompt_set_always, EventId::mutex_acquire, on_mutex_acquire},
    {ompt_callback_mutex_acquired, ompt_set_always, EventId::mutex_acquired, on_mutex_acquired},
    {ompt_callback_nest_lock, ompt_set_always, EventId::nest_lock, on_nest_lock},
    {ompt_callback_flush, ompt_set_sometimes, EventId::flush, on_flush},
    {ompt_callback_cancel, ompt_set_always, EventId::cancel, on_cancel},
    {ompt_callback_reduction, ompt_set_sometimes_paired, EventId::reduction, on_reduction},
    {ompt_callback_dispatch, ompt_set_sometimes_paired, EventId::dispatch, on_dispatch},
    {ompt_callback_target_emi, ompt_set_always, EventId::target, on_target},
    {ompt_callback_target_data_op_emi, ompt_set_always, EventId::target_data_op, on_target_data_op},
    {ompt_callback_target_submit_emi, ompt_set_always, EventId::target_submit, on_target_submit},
    {ompt_callback_target_map_emi, ompt_set_always, EventId::target_map, on_target_map},
    {ompt_callback_error, ompt_set_always, EventId::error, on_error},
};

static_assert(sizeof kRows / sizeof kRows[0] == kCallbackCount - 1, "one row per callback");

constexpr bool in_order() {
  for (int event = 1; event < kCallbackCount; ++event) {
    if (kRows[event - 1].callback != event) return false;
  }
  return true;
}
static_assert(in_order(), "row n - 1 is callback n");

constinit events::Observer g_observer{};
constinit std::atomic<bool> g_allowed{false};

bool is_event(ompt_callbacks_t event) {
  return event > 0 && event < kCallbackCount;
}

// A handler, once set, mostly stays, and checks for the callback itself.
void observe(const Row& row) {
  if (row.event != kNoEvent) events::set_handler(g_observer, row.event, row.handler);
}

// The events of tasks, explicit and implicit, come often, and a tool may want them for a while only: their handlers do
// nothing but to call, and go with the callback.
bool comes_often(EventId event) {
  return event == EventId::implicit_task || event == EventId::task_create ||
         event == EventId::task_schedule || event == EventId::dependences ||
         event == EventId::task_dependence;
}
void stop_observing(const Row& row) {
  if (comes_often(row.event)) events::set_handler(g_observer, row.event, nullptr);
}

// LLVM's device library emits no maps: the runtime does, if it sees the calls. Neither does the code that its
// compilers run on the host.
bool is_never_emitted(ompt_callbacks_t event) {
  return (event == ompt_callback_target_map || event == ompt_callback_target_map_emi) &&
         core::has_library_without_maps();
}

// The devices of a device library. The host is not one of them: its callbacks follow from the events on it.
void observe_devices() {
  constexpr Row kDevices[] = {
      {ompt_callback_device_initialize, ompt_set_always, EventId::device_begin, on_device_begin},
      {ompt_callback_device_finalize, ompt_set_always, EventId::device_end, on_device_end},
      {ompt_callback_device_load, ompt_set_always, EventId::device_load, on_device_load},
      {ompt_callback_device_unload, ompt_set_always, EventId::device_unload, on_device_unload},
  };
  for (const Row& row : kDevices) observe(row);
}

}  // namespace

void allow_registration(bool allowed) {
  // Pairs with the load in set_callback().
  g_allowed.store(allowed, std::memory_order_release);
  if (allowed) return;
  for (auto& slot : g_callbacks) slot.store(nullptr, std::memory_order_relaxed);
}

ompt_set_result_t promise_of(ompt_callbacks_t event) {
  return kRows[event - 1].promise;
}

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  // Pairs with the store in allow_registration().
  if (!is_event(event) || !g_allowed.load(std::memory_order_acquire)) return ompt_set_error;
  if (callback != nullptr && is_never_emitted(event)) [[unlikely]]
    return ompt_set_never;
  // Pairs with the loads in callback() and get_callback().
  g_callbacks[event].store(callback, std::memory_order_release);
  const Row& row = kRows[event - 1];
  if (callback == nullptr) {  // disabling always works (5.1, 4.6.1.3)
    stop_observing(row);
    return ompt_set_always;
  }
  observe(row);
  return row.promise;
}

int get_callback(ompt_callbacks_t event, ompt_callback_t* callback) {
  if (!is_event(event)) return 0;
  // Pairs with the store in set_callback().
  ompt_callback_t registered = g_callbacks[event].load(std::memory_order_acquire);
  if (registered == nullptr) return 0;
  if (callback != nullptr) *callback = registered;
  return 1;
}

bool start_observing() {
  // Without a callback an active tool still gives control_tool an answer of its own.
  observe(kRows[ompt_callback_control_tool - 1]);
  observe(kRows[ompt_callback_target - 1]);  // ompt_get_target_info
  observe_devices();
  return events::add(g_observer);
}

void stop_observing() {
  events::remove(g_observer);
}

void forget_observed_events() {
  events::clear_handlers(g_observer);
}

}  // namespace limpid::tools::ompt5
