// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: tasks that are stolen, waited for, ordered by dependences and detached, and the return of
// their memory to its owner.
#include <set>

#include "core/barrier/barrier.h"
#include "core/loop/cancel.h"
#include "core/task/create/create.h"
#include "core/task/detach/detach.h"
#include "core/task/queue/scheduling.h"
#include "core/task/run/ancestry.h"
#include "core/task/run/taskgroup.h"
#include "core/task/run/wait.h"
#include "whole/focus.h"
#include "whole/program.h"
#include "whole/tasks.h"

namespace limpid::core {
namespace {

using events::SyncKind;
using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// A region of two in which the leader runs body and the other member goes to the barrier at the region's end.
template <class Body>
void leader_creates(Execution& run, Body&& body) {
  program(run, [&](Thread& self) {
    parallel(self, 2, [&](Thread& member) {
      if (member.index == 0) body(member);
    });
  });
}

// The creating thread waits for two tasks that others may steal, and sees their results.
// create_one(thread, body) creates one.
template <class Create>
model::Scenario two_tasks_and_taskwait(Create create_one) {
  return [=](Execution& run) {
    Plain<int> done[2];
    const auto first = [&](Thread&) { done[0].set(done[0].get() + 1); };
    const auto second = [&](Thread&) { done[1].set(done[1].get() + 1); };
    leader_creates(run, [&](Thread& self) {
      create_one(self, first);
      create_one(self, second);
      taskwait<events::Observed>(self);
      require(done[0].get() == 1 && done[1].get() == 1, "each task once");
    });
  };
}

TEST(TaskModel, TaskwaitSeesTheResults) {
  EXPECT_TRUE(holds(two_tasks_and_taskwait([](Thread& self, const auto& body) { create(self, body); }),
                    kWholeBounds));
}

// One member creates a task and computes until another has run it; the other is about to sleep at the join or
// at a barrier. Either it sees the task before it sleeps, or it is woken.
template <class Rest>
model::Scenario one_creates_and_computes(uint32_t creator, Rest rest, bool urgent = false) {
  return [=](Execution& run) {
    sync::Atomic<bool> done{false};
    const auto task = [&](Thread&) { done.store(true, std::memory_order_relaxed); };
    program(run, [&](Thread& self) {
      model::Focus focus(run);
      parallel(self, 2, [&](Thread& member) {
        focus.begin();
        if (member.index == creator) {
          urgent ? create_urgent(member, task) : create(member, task);
          while (!done.load(std::memory_order_relaxed)) sync::yield();
          run.stray(false);
        }
        rest(member);
      });
    });
  };
}

TEST(TaskModel, AWorkerAtTheJoinTakesATask) {
  EXPECT_TRUE(holds(one_creates_and_computes(0, [](Thread&) {}), kWholeBounds));
}

TEST(TaskModel, TheLeaderAtTheJoinTakesATask) {
  EXPECT_TRUE(holds(one_creates_and_computes(1, [](Thread&) {}), kWholeBounds));
}

TEST(TaskModel, AMemberAtABarrierTakesATask) {
  EXPECT_TRUE(
      holds(one_creates_and_computes(0, [](Thread& self) { barrier(self, SyncKind::barrier_explicit); }),
            kWholeBounds));
}

// The same for a task in the team's queue.
TEST(TaskModel, AWorkerAtTheJoinTakesAnUrgentTask) {
  EXPECT_TRUE(holds(one_creates_and_computes(
                        0, [](Thread&) {}, true),
                    kWholeBounds));
}

// A task creates another and computes until that has run. The member that waits in taskwait takes it, if the
// other runs the first.
TEST(TaskModel, AMemberInTaskwaitTakesATask) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<bool> done{false};
        const auto inner = [&](Thread&) { done.store(true, std::memory_order_relaxed); };
        const auto outer = [&](Thread& self) {
          create(self, inner);
          while (!done.load(std::memory_order_relaxed)) sync::yield();
          run.stray(false);
        };
        program(run, [&](Thread& self) {
          model::Focus focus(run);
          parallel(self, 2, [&](Thread& member) {
            focus.begin();
            if (member.index != 0) return;
            create(member, outer);
            taskwait<events::Observed>(member);
          });
        });
      },
      kWholeBounds));
}

// The creating task does not wait: the region ends only when all its tasks have.
TEST(TaskModel, TheRegionsEndWaitsForTasks) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[2];
        const auto inner = [&](Thread&) { done[1].set(1); };
        const auto outer = [&](Thread& thread) {
          done[0].set(1);
          create(thread, inner);
        };
        program(run, [&](Thread& self) {
          parallel(self, 2, [&](Thread& member) {
            if (member.index == 1) create(member, outer);
          });
          require(done[0].get() == 1 && done[1].get() == 1, "each task once");
        });
      },
      kWholeBounds));
}

