// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_taskloop*: the taskloop construct.
#include "core/task/create/taskloop.h"

#include <string.h>

#include "abi/kmp/ident.h"
#include "abi/kmp/task_record.h"
#include "abi/kmp/thread_number.h"
#include "core/data/entry.h"

using namespace limpid;
using abi::Ident;
using abi::TaskRecord;

namespace {

// Copies what the compiler put into a record besides words, if there is more. last: the copy gets the last
// iteration.
using Duplicate = void (*)(TaskRecord* copy, TaskRecord* original, int32_t last);

enum Division : int32_t { kNoDivision = 0, kGrainsize = 1, kNumTasks = 2 };

// The pattern for all tasks of a loop: a record like any other, with the loop's bounds somewhere in it.
struct Pattern {
  TaskRecord& record;
  core::Task& task;
  size_t lower_offset;
  size_t upper_offset;
  uint64_t lower;
  int64_t step;
  uint64_t iterations;
  Duplicate duplicate;
};

// A distance that is negative as a signed number is that of an empty loop: a loop of 2^63 iterations would
// not end.
uint64_t count_iterations(uint64_t lower, uint64_t upper, int64_t step) {
  const auto distance = static_cast<int64_t>(step > 0 ? upper - lower : lower - upper);
  if (distance < 0) return 0;
  const uint64_t stride = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  return static_cast<uint64_t>(distance) / stride + 1;
}

void set_bound(TaskRecord& record, size_t offset, uint64_t value) {
  *reinterpret_cast<uint64_t*>(reinterpret_cast<char*>(&record) + offset) = value;
}

size_t offset_in(const TaskRecord& record, const void* address) {
  return static_cast<size_t>(static_cast<const char*>(address) - reinterpret_cast<const char*>(&record));
}

core::Task& reserve_chunk(core::Thread& self, const core::TaskloopChunk& chunk) {
  const auto& pattern = *static_cast<const Pattern*>(chunk.context);
  TaskRecord& original = pattern.record;
  core::Task& task = core::reserve_task(self, abi::run_record, pattern.task.data_bytes,
                                        pattern.task.flags | core::kTaskTaskloop, pattern.task.constructed,
                                        pattern.task.kind);
  auto& record = *static_cast<TaskRecord*>(task.data);
  memcpy(&record, &original, pattern.task.data_bytes);
  if (original.shareds != nullptr)
    record.shareds = reinterpret_cast<char*>(&record) + offset_in(original, original.shareds);
  const uint64_t step = static_cast<uint64_t>(pattern.step);
  const uint64_t first = pattern.lower + chunk.first * step;
  set_bound(record, pattern.lower_offset, first);
  set_bound(record, pattern.upper_offset, first + (chunk.iterations - 1) * step);
  const bool last = chunk.first + chunk.iterations == pattern.iterations;
  if (pattern.duplicate != nullptr) pattern.duplicate(&record, &original, last);
  return task;
}

// Compilers compute the last iteration of an empty loop over a 32-bit variable in 32 bits: some such loops
// look like 2^32 iterations, in which the tasks then find nothing to do. Such a loop is not cut into grains
// that small.
uint64_t usable_grainsize(uint64_t iterations, uint64_t size) {
  constexpr uint64_t kDoubtful = uint64_t{1} << 32;
  constexpr uint64_t kLeast = uint64_t{1} << 22;
  return iterations == kDoubtful && size < kLeast ? kLeast : size;
}

// grouped: with a taskgroup of its own. LLVM's compilers make the taskgroup themselves and pass false.
void run_taskloop(core::Thread& self, TaskRecord& record, bool condition, const uint64_t* lower,
                  const uint64_t* upper, int64_t step, bool grouped, int32_t division, uint64_t size,
                  bool strict, Duplicate duplicate) {
  core::Task& task = abi::task_of(record);
  const Pattern pattern{record,
                        task,
                        offset_in(record, lower),
                        offset_in(record, upper),
                        *lower,
                        step,
                        count_iterations(*lower, *upper, step),
                        duplicate};
  core::TaskloopSpec spec;
  spec.reserve = reserve_chunk;
  spec.context = &pattern;
  spec.task.deferrable = condition;
  spec.task.priority = record.priority;
  spec.iterations = pattern.iterations;
  if (division == kGrainsize) spec.grainsize = usable_grainsize(spec.iterations, size);
  if (division == kNumTasks) spec.num_tasks = size;
  spec.strict = strict;
  spec.grouped = grouped;
  core::taskloop(self, spec);
  if (task.constructed) record.destroy(abi::global_number(self), &record);
  core::release_reserved(self, task);
}

}  // namespace

extern "C" {

void __kmpc_taskloop(const Ident*, int32_t, TaskRecord* record, int32_t condition, uint64_t* lower,
                     uint64_t* upper, int64_t step, int32_t nogroup, int32_t division, uint64_t size,
                     void* duplicate) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  run_taskloop(self, *record, condition != 0, lower, upper, step, nogroup == 0, division, size, false,
               reinterpret_cast<Duplicate>(duplicate));
}

void __kmpc_taskloop_5(const Ident*, int32_t, TaskRecord* record, int32_t condition, uint64_t* lower,
                       uint64_t* upper, int64_t step, int32_t nogroup, int32_t division, uint64_t size,
                       int32_t strict, void* duplicate) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  run_taskloop(self, *record, condition != 0, lower, upper, step, nogroup == 0, division, size, strict != 0,
               reinterpret_cast<Duplicate>(duplicate));
}
}
