// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructs whose end a GCC-built program does not report: the executor's part of single, and scope. Their
// end event is emitted at the thread's next barrier or worksharing construct, or at the end of its implicit
// task, whichever comes first. With the construct's own barrier that is the right moment; with nowait it is
// late, but in the right order.
//
// Clang's code reports the end of single, scope and static loops: then the event is emitted there.
//
// Recorded only while work events are observed.
#pragma once

#include "core/data/member.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "events/emit.h"

namespace limpid::core {

// Called only while work events are observed.
void begin_inlined_now(Thread& self, events::WorkKind kind, uint64_t count = 1);
void end_inlined_now(Thread& self);

template <class A>
inline void begin_inlined(Thread& self, events::WorkKind kind) {
  if (events::is_observed_as<A>(events::EventId::work)) [[unlikely]]
    begin_inlined_now(self, kind);
}

inline void end_inlined(Thread& self) {
  if (self.member->workshares.inlined.open) [[unlikely]]
    end_inlined_now(self);
}

// The program reports that the construct ends.
inline void end_inlined_explicitly(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  if (!cursor.inlined.open) [[likely]]
    return;
  cursor.inlined.return_address = self.return_address;
  end_inlined_now(self);
}

// The program has passed the end of a worksharing construct. A barrier that follows at once is the
// construct's.
inline void note_construct_end(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  cursor.inlined.after = cursor.place() + 1;
}

}  // namespace limpid::core
