// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events/spine.h"

#include "sync/mutex.h"

namespace limpid::events {
namespace {

constinit std::atomic<const Listener*> g_listeners[kMaxListeners] = {};
constinit sync::Mutex g_registration;

uint64_t mask_of(const Listener& listener) {
  uint64_t mask = 0;
  if (!listener.hears()) return mask;
  for (int event = 0; event < static_cast<int>(Event::count_); ++event) {
    if (listener.handlers[event] != nullptr) mask |= uint64_t{1} << event;
  }
  return mask;
}

void refresh_locked() {
  uint64_t mask = 0;
  for (const auto& slot : g_listeners) {
    if (const Listener* listener = slot.load(std::memory_order_relaxed)) mask |= mask_of(*listener);
  }
  g_listening.store(mask, std::memory_order_release);
}

}  // namespace

constinit std::atomic<uint64_t> g_listening{0};

bool add(const Listener& listener) {
  sync::MutexGuard guard(g_registration);
  for (auto& slot : g_listeners) {
    if (slot.load(std::memory_order_relaxed) != nullptr) continue;
    slot.store(&listener, std::memory_order_release);  // [spine.add]
    refresh_locked();
    return true;
  }
  return false;
}

void refresh() {
  sync::MutexGuard guard(g_registration);
  refresh_locked();
}

void remove(const Listener& listener) {
  sync::MutexGuard guard(g_registration);
  for (auto& slot : g_listeners) {
    if (slot.load(std::memory_order_relaxed) == &listener) slot.store(nullptr, std::memory_order_release);
  }
  refresh_locked();
}

void forget_listeners_after_fork() {
  g_registration.reset_after_fork();
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
