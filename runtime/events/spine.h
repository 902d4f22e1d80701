// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The spine: how a fact that core states reaches those who listen.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <array>

#include "events/facts.h"
#include "sync/atomic.h"
#include "sync/glance.h"

namespace limpid::events {

// Receives facts. One handler for each event, called with a pointer to that event's fact struct, on the
// thread of the fact. Handlers run inside the program's threads: they must not throw, and they must not call
// back into core's constructs.
struct Listener {
  using Handler = void (*)(const void* fact);
  Handler handlers[static_cast<int>(Event::count_)] = {};
  // Zero: the listener hears nothing for the time being. Null: it always hears. Whoever changes it calls
  // refresh(); a debugger, which cannot, sets the bits in g_listening itself.
  const sync::Atomic<uint32_t>* enabled = nullptr;

  bool hears() const { return enabled == nullptr || enabled->load(std::memory_order_relaxed) != 0; }
};

inline constexpr int kMaxListeners = 4;

// False only in a build that measures what all this costs: nobody is ever told anything.
inline constexpr bool kSpine = LIMPID_SPINE;

// Bit e is set when somebody listens to event e. Written when a tool starts or stops, read at every fact.
// Hidden, said here: so that the address is part of the instruction that reads it.
[[gnu::visibility("hidden")]] extern sync::Atomic<uint64_t> g_listening;

inline constexpr uint64_t bit(Event event) {
  return uint64_t{1} << static_cast<int>(event);
}

inline bool listening(Event event) {
  return kSpine && sync::has_any(g_listening, bit(event));
}

// The same for several events at once: an OR of bits.
inline bool listening_to_any(uint64_t bits) {
  return kSpine && sync::has_any(g_listening, bits);
}

// True if anybody listens to anything: threads then take the extra steps that on-time end events need.
inline bool anyone_listening() {
  return kSpine && sync::has_any(g_listening, UINT64_MAX);
}

// For the end of a mutex's construct, which tests the highest bit of the word that it frees anyway: a set bit
// says that nothing is left to do. It asks whether the word is more than this, which is all but that bit
// while nobody listens to releases; otherwise it is the most that there is, and the same comparison with a
// word in memory finds that there is somebody to tell. Written with g_listening, but not by debuggers, who
// listen to no mutexes. Orders nothing: a release that comes at the same time as a listener may go untold.
inline constexpr uint32_t kQuietAbove = 0x7fffffff, kNeverQuiet = 0xffffffff;
[[gnu::visibility("hidden")]] extern sync::Atomic<uint32_t> g_quiet_above;

// For a word that is being freed: nothing is left to do, and nobody is to be told.
inline bool is_quiet(uint32_t word) {
  return kSpine ? sync::exceeds(word, g_quiet_above) : word > kQuietAbove;
}

// For which audience a construct's code is built: what is built for Unheard states nothing and looks at
// nothing. A construct takes one of the two versions when it begins (see Audience); code for Heard still asks
// for each event.
struct Heard {
  static constexpr bool kStates = true;
};
struct Unheard {
  static constexpr bool kStates = false;
};

// What one thread looks at when it begins a construct: a byte in a line that it uses anyway, so that a front
// door finds out with one branch that it knows the thread and that nobody listens.
//
// Owner    the thread's; lives for ever. Written by whoever changes what is listened to, and by a debugger
//          that sets g_listening: it clears absent.
struct Audience {
  sync::Atomic<bool> absent{false};
  Audience* next = nullptr;  // of all

  bool is_absent() const { return !kSpine || sync::is_set(absent); }
};

// From now on absent is kept right. Once for each audience. Async-signal-safe.
void add(Audience& audience);

// Makes listener hear from now on what it has handlers for. The listener must live until remove() and is read
// without a lock, so set its handlers before. Returns false when kMaxListeners are there already. Callable at
// any time; async-signal-safe, like refresh() and remove().
bool add(const Listener& listener);

// After a handler was set or cleared in a listener that is already added.
void refresh();

// The listener hears nothing more once facts under way on other threads are through (they may still run).
void remove(const Listener& listener);

// In a fork's child: nobody listens. Async-signal-safe.
void forget_listeners_after_fork();

// What hears each event: the one listener that has a handler for it, or a function that calls all that have.
// Never null.
using Hearers = std::array<sync::Atomic<Listener::Handler>, static_cast<size_t>(Event::count_)>;
[[gnu::visibility("hidden")]] extern Hearers g_hearers;

// What emit() does when somebody listens.
template <class Fact, class... Fields>
[[gnu::always_inline]] inline void tell(Fields&&... fields) {
  const Fact fact{static_cast<Fields&&>(fields)...};
  g_hearers[static_cast<size_t>(Fact::kEvent)].load(std::memory_order_acquire)(&fact);  // [spine.hear]
}

// States a fact. The struct is built only when somebody listens: one test and one predicted branch otherwise.
template <class Fact, class... Fields>
[[gnu::always_inline]] inline void emit(Fields&&... fields) {
  if (listening(Fact::kEvent)) [[unlikely]]
    tell<Fact>(static_cast<Fields&&>(fields)...);
}

// The same where it will hardly be in vain, as somebody listens to something: then what tells stands in the
// way, and not apart, at the price of two jumps.
template <class Fact, class... Fields>
[[gnu::always_inline]] inline void emit_likely(Fields&&... fields) {
  if (listening(Fact::kEvent)) [[likely]]
    tell<Fact>(static_cast<Fields&&>(fields)...);
}

// The same in code that is built for two audiences.
template <class A>
[[gnu::always_inline]] inline bool listening_as(Event event) {
  return A::kStates && listening(event);
}

template <class A, class Fact, class... Fields>
[[gnu::always_inline]] inline void emit_to(Fields&&... fields) {
  if constexpr (A::kStates) emit_likely<Fact>(static_cast<Fields&&>(fields)...);
}

}  // namespace limpid::events
