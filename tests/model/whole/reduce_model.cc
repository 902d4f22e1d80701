// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: reductions, with and without tasks.
#include "core/barrier/barrier.h"
#include "core/barrier/workshare_end.h"
#include "core/lock/lock_word.h"
#include "core/loop/loop.h"
#include "core/reduce/combining.h"
#include "core/reduce/managed_reductions.h"
#include "core/reduce/task_reductions.h"
#include "core/task/run/taskgroup.h"
#include "whole/focus.h"

namespace limpid::core {
namespace {

using events::SyncKind;
using events::Unobserved;
using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// Plain data in memory that the runtime allocated: an int at that address.
int get(const void* at) {
  Execution::current()->read_plain(at);
  return *static_cast<const int*>(at);
}
void set(void* at, int value) {
  Execution::current()->write_plain(at);
  *static_cast<int*>(at) = value;
}

// A reduction clause, combined by one thread at a time; twice, so that one reduction follows another.
TEST(ReduceModel, Exclusive) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        LockWord lock;
        Plain<int> sum;
        two_members(run, [&](Thread& self) {
          for (int round = 1; round <= 2; ++round) {
            const Combining combining = begin_combining<Unobserved>(self, lock, {});
            require(combining == Combining::exclusive, "two threads");
            sum.set(sum.get() + 1);
            end_combining<Unobserved>(self, lock);
            barrier(self, SyncKind::barrier_implicit_workshare);
            require(sum.get() == 2 * round, "the sum of both");
            barrier(self, SyncKind::barrier_explicit);
          }
        });
      },
      kWholeBounds));
}

// reduction(task, ...) that the runtime combines: the members share the copies, and the last one combines
// them into its own variable.
TEST(ReduceModel, TeamReductionsThatCoreCombines) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> total;
        two_members(run, [&](Thread& self) {
          for (int round = 1; round <= 2; ++round) {
            int mine = 0;
            Execution::current()->forget(&mine);
            ReductionItem item{};
            item.shared = item.original = &mine;
            item.size = sizeof mine;
            item.init = [](void* copy, void*) { set(copy, 0); };
            item.combine = [](void* into, void* from) { set(into, get(into) + get(from)); };
            const TaskGroup& group = begin_team_reductions(self, ReductionScope::workshare, &item, 1);
            Execution::current()->read_plain(group.managed->copies);  // the next line reads it
            void* const copy = find_managed_copy(self, &group, &mine);
            set(copy, get(copy) + 1);
            end_taskgroup<Unobserved>(self);
            barrier(self, SyncKind::barrier_explicit);
            if (get(&mine) != 0) total.set(total.get() + get(&mine));
            barrier(self, SyncKind::barrier_explicit);
            require(total.get() == 2 * round, "both copies, combined once");
          }
        });
      },
      kWholeBounds));
}

// Worksharing with reduction(task, ...) as in GCC's code: the first member to arrive registers, thread 0
// combines.
TEST(ReduceModel, WorksharingWithTaskReductions) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        int sum = 0;
        two_members(run, [&](Thread& self) {
          uintptr_t descriptor[10] = {1, 64, 64, 0, 0, 0, 0, reinterpret_cast<uintptr_t>(&sum), 0, 0};
          LoopRequest request;
          request.space = {0, 1, 2, 2};
          request.schedule = {ScheduleKind::kDynamic, false, true, 1};
          request.reductions = descriptor;
          start_loop<Unobserved>(self, request);
          for (Chunk part; next_chunk<Unobserved>(self, part);) {
            void* address[1] = {&sum};
            find_copies(self, 1, 0, address, nullptr);
            set(address[0], get(address[0]) + 1);
          }
          end_loop<Unobserved>(self);
          if (self.index == 0)
            for (uintptr_t thread = 0; thread < 2; ++thread)
              sum += get(reinterpret_cast<void*>(descriptor[2] + 64 * thread));
          end_workshare_reductions(self, false);
          require(sum == 2, "the copies of both");
        });
      },
      kWholeBounds));
}

// A construct's shared memory is zero-filled, the same for all members, and valid until all have left it.
TEST(ReduceModel, SharedMemoryOfAConstruct) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        void* seen[2] = {};
        two_members(run, [&](Thread& self) {
          for (int round = 0; round < 2; ++round) {
            void* memory = reinterpret_cast<void*>(sizeof(int[2]));
            LoopRequest request;
            request.scheduled = false;
            request.memory = &memory;
            start_loop<Unobserved>(self, request);
            seen[self.index] = memory;
            int* const mine = static_cast<int*>(memory) + self.index;
            require(get(mine) == 0, "zero at first");
            set(mine, 1);
            barrier(self, SyncKind::barrier_explicit);
            require(seen[0] == seen[1] && get(static_cast<int*>(memory) + 1 - self.index) == 1, "shared");
            end_loop<Unobserved>(self);
          }
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
