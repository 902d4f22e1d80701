// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: members that sleep inside a task, and who wakes them for a descendant of that task.
#include "core/task/create/create.h"
#include "core/task/detach/detach.h"
#include "core/task/run/wait.h"
#include "whole/focus.h"
#include "whole/program.h"
#include "whole/tasks.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;
using model::require;

void wait_until(const sync::Atomic<bool>& flag) {
  while (!flag.load(std::memory_order_relaxed)) sync::yield();
}

// The member sleeps in its implicit task until the event of a task of its own is fulfilled; then it goes to the barrier
// at the region's end. No task of another member descends from that task.
void sleep_until_fulfilled(Thread& member, sync::Atomic<void*>& event) {
  const auto nothing = [](Thread&) {};
  event.store(create_detachable(member, nothing), std::memory_order_relaxed);
  taskwait<events::Observed>(member);
}

// While one member sleeps in its implicit task, a task of another one creates two tasks and computes until the second
// has run. The member that waits for the creating task takes that one, although the creator may have looked for
// sleepers in vain before it fell asleep.
TEST(SleeperModel, ASearchInVainIsRepeatedForALaterSleeper) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<bool> began{false}, first_ran{false}, second_ran{false};
        sync::Atomic<void*> event{nullptr};
        const auto first = [&](Thread&) { first_ran.store(true, std::memory_order_relaxed); };
        const auto second = [&](Thread&) { second_ran.store(true, std::memory_order_relaxed); };
        const auto creator = [&](Thread& self) {
          began.store(true, std::memory_order_relaxed);
          create(self, first);
          wait_until(first_ran);
          create(self, second);
          wait_until(second_ran);
          run.stray(false);
          fulfill_event(self, *static_cast<Task*>(event.load(std::memory_order_relaxed)));
        };
        program(run, [&](Thread& self) {
          model::Focus focus(run, 3);
          parallel(self, 3, [&](Thread& member) {
            focus.begin();
            if (member.index == 1) sleep_until_fulfilled(member, event);
            if (member.index != 0) return;
            while (event.load(std::memory_order_relaxed) == nullptr) sync::yield();
            create(member, creator);
            wait_until(began);
            taskwait<events::Observed>(member);
          });
        });
      },
      kWholeBounds));
}

// Two members sleep, one in a task that the other one waits for. A descendant of both wakes the nearer one, which
// computes; the next one wakes the other.
TEST(SleeperModel, TheNextTaskWakesTheSleeperFurtherUp) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<bool> outer_began{false}, inner_began{false}, second_ran{false};
        const auto first = [&](Thread&) { wait_until(second_ran); };
        const auto second = [&](Thread&) { second_ran.store(true, std::memory_order_relaxed); };
        const auto inner = [&](Thread& self) {
          inner_began.store(true, std::memory_order_relaxed);
          create(self, first);
          create(self, second);
          wait_until(second_ran);
          run.stray(false);
        };
        const auto outer = [&](Thread& self) {
          outer_began.store(true, std::memory_order_relaxed);
          create(self, inner);
          wait_until(inner_began);
          taskwait<events::Observed>(self);
        };
        program(run, [&](Thread& self) {
          model::Focus focus(run, 3);
          parallel(self, 3, [&](Thread& member) {
            focus.begin();
            if (member.index != 0) return;
            create(member, outer);
            wait_until(outer_began);
            wait_until(inner_began);  // the third member runs it, so none is idle
            taskwait<events::Observed>(member);
          });
        });
      },
      kWholeBounds));
}

// Runs body in a chain of so many undeferred tasks, each the child of the one before.
template <class Body>
void at_depth(Thread& self, int depth, Body& body) {
  if (depth == 0) return body(self);
  const auto next = [&](Thread& thread) { at_depth(thread, depth - 1, body); };
  Argument<decltype(next)> argument{nullptr, &next};
  TaskSpec spec = task_of(argument);
  spec.deferrable = false;
  create_task(self, spec);
}

// The operations of the second creation of a task at that depth. The first one is a search for sleepers.
size_t cost_of_creation(Execution& run, Thread& self, int depth) {
  size_t operations = 0;
  const auto nothing = [](Thread&) {};
  const auto create_two = [&](Thread& thread) {
    create(thread, nothing);
    const size_t before = run.operations();
    create(thread, nothing);
    operations = run.operations() - before;
  };
  at_depth(self, depth, create_two);
  taskwait<events::Observed>(self);
  return operations;
}

// While a member sleeps that may run none of them, creating tasks costs as much deep in a recursion as at its top.
TEST(SleeperModel, AncestorsAreSearchedOncePerRound) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<void*> event{nullptr};
        program(run, [&](Thread& self) {
          run.stray(false);
          parallel(self, 2, [&](Thread& member) {
            if (member.index == 1) return sleep_until_fulfilled(member, event);
            while (!member.team->tasks.sleepers.see().any()) sync::yield();
            const size_t shallow = cost_of_creation(run, member, 1);
            require(cost_of_creation(run, member, 8) == shallow, "ancestors are not visited again");
            fulfill_event(member, *static_cast<Task*>(event.load(std::memory_order_relaxed)));
          });
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
