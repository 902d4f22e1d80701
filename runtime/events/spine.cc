// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events/spine.h"

namespace limpid::events {
namespace {

constinit std::atomic<const Listener*> g_listeners[kMaxListeners] = {};
constinit std::atomic<uint64_t> g_changes{0};

uint64_t mask_of(const Listener& listener) {
  uint64_t mask = 0;
  if (!listener.hears()) return mask;
  for (int event = 0; event < static_cast<int>(Event::count_); ++event) {
    if (__atomic_load_n(&listener.handlers[event], __ATOMIC_ACQUIRE) != nullptr) mask |= uint64_t{1} << event;
  }
  return mask;
}

uint64_t mask_of_all() {
  uint64_t mask = 0;
  for (const auto& slot : g_listeners) {
    if (const Listener* listener = slot.load(std::memory_order_acquire)) mask |= mask_of(*listener);
  }
  return mask;
}

}  // namespace

constinit std::atomic<uint64_t> g_listening{0};

bool add(const Listener& listener) {
  for (auto& slot : g_listeners) {
    const Listener* nobody = nullptr;
    if (!slot.compare_exchange_strong(nobody, &listener, std::memory_order_release)) continue;  // [spine.add]
    refresh();
    return true;
  }
  return false;
}

// Whoever changed something counts it before looking. One who looked before another's change and stored after
// it sees at the end that there was a change, and looks again: the last store has seen everything.
void refresh() {
  uint64_t changes = g_changes.fetch_add(1, std::memory_order_seq_cst) + 1;
  for (;;) {
    g_listening.store(mask_of_all(), std::memory_order_seq_cst);
    uint64_t now = g_changes.load(std::memory_order_seq_cst);
    if (now == changes) return;
    changes = now;
  }
}

void remove(const Listener& listener) {
  for (auto& slot : g_listeners) {
    if (slot.load(std::memory_order_relaxed) == &listener) slot.store(nullptr, std::memory_order_release);
  }
  refresh();
}

void forget_listeners_after_fork() {
  g_listening.store(0, std::memory_order_relaxed);
  for (auto& slot : g_listeners) slot.store(nullptr, std::memory_order_relaxed);
}

void publish(Event event, const void* fact) {
  for (const auto& slot : g_listeners) {
    const Listener* listener = slot.load(std::memory_order_acquire);  // pairs with [spine.add]
    if (listener == nullptr || !listener->hears()) continue;
    // Atomic: a tool may register a callback for one more event while facts are published.
    auto handler = __atomic_load_n(&listener->handlers[static_cast<int>(event)], __ATOMIC_ACQUIRE);
    if (handler != nullptr) handler(fact);
  }
}

}  // namespace limpid::events
