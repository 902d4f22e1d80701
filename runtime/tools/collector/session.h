// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the API is started, and who is called for what.
#pragma once

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

// At the end of the process: nobody is called any more. A collector has no finalizer that would tell it so,
// and where its constructor was the first to use OpenMP its library is destroyed by now. What it asks is
// answered as before.
void fall_silent();

// callback null: none. False: not at this time.
bool set_callback(OMP_COLLECTORAPI_EVENT event, Callback callback);
Callback callback(OMP_COLLECTORAPI_EVENT event);

// In a fork's child, once nobody listens: the session goes on, if it is started. Async-signal-safe.
void go_on_after_fork();

}  // namespace limpid::tools::collector
