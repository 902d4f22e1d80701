// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Traces of programs whose events are known, by whichever compilers there are.
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <set>

#include "recording.h"
#include "trace_reader.h"

namespace limpid::test {
namespace {

using trace::Event;
using trace::EventKind;

std::vector<Event> events_of(const trace::TraceFile& file, const trace::TraceThread& thread) {
  std::vector<Event> all;
  trace::TraceCursor cursor = file.events(thread);
  for (Event e; cursor.next(&e);) all.push_back(e);
  EXPECT_EQ(cursor.damaged(), 0u);
  return all;
}

// How many of each kind, of all threads. Losses count with their number.
std::map<EventKind, uint64_t> count(const trace::TraceFile& file) {
  std::map<EventKind, uint64_t> kinds;
  for (const trace::TraceThread& thread : file.threads()) {
    for (const Event& e : events_of(file, thread)) kinds[e.kind] += e.kind == EventKind::kLost ? e.count : 1;
  }
  return kinds;
}

// A letter or two for each event, with what it is of; a space between.
std::string word(const Event& e) {
  const std::string of = std::to_string(e.detail);
  switch (e.kind) {
    case EventKind::kThreadBegin:
      return "thread{";
    case EventKind::kThreadEnd:
      return "}thread";
    case EventKind::kParallelBegin:
      return "region{";
    case EventKind::kParallelEnd:
      return "}region";
    case EventKind::kImplicitBegin:
      return "implicit{";
    case EventKind::kImplicitEnd:
      return "}implicit";
    case EventKind::kWorkBegin:
      return "work{";
    case EventKind::kWorkEnd:
      return "}work";
    case EventKind::kTaskCreate:
      return "create" + of;
    case EventKind::kTaskSchedule:
      return "schedule" + of;
    case EventKind::kSyncBegin:
      return "sync" + of + "{";
    case EventKind::kSyncEnd:
      return "}sync" + of;
    case EventKind::kWaitBegin:
      return "wait{";
    case EventKind::kWaitEnd:
      return "}wait";
    case EventKind::kMutexAcquire:
      return "acquire" + of;
    case EventKind::kMutexAcquired:
      return "acquired" + of;
    case EventKind::kMutexReleased:
      return "released" + of;
    case EventKind::kLockInit:
      return "init" + of;
    case EventKind::kLockDestroy:
      return "destroy" + of;
    default:
      return "kind" + std::to_string(static_cast<int>(e.kind));
  }
}

std::string words(const std::vector<Event>& events) {
  std::string text;
  for (const Event& e : events) text += (text.empty() ? "" : " ") + word(e);
  return text;
}

std::vector<std::string> with_trace(std::vector<std::string> more = {}) {
  more.push_back("LIMPID_TRACE=on");
  return more;
}

class Traced : public ::testing::TestWithParam<std::string> {};

// What both threads do in traced.c's constructs(): barrier 3 is explicit, 9 (or 8, or 2) the region's own.
constexpr char kInRegion[] =
    "implicit{ work{ }work sync3{ wait{ }wait }sync3 acquire1 acquired1 released1 acquire5 acquired5 "
    "released5 "
    "create1 schedule7 schedule1 region{ implicit{ sync9{ wait{ }wait }sync9 }implicit }region "
    "sync9{ wait{ }wait }sync9 }implicit";

TEST_P(Traced, EachConstructInOrder) {
  const Recording run(Clock::kReal, GetParam(), {"constructs"}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_TRUE(run.messages().empty()) << run.messages();
  const trace::TraceFile& file = run.trace();
  ASSERT_EQ(file.threads().size(), 2u);
  EXPECT_TRUE(file.has(trace::FileFlag::kFinished));
  EXPECT_TRUE(file.belongs_to(*run.profile()));
  const std::string in_region = kInRegion;
  EXPECT_EQ(words(events_of(file, file.threads()[0])),
            "thread{ implicit{ init1 region{ " + in_region + " }region destroy1 }implicit }thread");
  EXPECT_EQ(words(events_of(file, file.threads()[1])), "thread{ " + in_region + " }thread");
}

TEST_P(Traced, EventsNameTheirTasksAndPlaces) {
  const Recording run(Clock::kReal, GetParam(), {"constructs"}, with_trace());
  const trace::TraceFile& file = run.trace();
  ASSERT_EQ(file.threads().size(), 2u);
  const NamedProfile& profile = run.profile();
  for (size_t t = 0; t < 2; ++t) {
    const std::vector<Event> all = events_of(file, file.threads()[t]);
    const auto first = [&](EventKind kind, size_t order = 0) {
      for (const Event& e : all) {
        if (e.kind == kind && order-- == 0) return e;
      }
      ADD_FAILURE() << "no such event";
      return Event{};
    };
    const Event implicit = first(EventKind::kImplicitBegin, t == 0 ? 1 : 0);
    EXPECT_EQ(implicit.number, t);
    EXPECT_EQ(implicit.count, 2u);
    const Event work = first(EventKind::kWorkBegin);
    EXPECT_EQ(work.id, implicit.id);
    EXPECT_EQ(work.count, 8u);
    const Event barrier = first(EventKind::kSyncBegin);
    EXPECT_EQ(barrier.id, implicit.id);
    EXPECT_EQ(barrier.other, implicit.other);
    const std::vector<std::string> path = profile.path(barrier.place);
    ASSERT_GE(path.size(), 3u);
    EXPECT_EQ(path.front(), "meet");
    EXPECT_NE(std::find(path.begin(), path.end(), "<parallel>"), path.end());
    EXPECT_EQ(path.back(), "<program>");
    const Event create = first(EventKind::kTaskCreate);
    EXPECT_EQ(create.other, implicit.id);
    EXPECT_EQ(profile.path(create.place).front(), "<task>");
    EXPECT_EQ(first(EventKind::kTaskSchedule).id, implicit.id);
    EXPECT_EQ(first(EventKind::kTaskSchedule).other, create.id);
    EXPECT_EQ(first(EventKind::kTaskSchedule, 1).id, create.id);
    EXPECT_EQ(first(EventKind::kTaskSchedule, 1).other, implicit.id);
    const Event nested = first(EventKind::kParallelBegin, t == 0 ? 1 : 0);
    EXPECT_EQ(nested.other, implicit.id);
    EXPECT_EQ(nested.count, 1u);
    const std::vector<std::string> to_nested = profile.path(nested.place);
    ASSERT_GE(to_nested.size(), 2u);
    EXPECT_EQ(to_nested[1], "inner_region");
  }
}

// Each event's place has the callers of that event, whatever ways the program came before.
TEST_P(Traced, PlacesHaveTheirCallers) {
  constexpr int kTurns = 40;
  const Recording run(Clock::kReal, GetParam(), {"callers", std::to_string(kTurns)}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  std::vector<std::vector<std::string>> paths;
  for (const Event& e : events_of(run.trace(), run.trace().threads().at(0))) {
    if (e.kind != EventKind::kMutexAcquire && e.kind != EventKind::kMutexReleased) continue;
    std::vector<std::string> path = run.profile().path(e.place);
    const auto region = std::find(path.begin(), path.end(), "<parallel>");
    ASSERT_GE(region - path.begin(), 3) << "locked(), its caller, the region's body";
    paths.emplace_back(path.begin() + 1, region - 1);
    EXPECT_EQ(path.front(), "locked");
  }
  ASSERT_EQ(paths.size(), 2u * 3 * kTurns);
  for (size_t i = 0; i < paths.size(); ++i) {
    const size_t turn = i / 6, way = i / 2 % 3;
    const std::vector<std::string> expected =
        way == 2 ? std::vector<std::string>(1 + turn % 4, "down")
                 : std::vector<std::string>{way == 0 ? "one_way" : "other_way"};
    EXPECT_EQ(paths[i], expected) << "event " << i;
  }
}

// Events between which only the runtime runs share one look at the clock.
TEST_P(Traced, WhatIsAtOnceHasOneTime) {
  const Recording run(Clock::kReal, GetParam(), {"constructs"}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  ASSERT_EQ(run.trace().threads().size(), 2u);
  for (const trace::TraceThread& thread : run.trace().threads()) {
    const std::vector<Event> all = events_of(run.trace(), thread);
    std::multiset<std::string> at_once;
    for (size_t i = 1; i < all.size(); ++i) {
      if (all[i].time_ns == all[i - 1].time_ns) at_once.insert(word(all[i - 1]) + " " + word(all[i]));
    }
    for (const char* pair : {"sync3{ wait{", "}wait }sync3", "sync9{ wait{", "}wait }sync9",
                             "}sync9 }implicit", "}implicit }region"})
      EXPECT_GE(at_once.count(pair), 1u) << pair << " in " << words(all);
  }
}

TEST_P(Traced, ChunksWhereAskedFor) {
  const Recording run(Clock::kReal, GetParam(), {"constructs"}, {"LIMPID_TRACE=chunks"});
  std::set<uint64_t> begins;
  for (const trace::TraceThread& thread : run.trace().threads()) {
    for (const Event& e : events_of(run.trace(), thread)) {
      if (e.kind != EventKind::kDispatch) continue;
      EXPECT_EQ(e.count, 4u);
      begins.insert(e.other);
    }
  }
  EXPECT_EQ(begins, (std::set<uint64_t>{0, 4}));
  EXPECT_TRUE(run.trace().has(trace::FileFlag::kChunks));
}

TEST_P(Traced, TasksOfAChainFollowEachOther) {
  constexpr uint64_t kTasks = 200;
  const Recording run(Clock::kReal, GetParam(), {"chain", std::to_string(kTasks)}, with_trace());
  ASSERT_TRUE(run.exited(0));
  std::vector<uint64_t> made;
  std::map<uint64_t, uint64_t> began, ended;
  std::set<uint64_t> addresses;
  for (const trace::TraceThread& thread : run.trace().threads()) {
    uint64_t latest = 0, last_ns = 0;
    for (const Event& e : events_of(run.trace(), thread)) {
      EXPECT_GE(e.time_ns, last_ns);
      last_ns = e.time_ns;
      if (e.kind == EventKind::kTaskCreate) made.push_back(latest = e.id);
      if (e.kind == EventKind::kDependence) {
        EXPECT_EQ(e.id, latest);
        addresses.insert(e.other);
      }
      if (e.kind != EventKind::kTaskSchedule) continue;
      if (e.detail == trace::kStatusComplete) ended[e.id] = e.time_ns;
      began.emplace(e.other, e.time_ns);
    }
  }
  ASSERT_EQ(made.size(), kTasks);
  EXPECT_EQ(std::set<uint64_t>(made.begin(), made.end()).size(), kTasks);
  EXPECT_EQ(addresses.size(), 1u);
  for (size_t i = 0; i < kTasks; ++i) {
    ASSERT_TRUE(began.contains(made[i]));
    ASSERT_TRUE(ended.contains(made[i]));
    if (i == 0) continue;
    EXPECT_LE(ended[made[i - 1]], began[made[i]]) << "task " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(ByCompiler, Traced, ::testing::Values(LIMPID_TRACED_PROGRAMS));

void expect_locks(const trace::TraceFile& file, uint64_t each) {
  const auto kinds = count(file);
  for (const EventKind kind :
       {EventKind::kMutexAcquire, EventKind::kMutexAcquired, EventKind::kMutexReleased}) {
    ASSERT_TRUE(kinds.contains(kind));
    EXPECT_EQ(kinds.at(kind), each);
  }
  EXPECT_FALSE(kinds.contains(EventKind::kLost));
  EXPECT_EQ(file.header().lost, 0u);
}

TEST(Trace, NoneUnlessAskedFor) {
  const Recording run(Clock::kReal, "traced", {"constructs"});
  EXPECT_EQ(run.traces(), 0u);
  EXPECT_EQ(run.profile()->text("trace"), "");
  EXPECT_EQ(run.profile()->text("callback:work"), "");
}

TEST(Trace, TenMillionEvents) {
  constexpr uint64_t kTurns = 1'700'000;
  const Recording run(Clock::kReal, "traced", {"locks", std::to_string(kTurns)}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const trace::TraceFile& file = run.trace();
  EXPECT_GT(file.events(), 10'000'000u);
  EXPECT_LT(file.bytes(), 8 * file.events());
  uint64_t lost = 0;
  std::map<EventKind, uint64_t> kinds = count(file);
  if (kinds.contains(EventKind::kLost)) lost = kinds[EventKind::kLost];
  // On a machine that is too busy to make blocks as fast, some may be lost; none is forgotten.
  EXPECT_EQ(file.header().lost, lost);
  EXPECT_EQ(kinds[EventKind::kMutexAcquire] + kinds[EventKind::kMutexAcquired] +
                kinds[EventKind::kMutexReleased] + kinds[EventKind::kLost],
            2 * 3 * kTurns);
}

TEST(Trace, AThousandThreads) {
  const Recording run(Clock::kReal, "traced", {"crowd", "1000"}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  const auto kinds = count(run.trace());
  const uint64_t lost = kinds.contains(EventKind::kLost) ? kinds.at(EventKind::kLost) : 0;
  EXPECT_EQ(run.trace().header().lost, lost);
  uint64_t all = 0;
  for (const auto& [kind, n] : kinds) all += n;
  // A thread's begin and end, an implicit task's, two barriers of four events each; and the first thread's own.
  EXPECT_EQ(all, 1000 * 12 + 2 + 2 + 2);
}

TEST(Trace, WhatDoesNotFitIsCounted) {
  constexpr uint64_t kTurns = 500'000;
  const Recording run(Clock::kReal, "traced", {"locks", std::to_string(kTurns)},
                      with_trace({"LIMPID_TRACE_SIZE=1M"}));
  ASSERT_TRUE(run.exited(0));
  EXPECT_TRUE(run.messages().empty()) << run.messages();
  const trace::TraceFile& file = run.trace();
  EXPECT_LE(file.size(), 1u << 20);
  auto kinds = count(file);
  EXPECT_GT(kinds[EventKind::kLost], kTurns);
  EXPECT_EQ(file.header().lost, kinds[EventKind::kLost]);
  // What was lost at the end holds other events too: the region's end, the locks' and the threads'.
  const uint64_t mutex =
      kinds[EventKind::kMutexAcquire] + kinds[EventKind::kMutexAcquired] + kinds[EventKind::kMutexReleased];
  EXPECT_GE(mutex + kinds[EventKind::kLost], 2 * 3 * kTurns);
  EXPECT_LE(mutex + kinds[EventKind::kLost], 2 * 3 * kTurns + 20);
}

TEST(Trace, AFlightRecorderKeepsTheEnd) {
  constexpr uint64_t kTurns = 500'000;
  const Recording run(Clock::kReal, "traced", {"locks", std::to_string(kTurns)},
                      with_trace({"LIMPID_TRACE_SIZE=1M", "LIMPID_TRACE_KEEP=size"}));
  ASSERT_TRUE(run.exited(0));
  const trace::TraceFile& file = run.trace();
  EXPECT_LE(file.size(), 1u << 20);
  EXPECT_GT(file.header().recycled, 10u);
  // At most a quarter of the blocks are free, and what a thread has begun.
  size_t blocks = 0;
  for (const trace::TraceThread& thread : file.threads()) blocks += thread.blocks;
  EXPECT_GT(blocks, (1u << 20) / trace::kBlockBytes / 2);
  EXPECT_TRUE(file.has(trace::FileFlag::kRecycles));
  ASSERT_EQ(file.threads().size(), 2u);
  const std::vector<Event> first = events_of(file, file.threads()[0]);
  ASSERT_GT(first.size(), 10u);
  // What is gone, then where the thread was: in its task, of the region.
  EXPECT_EQ(first[0].kind, EventKind::kLost);
  EXPECT_EQ(first[1].kind, EventKind::kImplicitBegin);
  EXPECT_EQ(first[1].other, 0u);
  EXPECT_EQ(first[2].kind, EventKind::kImplicitBegin);
  EXPECT_NE(first[2].other, 0u);
  EXPECT_EQ(first.back().kind, EventKind::kThreadEnd);
  const auto end = std::find_if(first.begin(), first.end(),
                                [](const Event& e) { return e.kind == EventKind::kParallelEnd; });
  ASSERT_NE(end, first.end());
  EXPECT_EQ(end->id, first[2].other);
}

TEST(Trace, AFullDiskEndsTheTraceAndNothingElse) {
  const Recording run(Clock::kReal, "traced", {"full", "2000000"}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_NE(run.messages().find("the trace is full"), std::string::npos) << run.messages();
  EXPECT_GT(run.trace().events(), 100'000u);
  auto kinds = count(run.trace());
  EXPECT_GT(kinds[EventKind::kLost], 1'000'000u);
  EXPECT_EQ(run.trace().header().lost, kinds[EventKind::kLost]);
}

TEST(Trace, AFullDiskDoesNotEndAFlightRecorder) {
  const Recording run(Clock::kReal, "traced", {"full", "2000000"}, with_trace({"LIMPID_TRACE_KEEP=size"}));
  ASSERT_TRUE(run.exited(0)) << run.messages();
  EXPECT_NE(run.messages().find("it keeps the latest events"), std::string::npos) << run.messages();
  EXPECT_GT(run.trace().header().recycled, 10u);
  EXPECT_GT(run.trace().events(), 500'000u);
  EXPECT_EQ(events_of(run.trace(), run.trace().threads()[0]).back().kind, EventKind::kThreadEnd);
}

TEST(Trace, ReadableAfterKill) {
  const Recording run(Clock::kReal, "traced", {"kill", "5000"}, with_trace());
  ASSERT_TRUE(run.killed_by(SIGKILL));
  EXPECT_FALSE(run.trace().has(trace::FileFlag::kFinished));
  EXPECT_TRUE(run.trace().belongs_to(*run.profile()));
  expect_locks(run.trace(), 2 * 5000);
}

TEST(Trace, EndsWithUnderscoreExit) {
  const Recording run(Clock::kReal, "traced", {"_exit", "5000"}, with_trace());
  ASSERT_TRUE(run.exited(7));
  EXPECT_TRUE(run.trace().has(trace::FileFlag::kFinished));
  expect_locks(run.trace(), 2 * 5000);
}

TEST(Trace, EndsInARegion) {
  const Recording run(Clock::kReal, "traced", {"leave"}, with_trace());
  ASSERT_TRUE(run.exited(5)) << run.messages();
  auto kinds = count(run.trace());
  EXPECT_EQ(kinds[EventKind::kParallelBegin], 1u);
  EXPECT_EQ(kinds[EventKind::kParallelEnd], 0u);
}

TEST(Trace, EachImageOfAProcessHasItsOwn) {
  const Recording run(Clock::kReal, "traced", {"exec", "70"}, with_trace());
  ASSERT_TRUE(run.exited(0));
  ASSERT_EQ(run.traces(), 2u);
  expect_locks(run.trace(0), 2 * 70);
  expect_locks(run.trace(1), 2 * 20);
  EXPECT_FALSE(run.trace(1).belongs_to(*run.profile()));
}

TEST(Trace, AForkedChildHasItsOwn) {
  const Recording run(Clock::kReal, "traced", {"fork"}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  ASSERT_EQ(run.traces(), 2u);
  expect_locks(run.trace(0), 2 * 20);
  // The child's file comes a moment after its first events: those are missing, and counted.
  auto kinds = count(run.trace(1));
  EXPECT_EQ(kinds[EventKind::kLost], run.trace(1).header().lost);
  EXPECT_GE(kinds[EventKind::kMutexAcquire], 2 * 30u);
  EXPECT_LE(kinds[EventKind::kMutexAcquire], 4 * 30u);
  EXPECT_EQ(run.profile()->text("trace"), "p.limpid-trace");
  for (const trace::TraceThread& thread : run.trace(1).threads()) {
    for (const Event& e : events_of(run.trace(1), thread)) ASSERT_LT(e.time_ns, 100'000'000'000u);
  }
}

TEST(Trace, PausesPhasesAndAnEnd) {
  const Recording run(Clock::kReal, "traced", {"control"}, with_trace());
  ASSERT_TRUE(run.exited(0)) << run.messages();
  ASSERT_EQ(run.traces(), 1u);
  EXPECT_TRUE(run.trace().has(trace::FileFlag::kFinished));
  expect_locks(run.trace(), 2 * (10 + 20));
  std::vector<EventKind> marks;
  std::vector<uint64_t> phases;
  for (const Event& e : events_of(run.trace(), run.trace().threads()[0])) {
    if (e.kind < EventKind::kPhaseBegin || e.kind > EventKind::kResume) continue;
    marks.push_back(e.kind);
    if (e.id != 0) phases.push_back(e.id);
  }
  EXPECT_EQ(marks,
            (std::vector<EventKind>{EventKind::kPhaseBegin, EventKind::kPause, EventKind::kResume,
                                    EventKind::kPhaseEnd, EventKind::kPhaseBegin, EventKind::kPhaseEnd}));
  EXPECT_EQ(phases, (std::vector<uint64_t>{1, 1, 2, 2}));
  EXPECT_EQ(run.profile()->phase_names.size(), 2u);
}

TEST(Trace, WrongValuesAreNamed) {
  const Recording run(Clock::kReal, "traced", {"constructs"},
                      {"LIMPID_TRACE=maybe", "LIMPID_TRACE_SIZE=3k", "LIMPID_TRACE_KEEP=soon"});
  EXPECT_TRUE(run.exited(0));
  EXPECT_NE(run.messages().find("LIMPID_TRACE=maybe: expected on, chunks"), std::string::npos)
      << run.messages();
  EXPECT_NE(run.messages().find("LIMPID_TRACE_SIZE=3k: expected bytes"), std::string::npos);
  EXPECT_NE(run.messages().find("LIMPID_TRACE_KEEP=soon: expected seconds"), std::string::npos);
  EXPECT_EQ(run.traces(), 0u);
}

}  // namespace
}  // namespace limpid::test
