// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: a taskloop whose tasks are created when they run, in ranges that threads take from each other.
#include "core/task/create/taskloop.h"

#include "whole/program.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

constexpr uint64_t kTasks = 9;  // the fewest of which a loop in a team of two is split lazily

struct Work {
  ChunkBounds bounds;
  Plain<int>* runs;  // of each iteration
};

void run_work(void* data) {
  const Work& work = *static_cast<const Work*>(data);
  for (uint64_t i = work.bounds.start; i != work.bounds.end; ++i) work.runs[i].set(work.runs[i].get() + 1);
}

void taskloop_of_single_iterations(Thread& self, Plain<int>* runs) {
  Work work{{}, runs};
  const LoopVariable variable{0, 1};
  TaskloopSpec spec;
  spec.task.body = run_work;
  spec.task.data = &work;
  spec.task.data_size = sizeof work;
  spec.task.data_align = alignof(Work);
  spec.task.variable = &variable;
  spec.iterations = kTasks;
  spec.grainsize = 1;
  taskloop(self, spec);
}

// Whichever thread runs a range: each task runs once, and the loop's thread sees what they did. At the second loop it
// knows what the first one found out about times.
TEST(TaskloopModel, EachTaskRunsOnce) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> runs[kTasks];
        program(run, [&](Thread& self) {
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            for (int loops = 1; loops <= 2; ++loops) {
              taskloop_of_single_iterations(member, runs);
              for (Plain<int>& count : runs) require(count.get() == loops, "each task once");
            }
          });
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
