// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The session of the API: whether it is started, and which callback is called for which event.
#pragma once

#include <atomic>

#include "omp_collector_api.h"
#include "tools/startup/session.h"

namespace limpid::tools::collector {

using Callback = void (*)(OMP_COLLECTORAPI_EVENT event);

inline constexpr int kEventCount = OMP_EVENT_THR_END_ATWT + 1;

// Open while the API is started and not paused.
extern startup::Session g_session;

inline bool is_event(int event) {
  return event >= OMP_EVENT_FORK && event < kEventCount;
}

// The requests that change the session. False: not possible at this time (OMP_ERRCODE_SEQUENCE_ERR). Any
// thread or signal handler may call them. Concurrent requests take effect one after the other.
bool start();
bool stop();
bool pause();
bool resume();
bool is_started();

// At the end of the process: no callback begins any more, and none is running when this returns. A collector
// has no finalizer that would announce it. Its requests are answered as before.
void end_callbacks();

// Whether the C library will call end_callbacks() at exit for this session, and the function that sees to it.
[[gnu::visibility("hidden")]] extern std::atomic<bool> g_will_fall_silent;
void fall_silent_at_exit();

// Called before each callback: at the end of the process the session must fall silent before anything is
// destroyed that exists now, such as the static objects of a collector that was loaded after the runtime had
// started. START cannot do that, as it may come from a signal handler.
inline void prepare_to_fall_silent() {
  if (!g_will_fall_silent.load(std::memory_order_relaxed)) [[unlikely]]
    fall_silent_at_exit();
}

// Null removes the callback. False: not possible at this time.
bool set_callback(OMP_COLLECTORAPI_EVENT event, Callback callback);
Callback callback(OMP_COLLECTORAPI_EVENT event);

// In a fork's child, after all observers were removed: the session goes on if it is started.
// Async-signal-safe.
void resume_after_fork();

}  // namespace limpid::tools::collector
