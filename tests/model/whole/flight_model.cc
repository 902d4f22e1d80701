// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks in flight: what their devices have done is seen by who waits for them, whichever thread asks the device, and the
// watchers are there while there is something to ask, and end.
#include "core/task/detach/in_flight.h"

#include "core/task/detach/watcher.h"
#include "core/task/run/wait.h"
#include "whole/focus.h"
#include "whole/tasks.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;
using model::Plain;
using model::require;

constexpr model::Bounds kBounds{1'000, 1'000};

// A device's operation, done when it has been asked for so often.
struct Operation {
  int queries_left = 0;  // nobody else has the task during a query
  Plain<int> result{0};
};

void query(void** handle) {
  auto& operation = *static_cast<Operation*>(*handle);
  if (operation.queries_left-- > 0) return;
  operation.result.set(1);
  *handle = nullptr;
}

// A task that starts the operation on its device and returns.
auto launch(Operation& operation) {
  return [&operation](Thread& self) { self.task->async_handle = &operation; };
}

template <class Body>
void create_offloading(Thread& self, Body& body, const events::Dependence* dependence = nullptr) {
  Argument<Body> argument{nullptr, &body};
  TaskSpec spec = task_of(argument);
  spec.flags |= kTaskOffloads | kTaskLaunches;
  spec.dependences = dependence;
  spec.dependence_count = dependence != nullptr ? 1 : 0;
  create_task(self, spec);
}

// A program whose initial thread runs the body, and whose watchers end with it.
void program_with_watchers(Execution& run, const std::function<void(Thread&)>& body) {
  forget_tasks_in_flight();
  forget_watchers_after_fork();
  set_async_query(query);
  program(run, [&](Thread& self) {
    body(self);
    end_watchers();
  });
  require(!tasks_in_flight(), "all have landed");
}

TEST(FlightModel, ATaskwaitSeesWhatTheDeviceHasDone) {
  for (const int queries : {0, 2})
    EXPECT_TRUE(holds(
        [queries](Execution& run) {
          Operation operation{queries};
          program_with_watchers(run, [&](Thread& self) {
            run.stray(false);
            parallel(self, 2, [&](Thread& member) {
              if (member.index != 0) return;
              run.stray(true);
              auto body = launch(operation);
              create_offloading(member, body);
              taskwait<events::Unobserved>(member);
              require(operation.result.get() == 1, "the result");
              run.stray(false);
            });
          });
        },
        kBounds));
}

TEST(FlightModel, TheEndOfARegionWaits) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Operation operation{1};
        program_with_watchers(run, [&](Thread& self) {
          run.stray(false);
          auto body = launch(operation);
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            run.stray(true);
            create_offloading(member, body);
          });
          run.stray(false);
          require(operation.result.get() == 1, "the result");
        });
      },
      kBounds));
}

// A successor that offloads in its turn is started by a watcher, while the threads of the program compute.
TEST(FlightModel, ASuccessorSeesItsPredecessor) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Operation first{1}, second{1};
        Plain<int> variable{0};
        program_with_watchers(run, [&](Thread& self) {
          run.stray(false);
          auto start_first = launch(first);
          auto start_second = [&](Thread& member) {
            require(first.result.get() == 1, "the predecessor's result");
            member.task->async_handle = &second;
          };
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            run.stray(true);
            const events::Dependence out = on(variable, events::DependenceKind::out);
            create_offloading(member, start_first, &out);
            create_offloading(member, start_second, &out);
            // Computes until a watcher has started the second.
            while (tasks_in_flight()) sync::yield();
            taskwait<events::Unobserved>(member);
            require(second.result.get() == 1, "the result");
            run.stray(false);
          });
        });
      },
      kBounds));
}

// Two tasks, of which one is never asked in vain: a watcher whose query may block is not alone.
TEST(FlightModel, OneThatMayBlockIsNotWaitedForByOthers) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Operation slow{12}, quick{1};
        program_with_watchers(run, [&](Thread& self) {
          run.stray(false);
          auto start_slow = launch(slow);
          auto start_quick = launch(quick);
          parallel(self, 1, [&](Thread& member) {
            create_offloading(member, start_slow);
            create_offloading(member, start_quick);
            run.stray(true);
            taskwait<events::Unobserved>(member);
            run.stray(false);
            require(slow.result.get() == 1 && quick.result.get() == 1, "both results");
          });
        });
      },
      kBounds));
}

// A watcher that has landed a task rests, and is called for the next one.
TEST(FlightModel, OneThatRestsIsCalledAgain) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Operation first{1}, second{1};
        program_with_watchers(run, [&](Thread& self) {
          run.stray(false);
          auto start_first = launch(first);
          auto start_second = launch(second);
          create_offloading(self, start_first);
          while (tasks_in_flight()) sync::yield();
          run.stray(true);
          create_offloading(self, start_second);
          while (tasks_in_flight()) sync::yield();  // computes: only a watcher asks
          run.stray(false);
          require(first.result.get() == 1 && second.result.get() == 1, "both results");
        });
      },
      kBounds));
}

// A thread of the program's ends while its task is in flight: its team is there until the task has landed.
TEST(FlightModel, AThreadEndsBehindItsTasks) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Operation operation{2};
        forget_tasks_in_flight();
        forget_watchers_after_fork();
        set_async_query(query);
        start_afresh();
        sync::Atomic<int> ended{0};
        user_thread(run, [&](Thread& self) {
          auto body = launch(operation);
          create_offloading(self, body);
          ended.store(1, std::memory_order_release);  // with the task in flight
        });
        user_thread(run, [&](Thread&) {
          while (ended.load(std::memory_order_acquire) == 0 || tasks_in_flight()) sync::yield();
          end_watchers();
        });
        run.run();
        require(operation.result.get() == 1, "it has landed");
      },
      kBounds));
}

// Who has awaited the end of the watchers sees what they did last.
TEST(FlightModel, TheWatchersHaveEnded) {
  static Plain<int>* g_done;
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> done{0};
        g_done = &done;
        Operation operation;
        program_with_watchers(run, [&](Thread& self) {
          run.stray(false);
          set_watcher_main([](void*) -> void* {
            Thread& watcher = this_thread();
            serve_as_watcher(watcher);
            retire_thread(watcher);
            g_done->set(1);
            note_watcher_end();
            return nullptr;
          });
          auto start = launch(operation);
          create_offloading(self, start);
          taskwait<events::Unobserved>(self);
          run.stray(true);
          end_watchers();
          run.stray(false);
          require(done.get() == 1, "the last that a watcher does");
        });
      },
      kBounds));
}

// Who may leave tasks in flight finds the library as it was when the query was set.
TEST(FlightModel, TheQueryIsHandedOver) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        Plain<int> prepared{0};
        set_async_query(nullptr);
        two_members(run, [&](Thread& self) {
          if (self.index == 0) {
            prepared.set(1);
            set_async_query(query);
          } else if (can_query()) {
            require(prepared.get() == 1, "what the query needs");
          }
        });
      },
      {1'000, 500}));
}

}  // namespace
}  // namespace limpid::core
