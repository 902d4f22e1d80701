// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Begins and ends the constructs whose end the program does not report.
#include "core/loop/inlined.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/loop/region.h"
#include "events/emit.h"

namespace limpid::core {

using events::Endpoint;

void begin_inlined_now(Thread& self, events::WorkKind kind, uint64_t count) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(!cursor.inlined.open);  // the end of the previous one is emitted first
  cursor.inlined.open = true;
  cursor.inlined.kind = kind;
  cursor.inlined.count = count;
  cursor.inlined.return_address = self.return_address;
  events::emit_likely<events::Work>(self, kind, Endpoint::begin, *self.team, *self.task, count,
                                    self.return_address);
}

void end_inlined_now(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.inlined.open);
  cursor.inlined.open = false;
  events::emit_likely<events::Work>(self, cursor.inlined.kind, Endpoint::end, *self.team, *self.task,
                                    cursor.inlined.count, cursor.inlined.return_address);
}

events::SyncKind kind_of_barrier(const Thread& self) {
  const WorkshareCursor& cursor = self.member->workshares;
  if (cursor.current != nullptr) return events::SyncKind::barrier_implementation;
  if (cursor.inlined.after == cursor.place() + 1) return events::SyncKind::barrier_implicit_workshare;
  return events::SyncKind::barrier_explicit;
}

void end_inlined_constructs(Thread& self) {
  end_inlined(self);
  ++self.member->workshares.barriers;
}

std::optional<events::Work> end_of_inlined_construct(Thread& self) {
  const WorkshareCursor& cursor = self.member->workshares;
  if (!cursor.inlined.open) return std::nullopt;
  return events::Work{self,
                      cursor.inlined.kind,
                      Endpoint::end,
                      *self.team,
                      *self.task,
                      cursor.inlined.count,
                      cursor.inlined.return_address};
}

}  // namespace limpid::core
