// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole core with an observer: each member emits the end of its region itself, and the events of a wait
// name a region that is still there.
#include "core/task/create/create.h"
#include "core/team/idle_workers.h"
#include "events/emit.h"
#include "whole/program.h"

namespace limpid::core {
namespace {

using events::Endpoint;
using events::EventId;
using model::Execution;
using model::holds;
using model::require;

sync::Atomic<int>* g_ends;

// The events that the tests need, received by functions of the tests. The threads of an execution must not
// have begun, and the list of observers is not used.
class Observing {
 public:
  Observing() {
    ends_.store(0);
    g_ends = &ends_;
    observe(EventId::implicit_task, [](const void* data) {
      const auto& event = *static_cast<const events::ImplicitTask*>(data);
      if (event.endpoint == Endpoint::end && !event.initial) g_ends->fetch_add(1, std::memory_order_relaxed);
    });
    // An observer reads what the event refers to.
    observe(EventId::sync_wait, [](const void* data) {
      const auto& event = *static_cast<const events::SyncWait*>(data);
      if (event.team != nullptr) Execution::current()->read_plain(&event.team->region.id);
    });
  }
  ~Observing() { events::g_observed.store(0); }
  Observing(const Observing&) = delete;
  Observing& operator=(const Observing&) = delete;

  // Until all members have emitted the end of the region.
  void await_ends(int ends) const {
    while (ends_.load(std::memory_order_relaxed) != ends) sync::yield();
  }

  void observe(EventId event, events::Observer::Handler handler) {
    events::g_handlers[static_cast<size_t>(event)].store(handler);
    observed_ |= events::bit(event);
    events::g_observed.store(observed_);
  }

 private:
  uint64_t observed_ = 0;
  sync::Atomic<int> ends_{0};
};

// The leader computes until the other member has emitted the region's end: that member sees that the region
// is over, or is woken.
TEST(ObservedModel, AMemberEmitsTheEndOfItsRegion) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        const Observing observing;
        program(run, [&](Thread& self) {
          run.stray(false);
          parallel(self, 2, [&](Thread& member) {
            if (member.index == 0) run.stray(true);
          });
          observing.await_ends(2);
          run.stray(false);
        });
      },
      kWholeBounds));
}

model::Plain<int>* g_last;  // written by a worker's last event

// A program ends its workers: when the call returns, what they have done at their end is visible.
TEST(ObservedModel, TheEndOfTheWorkers) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        model::Plain<int> last;
        g_last = &last;
        Observing observing;
        observing.observe(EventId::thread_end, [](const void* data) {
          if (static_cast<const events::ThreadEnd*>(data)->thread.identity.kind == events::ThreadKind::worker)
            g_last->set(1);
        });
        program(run, [&](Thread& self) {
          run.stray(false);
          parallel(self, 2, [](Thread&) {});
          run.stray(true);
          require(end_idle_workers(&self), "outside of regions");
          require(last.get() == 1, "the worker's last event");
        });
      },
      kWholeBounds));
}

// A member that has arrived runs a task, and its wait ends and begins: the leader does not change the team
// until these events are over.
TEST(ObservedModel, AMemberRunsATaskAtTheJoin) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        const Observing observing;
        model::Plain<int> done;
        program(run, [&](Thread& self) {
          run.stray(false);
          Team* team = nullptr;
          parallel(self, 2, [&](Thread& member) {
            if (member.index != 0) return;
            run.stray(true);
            team = member.team;
            struct Argument {
              void* event;
              model::Plain<int>* done;
            } argument{nullptr, &done};
            TaskSpec spec;
            spec.body = [](void* data) { static_cast<Argument*>(data)->done->set(1); };
            spec.data = &argument;
            spec.data_size = sizeof argument;
            spec.data_align = alignof(Argument);
            create_task(member, spec);
          });
          require(done.get() == 1, "the task's result");
          Execution::current()->write_plain(&team->region.id);  // as the next region does
          observing.await_ends(2);
          run.stray(false);
        });
      },
      kWholeBounds));
}

}  // namespace
}  // namespace limpid::core
