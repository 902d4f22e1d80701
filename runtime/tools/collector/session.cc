// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/collector/session.h"

#include <atomic>

#include "events/spine.h"
#include "tools/collector/facts.h"

namespace limpid::tools::collector {

constinit startup::Session g_session{};

namespace {

constinit std::atomic<Callback> g_callbacks[kEventCount] = {};
constinit events::Listener g_listener{};
constinit std::atomic<bool> g_listens{false};

// Counts starts and stops: odd while started.
constinit std::atomic<uint64_t> g_turn{0};

bool is_odd(uint64_t turn) {
  return turn & 1;
}

void forget_callbacks() {
  for (auto& slot : g_callbacks) slot.store(nullptr, std::memory_order_relaxed);
  for (auto& handler : g_listener.handlers) __atomic_store_n(&handler, nullptr, __ATOMIC_RELEASE);
  events::refresh();
}

// Once in the life of the process: without handlers a listener costs nothing.
void be_listener() {
  if (!g_listens.exchange(true, std::memory_order_acq_rel)) events::add(g_listener);
}

}  // namespace

bool is_started() {
  return is_odd(g_turn.load(std::memory_order_acquire));
}

bool start() {
  uint64_t turn = g_turn.load(std::memory_order_relaxed);
  do {
    if (is_odd(turn)) return false;
  } while (!g_turn.compare_exchange_weak(turn, turn + 1, std::memory_order_acq_rel));
  be_listener();
  g_session.open();
  return true;
}

bool stop() {
  uint64_t turn = g_turn.load(std::memory_order_relaxed);
  do {
    if (!is_odd(turn)) return false;
  } while (!g_turn.compare_exchange_weak(turn, turn + 1, std::memory_order_acq_rel));
  g_session.close();
  forget_callbacks();
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

bool set_callback(OMP_COLLECTORAPI_EVENT event, Callback callback) {
  uint64_t turn = g_turn.load(std::memory_order_acquire);
  if (!is_odd(turn)) return false;
  g_callbacks[event].store(callback, std::memory_order_release);
  if (callback == nullptr) return true;
  const EventSource& source = source_of(event);
  __atomic_store_n(&g_listener.handlers[static_cast<int>(source.fact)], source.handler, __ATOMIC_RELEASE);
  events::refresh();
  if (g_turn.load(std::memory_order_acquire) == turn) return true;
  // The session ended meanwhile: its end may have come before our store.
  g_callbacks[event].compare_exchange_strong(callback, nullptr, std::memory_order_relaxed);
  return false;
}

Callback callback(OMP_COLLECTORAPI_EVENT event) {
  return g_callbacks[event].load(std::memory_order_acquire);
}

void go_on_after_fork() {
  if (g_listens.load(std::memory_order_relaxed)) events::add(g_listener);
}

}  // namespace limpid::tools::collector
