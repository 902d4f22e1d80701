// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts sections as loops of single iterations, and scope.
#include "core/loop/sections.h"

#include "core/loop/inlined.h"
#include "core/loop/loop.h"
#include "core/loop/ring.h"
#include "core/loop/schedule.h"

namespace limpid::core {
namespace {

LoopRequest loop_of(const SectionsRequest& request) {
  LoopRequest loop;
  loop.space = {0, 1, request.count, request.count};
  loop.schedule = {ScheduleKind::kDynamic, false, true, 1};
  loop.work = events::WorkKind::sections;
  loop.reductions = request.reductions;
  loop.memory = request.memory;
  return loop;
}

}  // namespace

template <class A>
void start_sections(Thread& self, const SectionsRequest& request) {
  start_loop<A>(self, loop_of(request));
}

template void start_sections<events::Observed>(Thread&, const SectionsRequest&);
template void start_sections<events::Unobserved>(Thread&, const SectionsRequest&);

void prepare_sections(Thread& leader, Team& team, const SectionsRequest& request) {
  prepare_loop(leader, team, loop_of(request));
}

template <class A>
uint64_t next_section(Thread& self) {
  Chunk chunk;
  return next_chunk<A>(self, chunk) ? chunk.begin + 1 : 0;
}

template uint64_t next_section<events::Observed>(Thread&);
template uint64_t next_section<events::Unobserved>(Thread&);

void start_scope(Thread& self, uintptr_t* reductions) {
  LoopRequest request;
  request.scheduled = false;
  request.reductions = reductions;
  end_inlined(self);
  join_construct(self, request);
  leave_workshare(self, false);
  note_construct_end(self);  // scope contains no barrier: the next one is its own
  begin_inlined<events::Observed>(self, events::WorkKind::scope);
}

}  // namespace limpid::core
