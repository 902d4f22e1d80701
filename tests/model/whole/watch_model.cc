// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core: members of which one sleeps for a limited time, so that nobody need be woken for some tasks.
#include <utility>

#include "base/heuristic.h"
#include "core/task/create/create.h"
#include "core/task/run/wait.h"
#include "core/team/first_use.h"
#include "whole/focus.h"
#include "whole/program.h"
#include "whole/tasks.h"

namespace limpid::core {
namespace {

using model::Execution;
using model::holds;

// With the heuristic lone_tasks, by which sleeps may end by themselves.
class WithLoneTasks {
 public:
  WithLoneTasks() {
    prepare_process();
    without_ = std::exchange(policy::g_without, 0);
  }
  ~WithLoneTasks() { policy::g_without = without_; }
  WithLoneTasks(const WithLoneTasks&) = delete;
  WithLoneTasks& operator=(const WithLoneTasks&) = delete;

 private:
  uint64_t without_;
};

// The creator has waited for each of its tasks so soon that it may wake nobody for the last one: the member that keeps the
// watch finds it.
TEST(WatchModel, AMemberThatKeepsTheWatchTakesATask) {
  const WithLoneTasks on;
  EXPECT_TRUE(holds(
      [](Execution& run) {
        sync::Atomic<bool> done{false};
        const auto nothing = [](Thread&) {};
        const auto last = [&](Thread&) { done.store(true, std::memory_order_relaxed); };
        program(run, [&](Thread& self) {
          model::Focus focus(run);
          parallel(self, 2, [&](Thread& member) {
            focus.begin();
            if (member.index != 0) return;
            for (int i = 0; i < 3; ++i) {
              create(member, nothing);
              taskwait<events::Observed>(member);
            }
            create(member, last);
            while (!done.load(std::memory_order_relaxed)) sync::yield();
            run.stray(false);
          });
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
