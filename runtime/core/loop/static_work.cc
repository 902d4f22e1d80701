// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of constructs that the compiler has expanded.
#include "core/loop/static_work.h"

#include "core/data/team.h"
#include "core/loop/inlined.h"

namespace limpid::core {
namespace {

using events::DispatchKind;
using events::WorkKind;

// Only the compiler knows the address of a section's code: the address of the call that handed it out is
// used.
void emit_sections(Thread& self, uint64_t begin, uint64_t end) {
  const auto where = reinterpret_cast<uint64_t>(self.return_address);
  for (uint64_t section = begin; section < end; ++section)
    events::emit<events::Dispatch>(self, *self.team, *self.task, DispatchKind::section,
                                   events::Dispatch::Chunk{where, 1});
}

void emit_chunk(Thread& self, const StaticWork& work, uint64_t begin, uint64_t end) {
  if (work.kind == WorkKind::sections) return emit_sections(self, begin, end);
  const bool distributed = work.kind == WorkKind::distribute;
  events::emit<events::Dispatch>(self, *self.team, *self.task,
                                 distributed ? DispatchKind::distribute_chunk : DispatchKind::loop_chunk,
                                 events::Dispatch::Chunk{begin, end - begin});
}

void emit_chunks(Thread& self, const StaticWork& work) {
  if (work.chunk == 0) return;
  uint64_t begin = work.first;
  while (begin < work.count) {
    const uint64_t left = work.count - begin;
    emit_chunk(self, work, begin, left > work.chunk ? begin + work.chunk : work.count);
    if (work.stride == 0 || left <= work.stride) return;
    begin += work.stride;
  }
}

}  // namespace

void begin_static_work(Thread& self, const StaticWork& work) {
  end_inlined(self);
  if (events::is_observed(events::EventId::work)) begin_inlined_now(self, work.kind, work.count);
  emit_static_chunks(self, work);
}

void emit_static_chunks(Thread& self, const StaticWork& work) {
  if (events::is_observed(events::EventId::dispatch)) emit_chunks(self, work);
}

void end_static_work(Thread& self) {
  end_inlined_explicitly(self);
}

}  // namespace limpid::core
