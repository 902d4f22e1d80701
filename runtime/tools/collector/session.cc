// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The session's phases, its table of callbacks, and its end.
#include "tools/collector/session.h"

#include <stdlib.h>
#include <unistd.h>

#include <atomic>

#include "events/observer.h"
#include "tools/collector/events.h"

namespace limpid::tools::collector {

constinit startup::Session g_session{};
constinit std::atomic<bool> g_will_fall_silent{false};

namespace {

// Counts the transitions between phases. A reader that loads the same number twice knows that the session has
// not changed in between. [collector.step] Each transition releases what it did; every reader acquires it.
constinit std::atomic<uint64_t> g_step{0};
enum Phase : uint64_t { stopped, starting, started, stopping, kPhases };

Phase phase_of(uint64_t step) {
  return static_cast<Phase>(step % kPhases);
}

// Sessions have the two tables in turn: a registration that comes too late for its session must not meet
// those of the next.
using Table = std::atomic<Callback>[kEventCount];
constinit Table g_tables[2] = {};

Table& table_of(uint64_t step) {
  return g_tables[step / kPhases % 2];
}

constinit events::Observer g_observer{};
constinit std::atomic<bool> g_observes{false};

// In a fork's child a thread that was between two phases no longer exists, and the session is over. g_process
// is set before a phase is left for the first time in a process, so a thread that loads another process's
// number here has loaded a step of that process: leave() releases the number with its step. The number itself
// orders nothing.
constinit std::atomic<pid_t> g_process{0};

void end_what_fork_interrupted() {
  const uint64_t step = g_step.load(std::memory_order_acquire);  // [collector.step]
  pid_t process = g_process.load(std::memory_order_relaxed);
  const pid_t here = getpid();
  if (process == here || !g_process.compare_exchange_strong(process, here, std::memory_order_relaxed)) return;
  if (phase_of(step) != starting && phase_of(step) != stopping) return;
  events::remove(g_observer);  // no effect if it was not added
  g_observes.store(false, std::memory_order_relaxed);
  events::clear_handlers(g_observer);
  g_step.store((step / kPhases + 1) * kPhases, std::memory_order_release);  // [collector.step]
}

// One of several threads succeeds. It alone works between the two phases.
bool leave(Phase phase, uint64_t& step) {
  end_what_fork_interrupted();
  step = g_step.load(std::memory_order_relaxed);
  do {
    if (phase_of(step) != phase) return false;
  } while (!g_step.compare_exchange_weak(step, step + 1, std::memory_order_acq_rel));  // [collector.step]
  ++step;
  return true;
}

void arrive(uint64_t step) {
  g_step.store(step + 1, std::memory_order_release);  // [collector.step]
}

void clear_table(Table& table) {
  for (auto& slot : table) slot.store(nullptr, std::memory_order_relaxed);
}

// Once per process: without handlers an observer costs nothing. Between two phases, so one thread at a time.
void become_observer() {
  if (!g_observes.exchange(true, std::memory_order_relaxed)) events::add(g_observer);
}

}  // namespace

bool is_started() {
  return phase_of(g_step.load(std::memory_order_acquire)) == started;  // [collector.step]
}

bool start() {
  uint64_t step;
  if (!leave(stopped, step)) return false;
  clear_table(table_of(step));
  g_will_fall_silent.store(false, std::memory_order_relaxed);
  become_observer();
  g_session.open();
  arrive(step);
  return true;
}

bool stop() {
  uint64_t step;
  if (!leave(started, step)) return false;
  g_session.close();
  events::clear_handlers(g_observer);
  arrive(step);
  return true;
}

bool pause() {
  if (!is_started()) return false;
  g_session.close();
  return true;
}

bool resume() {
  if (!is_started()) return false;
  g_session.open();
  return true;
}

void end_callbacks() {
  static constinit std::atomic<bool> waited{false};
  if (!is_started()) return;
  const bool was_open = g_session.close();
  // A call that hangs is waited for only once.
  if (waited.exchange(true, std::memory_order_relaxed) && !was_open) return;
  startup::await_calls();
}

// Limits the handlers: the C library keeps them for ever, and allocates memory for many.
void fall_silent_at_exit() {
  constexpr int kMostHandlers = 32;
  static constinit std::atomic<int> handlers{0};
  if (g_will_fall_silent.exchange(true, std::memory_order_relaxed)) return;
  if (handlers.fetch_add(1, std::memory_order_relaxed) < kMostHandlers) atexit(end_callbacks);
}

bool set_callback(OMP_COLLECTORAPI_EVENT event, Callback callback) {
  const uint64_t step = g_step.load(std::memory_order_acquire);  // [collector.step]
  if (phase_of(step) != started) return false;
  // Pairs with the load of the slot in callback().
  table_of(step)[event].store(callback, std::memory_order_release);
  if (callback != nullptr) {
    const EventSource& source = source_of(event);
    events::set_handler(g_observer, source.event, source.handler);
  }
  return g_step.load(std::memory_order_acquire) == step;  // [collector.step]
}

Callback callback(OMP_COLLECTORAPI_EVENT event) {
  const uint64_t step = g_step.load(std::memory_order_acquire);  // [collector.step]
  // Pairs with the store in set_callback().
  return phase_of(step) == started ? table_of(step)[event].load(std::memory_order_acquire) : nullptr;
}

void resume_after_fork() {
  if (g_observes.load(std::memory_order_relaxed)) events::add(g_observer);
}

}  // namespace limpid::tools::collector
