// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: what a thread runs while it waits in an untied task.
#include "core/task/queue/scheduling.h"
#include "core/task/run/wait.h"
#include "whole/focus.h"
#include "whole/program.h"
#include "whole/tasks.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;
using model::require;

// A worker waits in an untied task, at a barrier, for an event that the leader fulfils when another task has run,
// which does not descend from the waiting one. The worker is the only one that can run it: it sees the task before
// it sleeps, or is woken.
TEST(DetourModel, AMemberInAnUntiedTaskTakesAnyTask) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<void*> handle{nullptr};
        sync::Atomic<bool> done{false};
        program(run, [&](Thread& self) {
          model::Focus focus(run);
          const auto child = [&](Thread&) {};
          const auto waiting = [&](Thread& thread) {
            void* const event = create_detachable(thread, child);
            run_task(thread, *find_descendant(thread, *thread.task), events::TaskSwitch::other);
            handle.store(event, std::memory_order_release);
            focus.begin();
            taskwait<events::Observed>(thread);
          };
          const auto other = [&](Thread&) { done.store(true, std::memory_order_relaxed); };
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            create_untied(member, waiting);
            while (handle.load(std::memory_order_acquire) == nullptr) sync::yield();
            focus.begin();
            create(member, other);
            while (!done.load(std::memory_order_relaxed)) sync::yield();
            run.stray(false);
            fulfill_event(member, *static_cast<Task*>(handle.load(std::memory_order_relaxed)));
          });
        });
      },
      kWholeBounds));
}

// A tied task that waits bounds what its thread may begin, also below untied ones: the other task is left to the
// leader.
TEST(DetourModel, AMemberInATiedTaskTakesItsDescendantsOnly) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<bool> waits{false};
        sync::Atomic<bool> done{false};
        uint32_t where = 2;
        program(run, [&](Thread& self) {
          const auto leaf = [&](Thread&) {
            waits.store(true, std::memory_order_relaxed);
            while (!done.load(std::memory_order_relaxed)) sync::yield();
          };
          const auto middle = [&](Thread& thread) {
            create_untied(thread, leaf);
            taskwait<events::Observed>(thread);
          };
          const auto tied = [&](Thread& thread) {
            create_untied(thread, middle);
            taskwait<events::Observed>(thread);
          };
          const auto other = [&](Thread& thread) {
            where = thread.index;
            done.store(true, std::memory_order_relaxed);
          };
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            create(member, tied);
            while (!waits.load(std::memory_order_relaxed)) sync::yield();
            create(member, other);
            taskwait<events::Observed>(member);
          });
        });
        require(where == 0, "not in the waiting tied task");
      },
      {4'000, 2'000}));
}

// The worker waits in a tied task. What it may run lies in the leader's deque below a task that it may not run, and
// which it sees first. It moves that task to where every member finds it, or is woken for what is below.
TEST(DetourModel, AMemberInATiedTaskFindsADescendantThatIsHidden) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<Task*> waiting{nullptr};
        sync::Atomic<bool> done{false};
        uint32_t ran_other = 0;
        program(run, [&](Thread& self) {
          model::Focus focus(run);
          const auto other = [&](Thread&) { ++ran_other; };
          const auto grandchild = [&](Thread&) { done.store(true, std::memory_order_relaxed); };
          const auto child = [&](Thread& thread) {
            focus.begin();
            create(thread, grandchild);
            while (!done.load(std::memory_order_relaxed)) sync::yield();
            run.stray(false);
          };
          const auto tied = [&](Thread& thread) {
            create(thread, child);
            waiting.store(thread.task, std::memory_order_release);
            while (thread.member->tasks.ready.size() != 0) sync::yield();  // until the leader took it
            focus.begin();
            taskwait<events::Observed>(thread);
          };
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            create(member, tied);
            while (waiting.load(std::memory_order_acquire) == nullptr) sync::yield();
            create(member, other);
            Task* const stolen = find_descendant(member, *waiting.load(std::memory_order_relaxed));
            run_task(member, *stolen, events::TaskSwitch::other);
          });
        });
        require(ran_other == 1, "the task that hid it runs as well");
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
