// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of events, and the registration of callbacks for them.
#include "tools/ompt2016/callbacks.h"

#include "events/emit.h"
#include "tools/ompt2016/events.h"

namespace limpid::tools::ompt2016 {

constinit std::atomic<ompt_callback_t> g_callbacks[kEventCount] = {};

namespace {

using events::EventId;

// The results of ompt_set_callback (report, table 4). No runtime sees what compilers expand inline: static
// loops, master, flush. An atomic construct that is compiled to instructions has no mutex to report.
constexpr int kError = 0;
constexpr int kWhenSeen = 3;
constexpr int kAlways = 4;

struct Row {
  ompt_event_t event;
  int promise;
  EventId source;  // count_: core has none, see tool.cc
  events::Observer::Handler handler;
};

constexpr Row kRows[] = {
    {ompt_event_thread_begin, kAlways, EventId::thread_begin, on_thread_begin},
    {ompt_event_thread_end, kAlways, EventId::thread_end, on_thread_end},
    {ompt_event_parallel_begin, kAlways, EventId::parallel_begin, on_parallel_begin},
    {ompt_event_parallel_end, kAlways, EventId::parallel_end, on_parallel_end},
    {ompt_event_task_create, kAlways, EventId::task_create, on_task_create},
    {ompt_event_task_schedule, kAlways, EventId::task_schedule, on_task_schedule},
    {ompt_event_implicit_task, kAlways, EventId::implicit_task, on_implicit_task},
    {ompt_event_target, kAlways, EventId::target, on_target},
    {ompt_event_target_data, kAlways, EventId::target_data_op, on_target_data},
    {ompt_event_target_submit, kAlways, EventId::target_submit, on_target_submit},
    {ompt_event_control, kAlways, EventId::control_tool, on_control},
    {ompt_event_runtime_shutdown, kAlways, EventId::count_, nullptr},
    {ompt_event_idle, kAlways, EventId::idle, on_idle},
    {ompt_event_sync_region_wait, kAlways, EventId::sync_wait, on_sync_wait},
    {ompt_event_mutex_release, kAlways, EventId::mutex_released, on_mutex_released},
    {ompt_event_task_dependences, kAlways, EventId::dependences, on_dependences},
    {ompt_event_task_dependence_pair, kAlways, EventId::task_dependence, on_task_dependence},
    {ompt_event_worksharing, kWhenSeen, EventId::work, on_work},
    {ompt_event_master, kWhenSeen, EventId::masked, on_masked},
    {ompt_event_target_data_map, kAlways, EventId::target_map, on_target_map},
    {ompt_event_sync_region, kAlways, EventId::sync_region, on_sync_region},
    {ompt_event_init_lock, kAlways, EventId::lock_init, on_lock_init},
    {ompt_event_destroy_lock, kAlways, EventId::lock_destroy, on_lock_destroy},
    {ompt_event_mutex_acquire, kAlways, EventId::mutex_acquire, on_mutex_acquire},
    {ompt_event_mutex_acquired, kAlways, EventId::mutex_acquired, on_mutex_acquired},
    {ompt_event_nested_lock, kAlways, EventId::nest_lock, on_nest_lock},
    {ompt_event_flush, kWhenSeen, EventId::flush, on_flush},
};

constexpr bool in_order() {
  for (int event = 1; event < kEventCount; ++event) {
    if (kRows[event - 1].event != event) return false;
  }
  return sizeof kRows / sizeof kRows[0] == kEventCount - 1;
}
static_assert(in_order(), "row n - 1 is event n");

constinit events::Observer g_observer{};
constinit std::atomic<bool> g_allowed{false};

bool is_event(int event) {
  return event > 0 && event < kEventCount;
}

// Called before the observer is added, while no other thread reads it.
void observe(ompt_event_t event) {
  const Row& row = kRows[event - 1];
  if (row.source != EventId::count_) g_observer.handlers[static_cast<int>(row.source)] = row.handler;
}

}  // namespace

void allow_registration(bool allowed) {
  // Pairs with the load in set_callback().
  g_allowed.store(allowed, std::memory_order_release);
}

void forget_callbacks() {
  for (auto& slot : g_callbacks) slot.store(nullptr, std::memory_order_relaxed);
}

int set_callback(ompt_event_t event, ompt_callback_t callback) {
  // Pairs with the store in allow_registration().
  if (!is_event(event) || !g_allowed.load(std::memory_order_acquire)) return kError;
  // Pairs with the loads in callback() and get_callback().
  g_callbacks[event].store(callback, std::memory_order_release);
  return callback != nullptr ? kRows[event - 1].promise : kAlways;
}

int get_callback(ompt_event_t event, ompt_callback_t* callback) {
  if (!is_event(event)) return 0;
  // Pairs with the store in set_callback().
  ompt_callback_t registered = g_callbacks[event].load(std::memory_order_acquire);
  if (registered == nullptr) return 0;
  if (callback != nullptr) *callback = registered;
  return 1;
}

bool start_observing() {
  for (auto& handler : g_observer.handlers) handler = nullptr;
  for (int event = 1; event < kEventCount; ++event) {
    if (g_callbacks[event].load(std::memory_order_relaxed) != nullptr)
      observe(static_cast<ompt_event_t>(event));
  }
  observe(ompt_event_control);        // the answer without a callback differs from that without a tool
  observe(ompt_event_implicit_task);  // the region of a task, for events at its end
  observe(ompt_event_target);         // ompt_get_target_info
  observe(ompt_event_target_data);    // the trace of the device
  observe(ompt_event_target_submit);
  g_observer.handlers[static_cast<int>(EventId::device_end)] = on_device_end;
  return events::add(g_observer);
}

void stop_observing() {
  events::remove(g_observer);
}

}  // namespace limpid::tools::ompt2016
