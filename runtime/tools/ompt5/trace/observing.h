// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The observer of all traces: it is added with the first that starts, and removed with the last that stops.
#pragma once

#include "core/device/policy.h"
#include "events/observer.h"

namespace limpid::tools::ompt5::trace {

constexpr int kHostTrace = policy::kMostDevices;  // the others have their devices' numbers

// A handler, once set, stays, and checks itself what is enabled.
void observe(events::EventId event, events::Observer::Handler handler);

// False: there are too many observers. Twice is as once.
bool begin_observing(int trace);
void end_observing(int trace);

void forget_observing_after_fork();

}  // namespace limpid::tools::ompt5::trace