// Tasks that are created before a barrier are complete after it, for all members.
TEST(TaskModel, ABarrierCompletesTasks) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done;
        const auto task = [&](Thread&) { done.set(1); };
        program(run, [&](Thread& self) {
          parallel(self, 2, [&](Thread& member) {
            if (member.index == 0) create(member, task);
            barrier(member, SyncKind::barrier_explicit);
            require(done.get() == 1, "the task before the barrier");
          });
        });
      },
      kWholeBounds));
}

// Tasks with a priority are in the team's queue.
TEST(TaskModel, TasksWithAPriority) {
  EXPECT_TRUE(holds(two_tasks_and_taskwait([](Thread& self, const auto& body) { create_urgent(self, body); }),
                    kWholeBounds));
}

// Tasks that end before their children stay as headers; the last of the children frees them all.
TEST(TaskModel, DescendantsThatOutliveTheirParents) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done;
        std::set<Task*> blocks;
        bool by_leader_alone = true;
        const auto note = [&](Thread& thread) {
          blocks.insert(thread.task);
          by_leader_alone &= thread.index == 0;
        };
        const auto third = [&](Thread& thread) {
          note(thread);
          done.set(done.get() + 1);
        };
        const auto second = [&](Thread& thread) {
          note(thread);
          create(thread, third);
        };
        const auto first = [&](Thread& thread) {
          note(thread);
          create(thread, second);
        };
        leader_creates(run, [&](Thread& self) {
          for (int round = 1; round <= 2; ++round) {
            begin_taskgroup(self);
            create(self, first);
            end_taskgroup(self);
            require(done.get() == round, "the last descendant's result");
          }
        });
        require(!by_leader_alone || blocks.size() <= 3, "headers are freed, and used again");
      },
      kWholeBounds));
}

// What a tool reads when it asks for the ancestors of the running task.
void read_ancestors(const Task& task) {
  const Task* up = task.family.parent.load(std::memory_order_relaxed);
  for (; is_explicit(*up); up = up->family.parent.load(std::memory_order_relaxed))
    sync::reads_plain(&up->member);
}

// A parent whose header is kept by two children that ended before their own.
TEST(TaskModel, TwoZombiesOfOneParent) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        std::set<Task*> blocks;
        bool by_leader_alone = true;
        const auto note = [&](Thread& thread) {
          blocks.insert(thread.task);
          by_leader_alone &= thread.index == 0;
          read_ancestors(*thread.task);
        };
        const auto second = [&](Thread& thread) {
          note(thread);
          create(thread, note);
        };
        const auto first = [&](Thread& thread) {
          note(thread);
          for (int child = 0; child < 2; ++child) create(thread, second);
        };
        leader_creates(run, [&](Thread& self) {
          model::Focus focus(run, 1);
          for (int round = 1; round <= 2; ++round) {
            begin_taskgroup(self);
            create(self, first);
            focus.begin();
            end_taskgroup(self);
          }
        });
        require(!by_leader_alone || blocks.size() <= 4, "headers are freed, and used again");
      },
      kWholeBounds));
}

// A zombie's own child ends on another thread, as its parent does here: the parent's header is free when the
// other thread has left it.
TEST(TaskModel, AZombieThatIsGoneBeforeItsParentEnds) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        const auto third = [&](Thread& thread) { read_ancestors(*thread.task); };
        const auto second = [&](Thread& thread) { create(thread, third); };
        const auto first = [&](Thread& thread) {
          create(thread, second);
          taskwait<events::Observed>(thread);
        };
        leader_creates(run, [&](Thread& self) {
          model::Focus focus(run, 1);
          create(self, first);
          focus.begin();
          taskwait<events::Observed>(self);
          create(self, third);  // in the block that is free now
          taskwait<events::Observed>(self);
        });
      },
      kWholeBounds));
}

// The same where the parent is an included task, whose header its own thread releases without a count.
TEST(TaskModel, AZombieOfAnIncludedTask) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        const auto third = [&](Thread& thread) { read_ancestors(*thread.task); };
        const auto second = [&](Thread& thread) { create(thread, third); };
        leader_creates(run, [&](Thread& self) {
          model::Focus focus(run, 1);
          const auto first = [&](Thread& thread) {
            create(thread, second);
            focus.begin();
            taskwait<events::Observed>(thread);
          };
          include(self, first);
          include(self, third);  // in the block that is free now
        });
      },
      kWholeBounds));
}

