// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the API is started, and who is called for what.
#pragma once

#include <atomic>

#include "omp_collector_api.h"
#include "tools/startup/session.h"

namespace limpid::tools::collector {

using Callback = void (*)(OMP_COLLECTORAPI_EVENT event);

inline constexpr int kEventCount = OMP_EVENT_THR_END_ATWT + 1;

// Open while the API is started and does not pause.
extern startup::Session g_session;

inline bool is_event(int event) {
  return event >= OMP_EVENT_FORK && event < kEventCount;
}

// The requests that change the session. False: not at this time (OMP_ERRCODE_SEQUENCE_ERR). Callable from any
// thread and signal handler; of several at once each takes effect as if they came one after the other.
bool start();
bool stop();
bool pause();
bool resume();
bool is_started();

// At the end of the process: nobody is called any more, nor when this has returned still being called. A
// collector has no finalizer that would tell it so. What it asks is answered as before.
void fall_silent();

// The C library calls fall_silent() for this session.
[[gnu::visibility("hidden")]] extern std::atomic<bool> g_will_fall_silent;
void fall_silent_at_exit();

// Before a callback is called: the session falls silent at the end of the process before anything is
// destroyed that is there now, such as the static objects of a collector that was loaded after the runtime
// had started. START itself cannot see to that, as it may come from a signal handler.
inline void prepare_to_fall_silent() {
  if (!g_will_fall_silent.load(std::memory_order_relaxed)) [[unlikely]]
    fall_silent_at_exit();
}

// callback null: none. False: not at this time.
bool set_callback(OMP_COLLECTORAPI_EVENT event, Callback callback);
Callback callback(OMP_COLLECTORAPI_EVENT event);

// In a fork's child, once nobody observes: the session goes on, if it is started. Async-signal-safe.
void go_on_after_fork();

}  // namespace limpid::tools::collector
