// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observers that come, go and change at the same time: in the end each event reaches those that want it, and
// every thread knows whether there are any.
#include "events/observer.h"

#include "events/emit.h"
#include "events/observer.cc"  // for the list of all threads, which ends with the process only
#include "model.h"

namespace limpid::events {
namespace {

using model::Bounds;
using model::Execution;
using model::holds;
using model::Plain;
using model::require;

// One change of the observers takes some hundred operations.
constexpr Bounds kBounds{6'000, 3'000};

// One of the events that g_silent_above is for.
struct Released {
  static constexpr EventId kId = EventId::mutex_released;
};

int g_received[2];
const Plain<int>* g_payload;

template <int kWhich>
void note(const void*) {
  ++g_received[kWhich];
}

void read_payload(const void*) {
  require(g_payload->get() == 7, "what came before the handler");
}

Observer with(Observer::Handler handler, const sync::Atomic<uint32_t>* enabled = nullptr) {
  Observer observer;
  observer.handlers[static_cast<int>(Released::kId)] = handler;
  observer.enabled = enabled;
  return observer;
}

void forget_all() {
  g_all_threads.store(nullptr);
  forget_observers_after_fork();
}

// What an event does now.
void expect(int first, int second) {
  g_received[0] = g_received[1] = 0;
  emit<Released>();
  require(g_received[0] == first && g_received[1] == second, "who receives an event");
  require(is_silent(kSilentAbove + 1) == (first + second == 0), "whether a release is silent");
}

TEST(ObserverModel, TwoThatComeAtOnce) {
  Observer observers[] = {with(note<0>), with(note<1>)};
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        for (Observer& observer : observers) run.thread([&] { add(observer); });
        run.run();
        expect(1, 1);
      },
      kBounds));
}

TEST(ObserverModel, OneComesAndOneGoes) {
  Observer first = with(note<0>);
  Observer second = with(note<1>);
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        add(first);
        run.thread([&] { remove(first); });
        run.thread([&] { add(second); });
        run.run();
        expect(0, 1);
      },
      kBounds));
}

// A tool registers a callback while another thread makes it an observer.
TEST(ObserverModel, AHandlerThatIsSetWhileItsObserverComes) {
  EXPECT_TRUE(holds(
      [](Execution& run) {
        forget_all();
        Observer observer;
        run.thread([&] { set_handler(observer, Released::kId, note<0>); });
        run.thread([&] { add(observer); });
        run.run();
        expect(1, 0);
        clear_handlers(observer);
        expect(0, 0);
        forget_all();
      },
      kBounds));
}

// An observer that is seldom enabled has the event in company of one that leaves for another.
TEST(ObserverModel, APairOfWhichTheOneIsReplaced) {
  Observer first = with(note<0>);
  Observer second = with(note<1>);
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        sync::Atomic<uint32_t> enabled{0};
        Observer seldom = with(note<1>, &enabled);
        add(seldom);
        add(first);
        run.thread([] { refresh(); });
        run.thread([&] {
          remove(first);
          add(second);
        });
        run.run();
        expect(0, 1);
        enabled.store(1);
        expect(0, 2);
        forget_all();
      },
      kBounds));
}

// The same, and the one that is seldom enabled is replaced.
TEST(ObserverModel, APairOfWhichTheOtherIsReplaced) {
  Observer first = with(note<0>);
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        sync::Atomic<uint32_t> before{0};
        sync::Atomic<uint32_t> enabled{0};
        Observer leaving = with(note<0>, &before);
        Observer seldom = with(note<1>, &enabled);
        add(first);
        add(leaving);
        run.thread([] { refresh(); });
        run.thread([&] {
          remove(leaving);
          add(seldom);
        });
        run.run();
        expect(1, 0);
        enabled.store(1);
        expect(1, 1);
        forget_all();
      },
      kBounds));
}

// A thread that begins meanwhile knows in the end whether it is observed.
TEST(ObserverModel, AThreadThatBegins) {
  Observer observer = with(note<0>);
  observer.handlers[static_cast<int>(EventId::task_create)] = note<1>;
  for (const bool comes : {true, false})
    EXPECT_TRUE(holds(
        [&](Execution& run) {
          forget_all();
          ThreadObservers known;
          if (!comes) add(observer);
          run.thread([&] { comes ? void(add(observer)) : remove(observer); });
          run.thread([&] { add(known); });
          run.run();
          require(known.are_absent() == !comes, "whether the thread is observed");
          require(known.are_absent_in_tasks() == !comes, "whether its tasks are");
          forget_all();
        },
        kBounds));
}

// ---- What came before an observer, or a handler of it, is visible in the handler ----

// From the thread that adds the observer, to one that emits, whichever thread has stored what emits call.
TEST(ObserverModel, WhatCameBeforeAnObserver) {
  Observer observer = with(read_payload);
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        Plain<int> payload;
        g_payload = &payload;
        run.thread([&] {
          payload.set(7);
          add(observer);
        });
        run.thread([] { refresh(); });
        run.thread([] { emit<Released>(); });
        run.run();
      },
      kBounds));
}

// Two observe the event already.
TEST(ObserverModel, WhatCameBeforeAThirdObserver) {
  Observer observers[] = {with(note<0>), with(note<1>), with(read_payload)};
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        add(observers[0]);
        add(observers[1]);
        Plain<int> payload;
        g_payload = &payload;
        run.thread([&] {
          payload.set(7);
          add(observers[2]);
        });
        run.thread([] { emit<Released>(); });
        run.run();
      },
      kBounds));
}

TEST(ObserverModel, WhatCameBeforeAHandler) {
  Observer observers[] = {with(note<0>), with(note<1>)};
  EXPECT_TRUE(holds(
      [&](Execution& run) {
        forget_all();
        Observer third;
        for (Observer& observer : observers) add(observer);
        add(third);
        Plain<int> payload;
        g_payload = &payload;
        run.thread([&] {
          payload.set(7);
          set_handler(third, Released::kId, read_payload);
        });
        run.thread([] { emit<Released>(); });
        run.run();
        forget_all();
      },
      kBounds));
}

}  // namespace
}  // namespace limpid::events
