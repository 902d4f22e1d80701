// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_parallel_loop_* and GOMP_parallel_sections: parallel combined with a loop or sections.
// The construct is set up before the members run; they go straight to its *_next entry. GCC combines only
// loops over long whose bounds it knows at the region's entry.
#include "abi/gomp/loop_entry.h"
#include "abi/gomp/region.h"
#include "core/loop/sections.h"
#include "core/team/region.h"

using namespace limpid;
using namespace limpid::abi;

namespace {

using Body = void (*)(void*);

// A combined construct while its region is being opened.
struct Combined {
  core::LoopRequest loop;
  core::Region region;

  Combined(Body body, void* data, unsigned threads, unsigned flags, const core::IterationSpace& space,
           const core::ScheduleClause& schedule)
      : region(decode_region(body, data, threads, flags)) {
    loop.space = space;
    loop.schedule = schedule;
    region.prepare = [](core::Thread& self, core::Team& team, void* context) {
      core::prepare_loop(self, team, *static_cast<core::LoopRequest*>(context));
    };
    region.context = &loop;
  }
};

core::Region sections_region(Body body, void* data, unsigned threads, unsigned flags,
                             core::SectionsRequest& sections) {
  core::Region region = decode_region(body, data, threads, flags);
  region.prepare = [](core::Thread& self, core::Team& team, void* context) {
    core::prepare_sections(self, team, *static_cast<core::SectionsRequest*>(context));
  };
  region.context = &sections;
  return region;
}

}  // namespace

extern "C" {

void GOMP_parallel_loop_static(Body body, void* data, unsigned threads, long first, long end, long step,
                               long chunk, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step), static_clause(chunk));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_dynamic(Body body, void* data, unsigned threads, long first, long end, long step,
                                long chunk, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step),
                    dynamic_clause(chunk, kMonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_guided(Body body, void* data, unsigned threads, long first, long end, long step,
                               long chunk, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step),
                    guided_clause(chunk, kMonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_runtime(Body body, void* data, unsigned threads, long first, long end, long step,
                                unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step), runtime_clause(kMonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_nonmonotonic_dynamic(Body body, void* data, unsigned threads, long first, long end,
                                             long step, long chunk, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step),
                    dynamic_clause(chunk, kNonmonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_nonmonotonic_guided(Body body, void* data, unsigned threads, long first, long end,
                                            long step, long chunk, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step),
                    guided_clause(chunk, kNonmonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_nonmonotonic_runtime(Body body, void* data, unsigned threads, long first, long end,
                                             long step, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step),
                    runtime_clause(kNonmonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_loop_maybe_nonmonotonic_runtime(Body body, void* data, unsigned threads, long first,
                                                   long end, long step, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  Combined combined(body, data, threads, flags, core::space_of(first, end, step),
                    runtime_clause(kNonmonotonic));
  core::parallel(self, combined.region);
}

void GOMP_parallel_sections(Body body, void* data, unsigned threads, unsigned count, unsigned flags) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::SectionsRequest sections{count, nullptr, nullptr};
  core::parallel(self, sections_region(body, data, threads, flags, sections));
}

// Objects of GCC 4.8 and older call the outlined function themselves, and then GOMP_parallel_end.
void GOMP_parallel_loop_static_start(Body body, void* data, unsigned threads, long first, long end, long step,
                                     long chunk) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  Combined combined(body, data, threads, 0, core::space_of(first, end, step), static_clause(chunk));
  core::begin_parallel(self, combined.region);
}

void GOMP_parallel_loop_dynamic_start(Body body, void* data, unsigned threads, long first, long end,
                                      long step, long chunk) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  Combined combined(body, data, threads, 0, core::space_of(first, end, step),
                    dynamic_clause(chunk, kMonotonic));
  core::begin_parallel(self, combined.region);
}

void GOMP_parallel_loop_guided_start(Body body, void* data, unsigned threads, long first, long end, long step,
                                     long chunk) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  Combined combined(body, data, threads, 0, core::space_of(first, end, step),
                    guided_clause(chunk, kMonotonic));
  core::begin_parallel(self, combined.region);
}

void GOMP_parallel_loop_runtime_start(Body body, void* data, unsigned threads, long first, long end,
                                      long step) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  Combined combined(body, data, threads, 0, core::space_of(first, end, step), runtime_clause(kMonotonic));
  core::begin_parallel(self, combined.region);
}

void GOMP_parallel_sections_start(Body body, void* data, unsigned threads, unsigned count) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  core::SectionsRequest sections{count, nullptr, nullptr};
  core::begin_parallel(self, sections_region(body, data, threads, 0, sections));
}
}
