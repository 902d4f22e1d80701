// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <omp-tools.h>

namespace limpid::recorder {

// What to register in a trace for an event whose callback otherwise is `callback`, which goes on being called.
ompt_callback_t with_trace(ompt_callbacks_t event, ompt_callback_t callback);

struct TraceRegistration {
  ompt_callbacks_t event;
  ompt_callback_t callback;
  const char* name;
};

// The events that a trace needs and nothing else does. `chunks`: also those that are only traced if asked for.
// Ends with one without a name.
const TraceRegistration* trace_registrations(bool chunks);

}  // namespace limpid::recorder
