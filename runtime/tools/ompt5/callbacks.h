// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The callbacks that the tool has registered.
#pragma once

#include <atomic>

#include "omp-tools.h"

namespace limpid::tools::ompt5 {

inline constexpr int kCallbackCount = ompt_callback_error + 1;

[[gnu::visibility("hidden")]] extern std::atomic<ompt_callback_t> g_callbacks[kCallbackCount];

// The registered callback, or null. Pairs with the store in set_callback().
template <class Callback>
Callback callback(ompt_callbacks_t event) {
  return reinterpret_cast<Callback>(g_callbacks[event].load(std::memory_order_acquire));
}

// True from the start of the initializer to the end of the tool. False also removes every callback.
void allow_registration(bool allowed);

// Entry points; see omp-tools.h.
ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback);
int get_callback(ompt_callbacks_t event, ompt_callback_t* callback);

// What a registration for an existing callback promises.
ompt_set_result_t promise_of(ompt_callbacks_t event);

// Observes the events for which there are callbacks, and those that other answers need. False: there are too
// many observers.
bool start_observing();
void stop_observing();

// After the end of a tool: the next one observes what it asks for itself.
void forget_observed_events();

}  // namespace limpid::tools::ompt5
