// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The callbacks that the tool has registered.
#pragma once

#include <atomic>

#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

inline constexpr int kEventCount = ompt_event_flush + 1;

extern std::atomic<ompt_callback_t> g_callbacks[kEventCount];

// The registered callback, or null. Pairs with the store in set_callback().
template <class Callback>
Callback callback(ompt_event_t event) {
  return reinterpret_cast<Callback>(g_callbacks[event].load(std::memory_order_acquire));
}

// Callbacks may be registered while the initializer runs.
void allow_registration(bool allowed);
void forget_callbacks();

// Functions that the tool looks up; see ompt-2016.h.
int set_callback(ompt_event_t event, ompt_callback_t callback);
int get_callback(ompt_event_t event, ompt_callback_t* callback);

// Observes the events for which there are callbacks, and those that other answers need. False: there are too
// many observers.
bool start_observing();
void stop_observing();

}  // namespace limpid::tools::ompt2016