TEST(TaskModel, ATaskgroupWaitsForDescendants) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done;
        const auto inner = [&](Thread&) { done.set(1); };
        const auto outer = [&](Thread& thread) { create(thread, inner); };
        leader_creates(run, [&](Thread& self) {
          begin_taskgroup(self);
          create(self, outer);
          end_taskgroup(self);
          require(done.get() == 1, "the descendant's result");
        });
      },
      kWholeBounds));
}

// One task writes, two read, one writes again: each sees what it depends on, whichever thread runs it.
TEST(TaskModel, DependencesOrderTasks) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> value;
        Plain<int> seen[2];
        const auto write = [&](Thread&) { value.set(1); };
        const auto read_first = [&](Thread&) { seen[0].set(value.get()); };
        const auto read_second = [&](Thread&) { seen[1].set(value.get()); };
        const auto write_again = [&](Thread&) { value.set(2); };
        leader_creates(run, [&](Thread& self) {
          const events::Dependence in = on(value, events::DependenceKind::in);
          const events::Dependence out = on(value, events::DependenceKind::out);
          create(self, write, out);
          create(self, read_first, in);
          create(self, read_second, in);
          create(self, write_again, out);
          taskwait<events::Observed>(self);
          require(value.get() == 2 && seen[0].get() == 1 && seen[1].get() == 1, "the order of dependences");
        });
      },
      kWholeBounds));
}

// taskwait with dependences waits for the tasks that they refer to.
TEST(TaskModel, TaskwaitDependWaitsForTheNamed) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> value;
        const auto write = [&](Thread&) { value.set(1); };
        leader_creates(run, [&](Thread& self) {
          const events::Dependence out = on(value, events::DependenceKind::out);
          const events::Dependence in = on(value, events::DependenceKind::in);
          create(self, write, out);
          taskwait_depend(self, &in, 1);
          require(value.get() == 1, "the named task's result");
        });
      },
      kWholeBounds));
}

// A detached task is complete when its body is done and its event fulfilled, whichever comes last.
TEST(TaskModel, ADetachedTaskWaitsForItsEvent) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done[2];
        const auto body = [&](Thread&) { done[0].set(1); };
        leader_creates(run, [&](Thread& self) {
          void* const event = create_detachable(self, body);
          const auto fulfil = [&](Thread& thread) {
            done[1].set(1);
            fulfill_event(thread, *static_cast<Task*>(event));
          };
          create(self, fulfil);
          taskwait<events::Observed>(self);
          require(done[0].get() == 1 && done[1].get() == 1, "body and event");
        });
      },
      kWholeBounds));
}

// A thread of another contention group fulfils the event: it visits the team, whose region ends only when it
// has left. No thread sleeps for a visitor that has left, be it at the join or at a barrier.
template <class Rest>
model::Scenario a_foreign_thread_fulfils(Rest rest) {
  return [=](Execution& run) {
    Plain<int> done;
    Plain<int> result;
    sync::Atomic<void*> handle{nullptr};
    const auto body = [&](Thread&) { result.set(1); };
    start_afresh();
    user_thread(
        run,
        [&](Thread& self) {
          done.set(1);
          fulfill_event(self, *static_cast<Task*>(handle.load(std::memory_order_acquire)));
        },
        [&] {
          while (handle.load(std::memory_order_acquire) == nullptr) sync::yield();
        });
    user_thread(run, [&](Thread& self) {
      parallel(self, 2, [&](Thread& member) {
        if (member.index != 0) return rest(member);
        void* const event = create_detachable(member, body);
        handle.store(event, std::memory_order_release);
        rest(member);
      });
      require(done.get() == 1 && result.get() == 1, "what came before the event, and the body");
    });
    run.run();
  };
}

TEST(TaskModel, AForeignThreadFulfilsTheEvent) {
  EXPECT_TRUE(holds(a_foreign_thread_fulfils([](Thread&) {}), {30'000, 12'000}));
}

TEST(TaskModel, AForeignThreadFulfilsTheEventWhileAllAreAtABarrier) {
  EXPECT_TRUE(holds(a_foreign_thread_fulfils([](Thread& self) { barrier(self, SyncKind::barrier_explicit); }),
                    kWholeBounds));
}

// The same where the body is done, and all members are about to sleep at a barrier: every interleaving from there
// on. A member sees the visitor before it sleeps, or the visitor sees that it sleeps.
model::Scenario a_late_fulfilment(uint32_t members) {
  return [=](Execution& run) {
    sync::Atomic<void*> handle{nullptr};
    const auto body = [&](Thread&) {};
    start_afresh();
    model::Focus focus(run, static_cast<int>(members) + 1);
    user_thread(run, [&](Thread& self) {
      while (handle.load(std::memory_order_acquire) == nullptr) sync::yield();
      focus.begin();
      fulfill_event(self, *static_cast<Task*>(handle.load(std::memory_order_relaxed)));
    });
    user_thread(run, [&](Thread& self) {
      parallel(self, members, [&](Thread& member) {
        if (member.index == 0) {
          void* const event = create_detachable(member, body);
          run_ready_tasks(member);
          handle.store(event, std::memory_order_release);
        }
        focus.begin();
        barrier(member, SyncKind::barrier_explicit);
      });
    });
    run.run();
  };
}

