// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing constructs that the compiler expands and that call the runtime at both ends: loops with a
// static schedule, sections, distribute. Threads share no data here; there are only events to emit.
#pragma once

#include <stdint.h>

#include "core/data/thread.h"
#include "events/emit.h"

namespace limpid::core {

// A construct that begins, and the calling thread's part of it.
struct StaticWork {
  events::WorkKind kind = events::WorkKind::loop_static;
  uint64_t count = 0;   // iterations or sections of the construct
  uint64_t first = 0;   // number of the thread's first iteration
  uint64_t chunk = 0;   // iterations of its chunks; the last one may be shorter
  uint64_t stride = 0;  // from one of its chunks to the next
};

template <class A>
inline bool static_work_observed() {
  using events::EventId;
  return A::kEmits && events::is_any_observed(events::bit(EventId::work) | events::bit(EventId::dispatch));
}

// Called only with static_work_observed(). Emits all chunks now, before any of their iterations: the thread
// calls the runtime again only when it has executed them all.
void begin_static_work(Thread& self, const StaticWork& work);
// The same for a construct whose begin event has been emitted elsewhere.
void emit_static_chunks(Thread& self, const StaticWork& work);
void end_static_work(Thread& self);

}  // namespace limpid::core
