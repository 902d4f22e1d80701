// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observers: who receives which events, and how one comes and goes.
#pragma once

#include <stdint.h>

#include "events/events.h"
#include "sync/atomic.h"

namespace limpid::events {

// Receives events: one handler for each, called with a pointer to that event's struct, on the thread on which
// the event happens. Handlers run inside the program's threads: they must not throw, and they must not call
// back into core's constructs.
struct Observer {
  using Handler = void (*)(const void* event);
  Handler handlers[static_cast<int>(EventId::count_)] = {};
  // Points to zero: the observer is disabled. Null: it is always enabled. The code that changes the word calls
  // refresh(); a debugger, which cannot, sets the bits in g_observed itself.
  const sync::Atomic<uint32_t>* enabled = nullptr;

  bool is_enabled() const { return enabled == nullptr || enabled->load(std::memory_order_relaxed) != 0; }
};

inline constexpr int kMaxObservers = 4;

// The observer receives from now on what it has handlers for. It must live until remove() and is read without
// a lock, so set its handlers before. Returns false when kMaxObservers are there already. Callable at any
// time; async-signal-safe, like refresh() and remove().
bool add(const Observer& observer);

// After a handler was set or cleared in an observer that is already added.
void refresh();

// The observer receives nothing more once events under way on other threads are through (they may still run).
void remove(const Observer& observer);

// In a fork's child: nobody observes. Async-signal-safe.
void forget_observers_after_fork();

}  // namespace limpid::events
