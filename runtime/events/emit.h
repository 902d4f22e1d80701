// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How core emits an event, and tests whether it is observed.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <array>

#include "events/events.h"
#include "events/observer.h"
#include "sync/atomic.h"
#include "sync/plain_load.h"

namespace limpid::events {

// False only in a build that measures the cost of events: no event is ever emitted.
inline constexpr bool kEnabled = LIMPID_EVENTS;

// Bit e is set when event e has an observer. Written when a tool starts or stops, read at every event.
// Hidden, and declared so here: then the address is part of the instruction that reads it.
[[gnu::visibility("hidden")]] extern sync::Atomic<uint64_t> g_observed;

inline constexpr uint64_t bit(EventId event) {
  return uint64_t{1} << static_cast<int>(event);
}

inline bool is_observed(EventId event) {
  return kEnabled && sync::has_any(g_observed, bit(event));
}

// The same for several events at once: an OR of bits.
inline bool is_any_observed(uint64_t bits) {
  return kEnabled && sync::has_any(g_observed, bits);
}

// True if any event has an observer: the process then ends with care for the last events.
inline bool anyone_observes() {
  return kEnabled && sync::has_any(g_observed, UINT64_MAX);
}

// What workers emit at or after the end of a region, or do otherwise only when nobody observes it. A region whose
// observers have asked for none of these ends as if it had none.
inline constexpr uint64_t kRegionEndEvents = bit(EventId::implicit_task) | bit(EventId::sync_region) |
                                             bit(EventId::sync_wait) | bit(EventId::task_schedule) |
                                             bit(EventId::reduction) | bit(EventId::idle);

// One comparison when a lock is released answers two questions: does a thread sleep for the lock, and are
// releases observed? Bit 31 of a released word is set when no thread sleeps. While releases have no observer
// g_silent_above is kSilentAbove, which exactly such words exceed; otherwise it is kNeverSilent, which no
// word exceeds.
//
// Writers  refresh(), together with g_observed. Debuggers do not write it: they observe no mutexes.
// Order    loads are relaxed: a release at the same time as an observer's start may go unobserved.
inline constexpr uint32_t kSilentAbove = 0x7fffffff, kNeverSilent = 0xffffffff;
[[gnu::visibility("hidden")]] extern sync::Atomic<uint32_t> g_silent_above;

// For a word that is being released: no thread needs a wake-up, and no event needs to be emitted.
inline bool is_silent(uint32_t word) {
  return kEnabled ? sync::exceeds(word, g_silent_above) : word > kSilentAbove;
}

// Short constructs are built twice: the version for Unobserved emits nothing and tests nothing, the one for
// Observed still tests for each event. A construct selects one of the two when it begins (ThreadObservers).
struct Observed {
  static constexpr bool kEmits = true;
};
struct Unobserved {
  static constexpr bool kEmits = false;
};

// What the constructs of tasks emit. A profiler observes none of these, and tasks are the shortest constructs.
inline constexpr uint64_t kTaskEvents = bit(EventId::task_create) | bit(EventId::task_schedule) |
                                        bit(EventId::dependences) | bit(EventId::task_dependence) |
                                        bit(EventId::sync_region) | bit(EventId::sync_wait) |
                                        bit(EventId::work) | bit(EventId::dispatch);

// The flags that a thread reads when it begins a construct: a byte in a line that it uses anyway. By one
// branch an entry point knows that the thread is registered and that no event is observed, or none of tasks.
//
// Owner    the thread's; lives for ever.
// Writers  add() and refresh(); and a debugger that sets g_observed: it clears absent, all of it.
// Order    [events.observers] add() and refresh(); loads are relaxed.
struct ThreadObservers {
  static constexpr uint8_t kEverywhere = 1, kInTasks = 2;
  sync::Atomic<uint8_t> absent{0};
  ThreadObservers* next = nullptr;  // in the list of all

  bool are_absent() const { return !kEnabled || sync::has_any(absent, kEverywhere); }
  bool are_absent_in_tasks() const { return !kEnabled || sync::has_any(absent, kInTasks); }
};

// Registers the thread's flag: absent is kept up to date from now on. Once for each thread.
// Async-signal-safe.
void add(ThreadObservers& observers);

// The handler of each event: the observer's own if there is only one, else a function that calls those of all
// observers. Never null.
using Handlers = std::array<sync::Atomic<Observer::Handler>, static_cast<size_t>(EventId::count_)>;
[[gnu::visibility("hidden")]] extern Handlers g_handlers;

// What emit_event() does when the event is observed.
template <class Event>
[[gnu::always_inline]] inline void notify_of(const Event& event) {
  g_handlers[static_cast<size_t>(Event::kId)].load(std::memory_order_acquire)(&event);  // [events.handler]
}

// What emit() does when the event is observed.
template <class Event, class... Fields>
[[gnu::always_inline]] inline void notify(Fields&&... fields) {
  notify_of(Event{static_cast<Fields&&>(fields)...});
}

// Emits an event. The struct is built only when the event is observed: one test and one predicted branch
// otherwise.
template <class Event, class... Fields>
[[gnu::always_inline]] inline void emit(Fields&&... fields) {
  if (is_observed(Event::kId)) [[unlikely]]
    notify<Event>(static_cast<Fields&&>(fields)...);
}

// The same for an event that exists already.
template <class Event>
void emit_event(const Event& event) {
  if (is_observed(Event::kId)) notify_of(event);
}

// The same for one observer alone. The others do not receive the event.
template <class Event>
void emit_to(const Observer& observer, const Event& event) {
  const Observer::Handler handler = handler_of(observer, Event::kId);
  if (handler != nullptr && observer.is_enabled()) handler(&event);
}

// The same in code that runs only while some event is observed, so that this event is likely to be observed:
// the call stands inline, which saves two jumps.
template <class Event, class... Fields>
[[gnu::always_inline]] inline void emit_likely(Fields&&... fields) {
  if (is_observed(Event::kId)) [[likely]]
    notify<Event>(static_cast<Fields&&>(fields)...);
}

// The same in code that is built twice; A is Observed or Unobserved.
template <class A>
[[gnu::always_inline]] inline bool is_observed_as(EventId event) {
  return A::kEmits && is_observed(event);
}

template <class A, class Event, class... Fields>
[[gnu::always_inline]] inline void emit_as(Fields&&... fields) {
  if constexpr (A::kEmits) emit_likely<Event>(static_cast<Fields&&>(fields)...);
}

}  // namespace limpid::events