TEST(TaskModel, AForeignThreadFulfilsTheEventLate) {
  EXPECT_TRUE(holds(a_late_fulfilment(2), kWholeBounds));
}

TEST(TaskModel, AForeignThreadFulfilsTheEventOfATeamOfOne) {
  EXPECT_TRUE(holds(a_late_fulfilment(1), {60'000, 4'000}));
}

// The same without what a member does before it sleeps: few enough operations for more deviations. A visitor that is
// neither seen nor sees the sleeper would have left, and the member, which has loaded an older count of visitors and of
// finished tasks, would sleep for ever.
TEST(TaskModel, AVisitorIsSeenOrSeesTheSleeper) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<void*> handle{nullptr};
        const auto body = [&](Thread&) {};
        start_afresh();
        model::Focus focus(run, 2);
        user_thread(run, [&](Thread& self) {
          while (handle.load(std::memory_order_acquire) == nullptr) sync::yield();
          focus.begin();
          fulfill_event(self, *static_cast<Task*>(handle.load(std::memory_order_relaxed)));
        });
        user_thread(run, [&](Thread& self) {
          parallel(self, 1, [&](Thread& member) {
            Team& team = *member.team;
            void* const event = create_detachable(member, body);
            run_ready_tasks(member);
            handle.store(event, std::memory_order_release);
            focus.begin();
            while (!tasks_quiescent(team))
              team.barrier.gate.sleep_unless([&] { return tasks_visible(team) || tasks_quiescent(team); });
            run.stray(false);
          });
        });
        run.run();
      },
      {60'000, 4'000}));
}

// A foreign thread fulfils the event while the body runs: the task completes with its body, and what came before
// the event is visible where the task is waited for.
TEST(TaskModel, AForeignThreadFulfilsTheEventEarly) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done;
        sync::Atomic<void*> handle{nullptr};
        sync::Atomic<bool> fulfilled{false};
        const auto body = [&](Thread&) {
          while (!fulfilled.load(std::memory_order_relaxed)) sync::yield();
        };
        start_afresh();
        user_thread(run, [&](Thread& self) {
          while (handle.load(std::memory_order_acquire) == nullptr) sync::yield();
          done.set(1);
          fulfill_event(self, *static_cast<Task*>(handle.load(std::memory_order_relaxed)));
          fulfilled.store(true, std::memory_order_relaxed);
        });
        user_thread(run, [&](Thread& self) {
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            handle.store(create_detachable(member, body), std::memory_order_release);
            taskwait<events::Observed>(member);
            require(done.get() == 1, "what came before the event");
          });
        });
        run.run();
      },
      kWholeBounds));
}

// A cancel and a cancellation point that sees it are flushes.
TEST(TaskModel, WhatACancelledGroupFound) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> found;
        const auto search = [&](Thread& self) {
          found.set(7);
          cancel_construct(self, events::CancelKind::taskgroup);
        };
        leader_creates(run, [&](Thread& self) {
          begin_taskgroup(self);
          create(self, search);
          if (at_cancellation_point(self, events::CancelKind::taskgroup))
            require(found.get() == 7, "what came before the cancel");
          end_taskgroup(self);
        });
      },
      kWholeBounds));
}

// One thread creates tasks that another finishes: their memory returns to its owner in batches and is reused.
TEST(TaskModel, TaskMemoryGoesHome) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        constexpr int kTasks = 20;
        constexpr size_t kOnTheWay = 8;  // blocks of a batch that is not sent yet
        Plain<int> done[kTasks];
        std::set<Task*> blocks;
        leader_creates(run, [&](Thread& self) {
          struct Set {
            Plain<int>* cell;
            std::set<Task*>* blocks;
            void operator()(Thread& member) const {
              blocks->insert(member.task);
              cell->set(cell->get() + 1);
            }
          };
          Set bodies[kTasks];
          for (int round = 1; round <= 2; ++round) {
            for (int task = 0; task < kTasks; ++task) {
              bodies[task] = {&done[task], &blocks};
              create(self, bodies[task]);
            }
            taskwait<events::Observed>(self);
            for (Plain<int>& cell : done) require(cell.get() == round, "each task once");
          }
          require(blocks.size() <= kTasks + kOnTheWay, "blocks that come home are used again");
        });
      },
      {2'000, 2'000}));
}

}  // namespace
}  // namespace limpid::core
