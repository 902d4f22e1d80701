// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of observers, and which handler each event calls.
#include "events/observer.h"

#include <utility>

#include "events/emit.h"
#include "sync/atomic.h"

namespace limpid::events {
namespace {

using Handler = Observer::Handler;
constexpr int kEventCount = static_cast<int>(EventId::count_);

constinit sync::Atomic<const Observer*> g_observers[kMaxObservers] = {};
constinit sync::Atomic<uint64_t> g_changes{0};
constinit sync::Atomic<ThreadObservers*> g_all_threads{nullptr};

Handler handler_of(const Observer* observer, int event) {
  // A tool may register a callback for another event while events are emitted.
  return observer == nullptr ? nullptr : events::handler_of(*observer, static_cast<EventId>(event));
}

void put_handler(Observer& observer, int event, Handler handler) {
  // [events.set]
  sync::AtomicRef<Handler>(observer.handlers[event]).store(handler, std::memory_order_release);
}

template <int kId>
void notify_all(const void* event) {
  for (const auto& slot : g_observers) {
    const Observer* observer = slot.load(std::memory_order_acquire);  // pairs with [events.add]
    Handler handler = handler_of(observer, kId);
    if (handler != nullptr && observer->is_enabled()) handler(event);
  }
}

// For an event with one observer that is always enabled and one that is seldom enabled, such as a debugger.
struct Pair {
  sync::Atomic<Handler> always{nullptr};
  sync::Atomic<const sync::Atomic<uint32_t>*> seldom{nullptr};
};
constinit Pair g_pairs[kEventCount] = {};

template <int kId>
void notify_pair(const void* event) {
  const Pair& pair = g_pairs[kId];  // written before the handler was published [events.handler]
  const bool both = pair.seldom.load(std::memory_order_relaxed)->load(std::memory_order_relaxed) != 0;
  both ? notify_all<kId>(event) : pair.always.load(std::memory_order_relaxed)(event);
}

template <int... kEach>
constexpr Handlers notify_all_each(std::integer_sequence<int, kEach...>) {
  return {{notify_all<kEach>...}};
}

struct Notifiers {
  Handler all;
  Handler pair;
};

template <int... kEach>
const Notifiers& notifiers_of(std::integer_sequence<int, kEach...>, int event) {
  static constexpr Notifiers kNotifiers[] = {{notify_all<kEach>, notify_pair<kEach>}...};
  return kNotifiers[event];
}

// A tool that sees a device for the first time may begin to trace it, and the trace must contain that event.
bool adds_observers(int event) {
  switch (static_cast<EventId>(event)) {
    case EventId::target:
    case EventId::target_map:
    case EventId::target_data_op:
    case EventId::target_submit:
      return true;
    default:
      return false;
  }
}

struct HandlerChoice {
  Handler handler;
  bool observed;
};

// Most events have one observer, whose handler is then called directly. An observer with a word that a
// debugger changes without a refresh() is tested at each event.
HandlerChoice choose_handler(int event) {
  Handler always = nullptr;
  const sync::Atomic<uint32_t>* seldom = nullptr;
  int constant = 0, changing = 0;
  bool observed = false;
  for (const auto& slot : g_observers) {
    const Observer* observer = slot.load(std::memory_order_acquire);  // pairs with [events.add]
    Handler handler = handler_of(observer, event);
    if (handler == nullptr) continue;
    observed |= observer->is_enabled();
    if (observer->enabled != nullptr) {
      ++changing;
      seldom = observer->enabled;
    } else {
      ++constant;
      always = handler;
    }
  }
  const Notifiers& notifiers = notifiers_of(std::make_integer_sequence<int, kEventCount>{}, event);
  if (constant != 1 || changing > 1 || adds_observers(event)) return {notifiers.all, observed};
  if (changing == 0) return {always, observed};
  g_pairs[event].always.store(always, std::memory_order_seq_cst);  // [events.refresh]
  g_pairs[event].seldom.store(seldom, std::memory_order_seq_cst);  // [events.refresh]
  return {notifiers.pair, observed};
}

// ThreadObservers::absent.
constexpr uint8_t absent_of(uint64_t mask) {
  return static_cast<uint8_t>((mask == 0 ? ThreadObservers::kEverywhere : 0) |
                              ((mask & kTaskEvents) == 0 ? ThreadObservers::kInTasks : 0));
}

constexpr uint64_t kReleases = bit(EventId::mutex_released) | bit(EventId::nest_lock);

// All stores are seq_cst, as the operations on g_changes: the last refresh() stores last. [events.refresh]
void recompute() {
  uint64_t mask = 0;
  for (int event = 0; event < kEventCount; ++event) {
    const HandlerChoice choice = choose_handler(event);
    // [events.handler] [events.refresh]
    g_handlers[static_cast<size_t>(event)].store(choice.handler, std::memory_order_seq_cst);
    if (choice.observed) mask |= uint64_t{1} << event;
  }
  g_observed.store(mask, std::memory_order_seq_cst);  // [events.observers]
  // [events.observers] [events.refresh]
  g_silent_above.store(mask & kReleases ? kNeverSilent : kSilentAbove, std::memory_order_seq_cst);
  for (ThreadObservers* each = g_all_threads.load(std::memory_order_seq_cst); each != nullptr;
       each = each->next)
    each->absent.store(absent_of(mask), std::memory_order_seq_cst);  // [events.observers] [events.refresh]
}

}  // namespace

constinit sync::Atomic<uint64_t> g_observed{0};
constinit sync::Atomic<uint32_t> g_silent_above{kSilentAbove};
constinit Handlers g_handlers = notify_all_each(std::make_integer_sequence<int, kEventCount>{});

// Added to the list first: a thread that changes g_observed after the last load here finds the flag in the
// list and writes it after this function. The operations that decide are seq_cst, as those in recompute():
// [events.observers]
void add(ThreadObservers& observers) {
  observers.next = g_all_threads.load(std::memory_order_relaxed);
  // [events.observers]
  while (!g_all_threads.compare_exchange_weak(observers.next, &observers, std::memory_order_seq_cst)) {
  }
  uint64_t mask;
  do {
    mask = g_observed.load(std::memory_order_relaxed);
    observers.absent.store(absent_of(mask), std::memory_order_seq_cst);  // [events.observers]
  } while (g_observed.load(std::memory_order_seq_cst) != mask);          // [events.observers]
}

bool add(const Observer& observer) {
  for (auto& slot : g_observers) {
    const Observer* nobody = nullptr;
    // [events.add]
    if (!slot.compare_exchange_strong(nobody, &observer, std::memory_order_release)) continue;
    refresh();
    return true;
  }
  return false;
}

// Each change is counted before the lists are read. A thread that reads the lists before another thread's
// change and stores its result after that thread finds at the end that the count has changed, and computes
// again: the last stores include every change. A change is a slot, a handler or an enabled word; the later of
// two threads that count sees the other's.
void refresh() {
  uint64_t changes = g_changes.fetch_add(1, std::memory_order_seq_cst) + 1;  // [events.refresh]
  for (;;) {
    recompute();
    uint64_t now = g_changes.load(std::memory_order_seq_cst);  // [events.refresh]
    if (now == changes) return;
    changes = now;
  }
}

void set_handler(Observer& observer, EventId event, Handler handler) {
  put_handler(observer, static_cast<int>(event), handler);
  refresh();
}

void clear_handlers(Observer& observer) {
  for (int event = 0; event < kEventCount; ++event) put_handler(observer, event, nullptr);
  refresh();
}

void remove(const Observer& observer) {
  for (auto& slot : g_observers) {
    if (slot.load(std::memory_order_relaxed) == &observer) slot.store(nullptr, std::memory_order_relaxed);
  }
  refresh();
}

void forget_observers_after_fork() {
  for (auto& slot : g_observers) slot.store(nullptr, std::memory_order_relaxed);
  refresh();
}

}  // namespace limpid::events
