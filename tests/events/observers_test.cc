// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which observers receive an event: every observer that has a handler for it and is enabled, once, whichever
// handler distributes the event.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "events/emit.h"

namespace limpid::events {
namespace {

constexpr EventId kObserved = EventId::parallel_begin;
constexpr std::size_t kMost = kMaxObservers;

std::array<int, kMost> g_received{};

template <std::size_t kWhich>
void note(const void*) {
  ++g_received[kWhich];
}

template <std::size_t... kEach>
constexpr std::array<Observer::Handler, kMost> notes(std::index_sequence<kEach...>) {
  return {note<kEach>...};
}
constexpr auto kNotes = notes(std::make_index_sequence<kMost>{});

struct Company {
  const char* name;
  std::size_t always;  // observers without a switch, added first
  std::size_t seldom;  // observers that are switched on and off without refresh(), as a debugger does it
};

constexpr Company kCompanies[] = {
    {"one", 1, 0},        {"one_seldom", 0, 1},         {"one_and_one_seldom", 1, 1}, {"two", 2, 0},
    {"two_seldom", 0, 2}, {"two_and_one_seldom", 2, 1}, {"one_and_two_seldom", 1, 2}, {"all", 3, 1},
};

class Handlers : public testing::TestWithParam<Company> {
 protected:
  Handlers() {
    for (std::size_t i = 0; i < count(); ++i) {
      observers_[i].handlers[static_cast<int>(kObserved)] = kNotes[i];
      if (i >= GetParam().always) observers_[i].enabled = &switches_[i];
      EXPECT_TRUE(add(observers_[i]));
    }
  }
  ~Handlers() override {
    for (std::size_t i = 0; i < count(); ++i) remove(observers_[i]);
  }

  static std::size_t count() { return GetParam().always + GetParam().seldom; }

  static void expect_received(std::size_t always_gone, int seldom) {
    g_received = {};
    g_handlers[static_cast<std::size_t>(kObserved)].load()(nullptr);
    for (std::size_t i = 0; i < count(); ++i) {
      const int expected = i < always_gone ? 0 : i < GetParam().always ? 1 : seldom;
      EXPECT_EQ(g_received[i], expected) << "observer " << i;
    }
  }

  void switch_all(uint32_t on) {
    for (auto& each : switches_) each = on;
  }

  std::array<Observer, kMost> observers_{};
  std::array<std::atomic<uint32_t>, kMost> switches_{};
};

TEST_P(Handlers, each_receives_once_while_enabled) {
  expect_received(0, 0);
  switch_all(1);
  expect_received(0, 1);
  switch_all(0);
  expect_received(0, 0);
  for (std::size_t gone = 1; gone <= GetParam().always; ++gone) {
    remove(observers_[gone - 1]);
    expect_received(gone, 0);
    switch_all(1);
    expect_received(gone, 1);
    switch_all(0);
  }
}

INSTANTIATE_TEST_SUITE_P(Events, Handlers, testing::ValuesIn(kCompanies),
                         [](const auto& each) { return std::string(each.param.name); });

struct Event {
  static constexpr EventId kId = kObserved;
};

// An observer that ends while others go on.
TEST(OneObserver, receives_alone) {
  std::array<Observer, 2> observers{};
  for (std::size_t i = 0; i < observers.size(); ++i) {
    observers[i].handlers[static_cast<int>(kObserved)] = kNotes[i];
    EXPECT_TRUE(add(observers[i]));
  }
  g_received = {};
  emit_to(observers[1], Event{});
  EXPECT_EQ(g_received[0], 0);
  EXPECT_EQ(g_received[1], 1);
  emit_event(Event{});
  EXPECT_EQ(g_received[0], 1);
  EXPECT_EQ(g_received[1], 2);
  for (const Observer& each : observers) remove(each);
  emit_event(Event{});
  EXPECT_EQ(g_received[1], 2);
  const Observer without_handler{};
  emit_to(without_handler, Event{});
}

// Tasks are the shortest constructs: they do not pay for an observer of something else.
TEST(Threads, KnowWhetherAnythingOfTasksIsObserved) {
  static ThreadObservers thread;
  add(thread);
  EXPECT_TRUE(thread.are_absent() && thread.are_absent_in_tasks());
  Observer observer{};
  observer.handlers[static_cast<int>(EventId::parallel_begin)] = kNotes[0];
  ASSERT_TRUE(add(observer));
  EXPECT_TRUE(!thread.are_absent() && thread.are_absent_in_tasks());
  for (const EventId event :
       {EventId::task_create, EventId::task_schedule, EventId::dependences, EventId::task_dependence,
        EventId::sync_region, EventId::sync_wait, EventId::work, EventId::dispatch}) {
    set_handler(observer, event, kNotes[0]);
    EXPECT_FALSE(thread.are_absent_in_tasks()) << static_cast<int>(event);
    static ThreadObservers later[static_cast<int>(EventId::count_)];
    ThreadObservers& begins = later[static_cast<int>(event)];
    add(begins);
    EXPECT_TRUE(!begins.are_absent() && !begins.are_absent_in_tasks());
    set_handler(observer, event, nullptr);
    EXPECT_TRUE(!thread.are_absent() && thread.are_absent_in_tasks());
    EXPECT_TRUE(begins.are_absent_in_tasks());
  }
  remove(observer);
  EXPECT_TRUE(thread.are_absent() && thread.are_absent_in_tasks());
}

}  // namespace
}  // namespace limpid::events
