// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who listens to what: lists of listeners, and the functions that tell them.
#include "events/spine.h"
#include "sync/atomic.h"

#include <utility>

namespace limpid::events {
namespace {

using Handler = Listener::Handler;
constexpr int kEvents = static_cast<int>(Event::count_);

constinit sync::Atomic<const Listener*> g_listeners[kMaxListeners] = {};
constinit sync::Atomic<uint64_t> g_changes{0};
constinit sync::Atomic<Audience*> g_audiences{nullptr};

Handler handler_of(const Listener* listener, int event) {
  // Atomic: a tool may register a callback for one more event while facts are stated.
  return listener == nullptr ? nullptr : __atomic_load_n(&listener->handlers[event], __ATOMIC_ACQUIRE);
}

template <int kEvent>
void tell_everybody(const void* fact) {
  for (const auto& slot : g_listeners) {
    const Listener* listener = slot.load(std::memory_order_acquire);  // pairs with [spine.add]
    Handler handler = handler_of(listener, kEvent);
    if (handler != nullptr && listener->hears()) handler(fact);
  }
}

// For an event with one listener that always hears and one that seldom does: a debugger.
struct Pair {
  sync::Atomic<Handler> always{nullptr};
  sync::Atomic<const sync::Atomic<uint32_t>*> seldom{nullptr};
};
constinit Pair g_pairs[kEvents] = {};

template <int kEvent>
void tell_pair(const void* fact) {
  const Pair& pair = g_pairs[kEvent];  // written before [spine.hear]
  const bool both = pair.seldom.load(std::memory_order_relaxed)->load(std::memory_order_relaxed) != 0;
  both ? tell_everybody<kEvent>(fact) : pair.always.load(std::memory_order_relaxed)(fact);
}

template <int... kEach>
constexpr Hearers everybody(std::integer_sequence<int, kEach...>) {
  return {{tell_everybody<kEach>...}};
}

struct Tellers {
  Handler everybody;
  Handler pair;
};

template <int... kEach>
const Tellers& tellers_of(std::integer_sequence<int, kEach...>, int event) {
  static constexpr Tellers kTellers[] = {{tell_everybody<kEach>, tell_pair<kEach>}...};
  return kTellers[event];
}

// Who hears of a device for the first time may begin to trace it, and the trace is to have what it heard.
bool adds_listeners(int event) {
  switch (static_cast<Event>(event)) {
    case Event::target:
    case Event::target_map:
    case Event::target_data_op:
    case Event::target_submit:
      return true;
    default:
      return false;
  }
}

struct Hearing {
  Handler hearer;
  bool anyone;
};

// Most events have one listener, which then is called without a detour; but not one that is enabled and
// disabled without our knowledge.
Hearing hearing_of(int event) {
  Handler always = nullptr;
  const sync::Atomic<uint32_t>* seldom = nullptr;
  int constant = 0, changing = 0;
  bool anyone = false;
  for (const auto& slot : g_listeners) {
    const Listener* listener = slot.load(std::memory_order_acquire);
    Handler handler = handler_of(listener, event);
    if (handler == nullptr) continue;
    anyone |= listener->hears();
    if (listener->enabled != nullptr) {
      ++changing;
      seldom = listener->enabled;
    } else {
      ++constant;
      always = handler;
    }
  }
  const Tellers& tellers = tellers_of(std::make_integer_sequence<int, kEvents>{}, event);
  if (constant != 1 || changing > 1 || adds_listeners(event)) return {tellers.everybody, anyone};
  if (changing == 0) return {always, anyone};
  g_pairs[event].always.store(always, std::memory_order_relaxed);
  g_pairs[event].seldom.store(seldom, std::memory_order_relaxed);
  return {tellers.pair, anyone};
}

constexpr uint64_t kReleases = bit(Event::mutex_released) | bit(Event::nest_lock);

void look_round() {
  uint64_t mask = 0;
  for (int event = 0; event < kEvents; ++event) {
    const Hearing hearing = hearing_of(event);
    g_hearers[static_cast<size_t>(event)].store(hearing.hearer, std::memory_order_release);  // [spine.hear]
    if (hearing.anyone) mask |= uint64_t{1} << event;
  }
  g_listening.store(mask, std::memory_order_seq_cst);  // [spine.audience]
  g_quiet_above.store(mask & kReleases ? kNeverQuiet : kQuietAbove, std::memory_order_seq_cst);
  for (Audience* each = g_audiences.load(std::memory_order_seq_cst); each != nullptr; each = each->next)
    each->absent.store(mask == 0, std::memory_order_seq_cst);
}

}  // namespace

constinit sync::Atomic<uint64_t> g_listening{0};
constinit sync::Atomic<uint32_t> g_quiet_above{kQuietAbove};
constinit Hearers g_hearers = everybody(std::make_integer_sequence<int, kEvents>{});

// In the list first: whoever changes g_listening after the last look here finds the audience there and writes
// after us. [spine.audience]
void add(Audience& audience) {
  audience.next = g_audiences.load(std::memory_order_relaxed);
  while (!g_audiences.compare_exchange_weak(audience.next, &audience, std::memory_order_seq_cst)) {
  }
  uint64_t mask;
  do {
    mask = g_listening.load(std::memory_order_seq_cst);
    audience.absent.store(mask == 0, std::memory_order_seq_cst);
  } while (g_listening.load(std::memory_order_seq_cst) != mask);
}

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
    look_round();
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
  for (auto& slot : g_listeners) slot.store(nullptr, std::memory_order_relaxed);
  refresh();
}

}  // namespace limpid::events
