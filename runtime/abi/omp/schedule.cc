// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run-sched-var (OpenMP 5.1, sections 3.2.11 and 3.2.12).
#include "abi/omp/fortran.h"
#include "core/data/task.h"
#include "core/data/thread.h"

using namespace limpid;

namespace {

// omp_sched_t is a kind, plus this bit for the monotonic modifier.
constexpr uint32_t kMonotonic = 0x80000000;

// An unknown kind changes nothing; a chunk below 1 means the kind's own default. With auto a chunk means
// nothing; both compilers' runtimes then return 1.
void set_schedule(uint32_t schedule, int64_t chunk) {
  const uint32_t kind = schedule & ~kMonotonic;
  if (kind < 1 || kind > 4) return;
  core::Icvs& icvs = core::this_thread().task->icvs;
  icvs.run_sched_kind = static_cast<core::ScheduleKind>(kind);
  icvs.run_sched_monotonic = (schedule & kMonotonic) != 0 ? 1 : 0;
  const bool given = chunk >= 1 && icvs.run_sched_kind != core::ScheduleKind::kAuto;
  const int32_t usual = icvs.run_sched_kind == core::ScheduleKind::kStatic ? 0 : 1;
  icvs.run_sched_chunk = given ? abi::int_of(chunk) : usual;
}

uint32_t encode(const core::Icvs& icvs) {
  return static_cast<uint32_t>(icvs.run_sched_kind) | (icvs.run_sched_monotonic != 0 ? kMonotonic : 0);
}

template <typename Chunk>
void get_schedule(uint32_t* schedule, Chunk* chunk) {
  const core::Icvs& icvs = core::this_thread().task->icvs;
  *schedule = encode(icvs);
  *chunk = icvs.run_sched_chunk;
}

}  // namespace

extern "C" {

void omp_set_schedule(uint32_t schedule, int chunk) {
  set_schedule(schedule, chunk);
}
void omp_get_schedule(uint32_t* schedule, int* chunk) {
  get_schedule(schedule, chunk);
}

void omp_set_schedule_(const uint32_t* schedule, const int32_t* chunk) {
  set_schedule(*schedule, *chunk);
}
void omp_set_schedule_8_(const uint32_t* schedule, const int64_t* chunk) {
  set_schedule(*schedule, *chunk);
}
void omp_get_schedule_(uint32_t* schedule, int32_t* chunk) {
  get_schedule(schedule, chunk);
}
void omp_get_schedule_8_(uint32_t* schedule, int64_t* chunk) {
  get_schedule(schedule, chunk);
}
}
