// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_taskloop*: the taskloop construct.
#include "core/task/create/taskloop.h"

#include "abi/gomp/task_flags.h"
#include "core/data/entry.h"

using namespace limpid;

namespace limpid::abi {
namespace {

// The data of each task begins with its bounds, then the address of the reduction descriptor if there is one.
struct Head {
  core::ChunkBounds bounds;
  uintptr_t* reductions;
};

uint64_t iterations_up(uint64_t distance, uint64_t step) {
  return (distance - 1) / step + 1;
}

uint64_t count_signed(long start, long end, long step) {
  const auto from = static_cast<uint64_t>(start);
  const auto to = static_cast<uint64_t>(end);
  if (step > 0) return start < end ? iterations_up(to - from, static_cast<uint64_t>(step)) : 0;
  return start > end ? iterations_up(from - to, 0 - static_cast<uint64_t>(step)) : 0;
}

uint64_t count_unsigned(bool up, uint64_t start, uint64_t end, uint64_t step) {
  if (up) return start < end ? iterations_up(end - start, step) : 0;
  return start > end ? iterations_up(start - end, 0 - step) : 0;
}

core::TaskloopSpec decode(void (*body)(void*), void* data, void (*copy)(void*, void*), long data_size,
                          long data_align, unsigned flags, unsigned long num_tasks, int priority) {
  core::TaskloopSpec spec;
  spec.task.body = body;
  spec.task.data = data;
  spec.task.data_size = static_cast<size_t>(data_size);
  spec.task.data_align = static_cast<uint32_t>(data_align);
  spec.task.copy = copy;
  spec.task.flags = decode_task_flags(flags);
  spec.task.deferrable = (flags & kGompIf) != 0;
  if (flags & kGompPriority) spec.task.priority = priority;
  (flags & kGompGrainsize ? spec.grainsize : spec.num_tasks) = num_tasks;
  spec.strict = (flags & kGompStrict) != 0;
  spec.grouped = (flags & kGompNogroup) == 0;
  if (spec.grouped && (flags & kGompReduction)) spec.reductions = static_cast<Head*>(data)->reductions;
  return spec;
}

}  // namespace
}  // namespace limpid::abi

extern "C" {

void GOMP_taskloop(void (*body)(void*), void* data, void (*copy)(void*, void*), long data_size,
                   long data_align, unsigned flags, unsigned long num_tasks, int priority, long start,
                   long end, long step) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::TaskloopSpec spec = abi::decode(body, data, copy, data_size, data_align, flags, num_tasks, priority);
  const core::LoopVariable variable{static_cast<uint64_t>(start), static_cast<uint64_t>(step)};
  spec.iterations = abi::count_signed(start, end, step);
  spec.task.variable = &variable;
  core::taskloop(self, spec);
}

void GOMP_taskloop_ull(void (*body)(void*), void* data, void (*copy)(void*, void*), long data_size,
                       long data_align, unsigned flags, unsigned long num_tasks, int priority,
                       unsigned long long start, unsigned long long end, unsigned long long step) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::TaskloopSpec spec = abi::decode(body, data, copy, data_size, data_align, flags, num_tasks, priority);
  const core::LoopVariable variable{start, step};
  spec.iterations = abi::count_unsigned((flags & abi::kGompUp) != 0, start, end, step);
  spec.task.variable = &variable;
  core::taskloop(self, spec);
}
}
