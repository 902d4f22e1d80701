// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How core emits an event, and finds out that nobody observes it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <array>

#include "events/events.h"
#include "events/observer.h"
#include "sync/atomic.h"
#include "sync/plain_load.h"

namespace limpid::events {

// False only in a build that measures what all this costs: no event is ever emitted.
inline constexpr bool kEnabled = LIMPID_EVENTS;

// Bit e is set when somebody observes event e. Written when a tool starts or stops, read at every event.
// Hidden, said here: so that the address is part of the instruction that reads it.
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

// True if anybody observes anything: threads then take the extra steps that on-time end events need.
inline bool anyone_observes() {
  return kEnabled && sync::has_any(g_observed, UINT64_MAX);
}

// One comparison when a lock is released: does the released word ask for anything, or does somebody observe
// releases? Bit 31 of a released word is set when no thread waits for the lock. While nobody observes releases
// g_silent_above is kSilentAbove, which just such words exceed; otherwise it is kNeverSilent, which no word
// exceeds.
//
// Writers  refresh(), together with g_observed. Debuggers do not write it: they observe no mutexes.
// Order    relaxed: a release at the same time as an observer's start may go unobserved.
inline constexpr uint32_t kSilentAbove = 0x7fffffff, kNeverSilent = 0xffffffff;
[[gnu::visibility("hidden")]] extern sync::Atomic<uint32_t> g_silent_above;

// For a word that is being released: no thread is to be woken, and no event is to be emitted.
inline bool is_silent(uint32_t word) {
  return kEnabled ? sync::exceeds(word, g_silent_above) : word > kSilentAbove;
}

// Short constructs are built twice: the version for Unobserved emits nothing and tests nothing, the one for
// Observed still asks for each event. A construct takes one of the two when it begins (ThreadObservers).
struct Observed {
  static constexpr bool kEmits = true;
};
struct Unobserved {
  static constexpr bool kEmits = false;
};

// What a thread reads when it begins a construct: a byte in a line that it uses anyway. One branch tells an
// entry point that the runtime knows the thread and that nobody observes anything.
//
// Owner    the thread's; lives for ever.
// Writers  add() and refresh(); and a debugger that sets g_observed: it clears absent.
struct ThreadObservers {
  sync::Atomic<bool> absent{false};
  ThreadObservers* next = nullptr;  // in the list of all

  bool are_absent() const { return !kEnabled || sync::is_set(absent); }
};

// From now on absent is kept right. Once for each thread. Async-signal-safe.
void add(ThreadObservers& observers);

// The handler of each event: the observer's own if there is one only, else a function that calls all. Never
// null.
using Handlers = std::array<sync::Atomic<Observer::Handler>, static_cast<size_t>(EventId::count_)>;
[[gnu::visibility("hidden")]] extern Handlers g_handlers;

// What emit() does when somebody observes the event.
template <class Event, class... Fields>
[[gnu::always_inline]] inline void notify(Fields&&... fields) {
  const Event event{static_cast<Fields&&>(fields)...};
  g_handlers[static_cast<size_t>(Event::kId)].load(std::memory_order_acquire)(&event);  // [events.handler]
}

// Emits an event. The struct is built only when somebody observes it: one test and one predicted branch
// otherwise.
template <class Event, class... Fields>
[[gnu::always_inline]] inline void emit(Fields&&... fields) {
  if (is_observed(Event::kId)) [[unlikely]]
    notify<Event>(static_cast<Fields&&>(fields)...);
}

// The same in code that runs only while somebody observes something, so that this event is likely to be
// observed: the call stands inline, which saves two jumps.
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
