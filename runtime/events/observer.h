// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observers of events: what they are, and how they are added and removed.
#pragma once

#include <stdint.h>

#include "events/events.h"
#include "sync/atomic.h"

namespace limpid::events {

// Receives events. Each handler is called with a pointer to its event's struct, on the thread on which the
// event happens. Handlers run on the program's threads: they must not throw, and they must not call core's
// constructs.
struct Observer {
  using Handler = void (*)(const void* event);
  Handler handlers[static_cast<int>(EventId::count_)] = {};
  // Points to zero: the observer is disabled. Null: it is always enabled. The code that changes the word then
  // calls refresh(); a debugger cannot, and sets the bits in g_observed itself.
  const sync::Atomic<uint32_t>* enabled = nullptr;

  bool is_enabled() const { return enabled == nullptr || enabled->load(std::memory_order_relaxed) != 0; }
};

// The observer's handler of an event; null: it has none. Another thread may be setting it. [events.set]
inline Observer::Handler handler_of(const Observer& observer, EventId event) {
  auto& slot = const_cast<Observer::Handler&>(observer.handlers[static_cast<int>(event)]);
  return sync::AtomicRef<Observer::Handler>(slot).load(std::memory_order_acquire);  // [events.set]
}

inline constexpr int kMaxObservers = 4;

// From now on the observer receives the events for which it has handlers. It must live until remove(). It is
// read without a lock, so set its handlers before, or later with set_handler(). Returns false when there are
// kMaxObservers already. Callable at any time; async-signal-safe, like the functions below.
bool add(const Observer& observer);

// For an observer that is added, or that another thread may be adding at this moment: the observer receives
// the event, or none of its events.
void set_handler(Observer& observer, EventId event, Observer::Handler handler);
void clear_handlers(Observer& observer);

// Call it after the word at enabled has changed.
void refresh();

// The observer receives no further events. Handlers that run on other threads may still be running at return.
void remove(const Observer& observer);

// Removes all observers in a fork's child. Async-signal-safe.
void forget_observers_after_fork();

}  // namespace limpid::events
