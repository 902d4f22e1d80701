// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The critical path of runs by hand, who was woken late, and streams that are broken.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "support/trace_script.h"
#include "trace/builder.h"
#include "trace/model.h"
#include "trace/path.h"

namespace limpid::cli::tracing {
namespace {

using test::kEndOfRegion;
using test::kIn;
using test::kOut;
using test::kTaskwait;
using test::TraceScript;

constexpr uint8_t kBarrier = ompt_sync_region_barrier_explicit;

// The path's segments, first first, as `thread:begin-end kind`.
std::vector<std::string> path_of(const TraceScript& script) {
  EventList source = script.source();
  ConstructTable constructs;
  std::vector<std::string> out;
  Builder builder(source.streams(), constructs, [&](Section& section) {
    walk_path(section, [&](const PathSegment& s) {
      const std::string thread = s.thread == kNone ? "?" : std::to_string(s.thread);
      out.push_back(thread + ":" + std::to_string(s.begin_ns) + "-" + std::to_string(s.end_ns) + " " +
                    std::string(path_kind_name(s.kind)));
    });
  });
  Merge merge(source);
  size_t stream = 0;
  for (Event event; merge.next(&stream, &event);) builder.add(static_cast<uint32_t>(stream), event);
  builder.finish();
  std::reverse(out.begin(), out.end());
  return out;
}

Model model_of(const TraceScript& script, ConstructTable& constructs) {
  EventList source = script.source();
  return read_model(source, constructs);
}

uint64_t path_ns(const Model& model) {
  uint64_t sum = 0;
  for (const auto& [where, total] : model.path) sum += total.ns;
  return sum;
}

using Segments = std::vector<std::string>;

// Serial 0-10; region: thread 0 works to 40, thread 1 from 13 to 60; thread 0 goes on at 64; serial to 80.
TraceScript fork_join() {
  TraceScript script(2);
  script.on(0, 0).begin_initial(1).on(0, 10).fork(10, 1, 5).on(0, 11).begin_implicit(2, 10, 2);
  script.on(1, 13)
      .begin_implicit(3, 10, 2)
      .on(1, 60)
      .begin(kEndOfRegion, 3)
      .on(1, 61)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 10);
  script.on(0, 40)
      .begin(kEndOfRegion, 2)
      .on(0, 64)
      .end(kEndOfRegion, 2)
      .end_implicit(2, 10)
      .on(0, 65)
      .join(10, 1)
      .on(0, 80)
      .end_initial(1);
  return script;
}

TEST(Path, GoesThroughTheLastToArrive) {
  EXPECT_EQ(path_of(fork_join()), (Segments{"0:0-10 work", "1:10-13 late wake-up", "1:13-60 work",
                                            "0:60-64 late wake-up", "0:64-65 runtime", "0:65-80 work"}));
}

TEST(Path, ItsSecondsAreTheElapsedOnes) {
  ConstructTable constructs;
  const Model model = model_of(fork_join(), constructs);
  EXPECT_EQ(path_ns(model), model.elapsed_ns());
  const uint16_t region = constructs.number(Sort::kParallel, 5);
  EXPECT_EQ(model.path.at({region, PathKind::kWork}).ns, 47u);
  EXPECT_EQ(model.path.at({region, PathKind::kWakeUp}).ns, 7u);
  EXPECT_EQ(model.path.at({kNoConstruct, PathKind::kWork}).ns, 25u);
  ASSERT_EQ(model.path_spans.size(), 3u);
  EXPECT_EQ(model.path_spans[1].thread, 1u);
  EXPECT_EQ(model.path_spans[1].begin_ns, 10u);
  EXPECT_EQ(model.path_spans[1].end_ns, 60u);
}

TEST(Path, EndsWithTheInitialTask) {
  TraceScript script = fork_join();
  script.on(1, 99).event(trace::EventKind::kThreadEnd);
  EXPECT_EQ(path_of(script).back(), "0:65-80 work")
      << "how long the other thread takes to leave is no part of it";
  ConstructTable constructs;
  EXPECT_EQ(model_of(script, constructs).elapsed_ns(), 80u);
}

TEST(Path, LateWakeUpsAreCountedByConstruct) {
  ConstructTable constructs;
  const Model model = model_of(fork_join(), constructs);
  const uint16_t region = constructs.number(Sort::kParallel, 5);
  const Distribution& barrier = model.measures.wake_ups.at({region, PieceKind::kBarrier});
  EXPECT_EQ(barrier.count(), 1u) << "the last to arrive waited for nobody";
  EXPECT_EQ(barrier.sum_ns(), 4u);
  const Distribution& begin = model.measures.wake_ups.at({region, PieceKind::kIdle});
  EXPECT_EQ(begin.count(), 1u);
  EXPECT_EQ(begin.sum_ns(), 3u);
}

TEST(Path, GoesToTheHolderOfALock) {
  TraceScript script(2);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 2).on(1, 0).begin_implicit(3, 10, 2);
  script.on(0, 5).ask(77, 9).take(77).on(0, 45).give(77).on(0, 50).begin(kEndOfRegion, 2);
  script.on(1, 20)
      .ask(77, 9)
      .on(1, 48)
      .take(77)
      .on(1, 60)
      .give(77)
      .on(1, 70)
      .begin(kEndOfRegion, 3)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 10);
  script.on(0, 71).end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).end_initial(1);
  EXPECT_EQ(path_of(script), (Segments{"0:0-5 work", "0:5-45 work", "1:45-48 late wake-up", "1:48-60 work",
                                       "1:60-70 work", "0:70-71 late wake-up"}));
  ConstructTable constructs;
  const Model model = model_of(script, constructs);
  const LockMeasure& lock = model.measures.locks.at(constructs.number(Sort::kCritical, 9));
  EXPECT_EQ(lock.wait.count(), 2u);
  EXPECT_EQ(lock.wait.sum_ns(), 28u);
  EXPECT_EQ(lock.contended, 1u);
  EXPECT_EQ(lock.hold.sum_ns(), 52u);
  EXPECT_EQ(lock.hand_over.sum_ns(), 3u);
  EXPECT_EQ(model.held_ns, 52u);
  EXPECT_EQ(model.path.at({constructs.number(Sort::kCritical, 9), PathKind::kWork}).ns, 52u)
      << "what is done in it is its work";
  EXPECT_EQ(model.replayed_ns, 67u) << "5 + 40 + 12 + 10: what the lock orders";
}

// Thread 0 creates a task of 30 that thread 1 runs, and waits for it.
TEST(Path, GoesToTheTaskThatATaskwaitWaitedForAndToItsCreator) {
  TraceScript script(2);
  script.on(0, 0)
      .begin_initial(1)
      .fork(10, 1)
      .begin_implicit(2, 10, 2)
      .on(1, 0)
      .begin_implicit(3, 10, 2)
      .begin(kEndOfRegion, 3);
  script.on(0, 10).create(4, 2, 8).on(0, 12).begin(kTaskwait, 2).on(0, 45).end(kTaskwait, 2).on(0, 50);
  script.begin(kEndOfRegion, 2).end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).end_initial(1);
  script.on(1, 13)
      .switch_to(3, 4)
      .on(1, 43)
      .complete(4, 3)
      .on(1, 50)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 10);
  EXPECT_EQ(path_of(script), (Segments{"0:0-10 work", "1:10-13 late wake-up", "1:13-43 work",
                                       "0:43-45 late wake-up", "0:45-50 work"}));
}

TEST(Path, GoesAlongDependences) {
  TraceScript script(2);
  script.on(0, 0)
      .begin_initial(1)
      .fork(10, 1)
      .begin_implicit(2, 10, 2)
      .on(1, 0)
      .begin_implicit(3, 10, 2)
      .begin(kEndOfRegion, 3);
  script.on(0, 2).create(4, 2).depends(4, 1, kOut).create(5, 2).depends(5, 1, kIn).begin(kEndOfRegion, 2);
  script.on(0, 3)
      .switch_to(2, 4)
      .on(0, 33)
      .complete(4, 2)
      .on(0, 57)
      .end(kEndOfRegion, 2)
      .end_implicit(2, 10)
      .join(10, 1)
      .on(0, 60)
      .end_initial(1);
  script.on(1, 36)
      .switch_to(3, 5)
      .on(1, 56)
      .complete(5, 3)
      .on(1, 58)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 10);
  EXPECT_EQ(path_of(script), (Segments{"0:0-2 work", "0:2-3 runtime", "0:3-33 work", "1:33-36 late wake-up",
                                       "1:36-56 work", "0:56-57 late wake-up", "0:57-60 work"}));
}

// Clocks have ticks: what a thread did and what another one could do by that may have the same time. Here the latter's
// stream is the first one.
TEST(Path, AtOneMomentCausesComeFirst) {
  TraceScript script(2);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 2).create(4, 2).begin(kTaskwait, 2);
  script.on(1, 0).begin_implicit(3, 10, 2).switch_to(3, 4).on(1, 40).complete(4, 3);
  script.on(0, 40).end(kTaskwait, 2).on(0, 45).ask(77, 9).on(0, 60).take(77).on(0, 70).give(77);
  script.on(1, 40)
      .ask(77, 9)
      .take(77)
      .on(1, 60)
      .give(77)
      .begin(kEndOfRegion, 3)
      .on(1, 90)
      .end(kEndOfRegion, 3);
  script.on(0, 70).begin(kEndOfRegion, 2).on(0, 90).end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1);
  script.on(1, 90).end_implicit(3, 10).on(0, 90).end_initial(1);
  EXPECT_EQ(path_of(script), (Segments{"1:0-40 work", "1:40-60 work", "0:60-70 work", "0:70-90 runtime"}));
}

TEST(Locks, AReleaseMayBeToldAfterTheNextAcquisition) {
  TraceScript script(2);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 2).ask(77, 9).take(77);
  script.on(1, 0).begin_implicit(3, 10, 2).ask(77, 9).on(1, 40).take(77).on(1, 70).give(77).begin(
      kEndOfRegion, 3);
  script.on(0, 42)
      .give(77)
      .begin(kEndOfRegion, 2)
      .on(0, 90)
      .end(kEndOfRegion, 2)
      .end_implicit(2, 10)
      .join(10, 1);
  script.on(1, 90).end(kEndOfRegion, 3).end_implicit(3, 10).on(0, 90).end_initial(1);
  ConstructTable constructs;
  const Model model = model_of(script, constructs);
  ASSERT_EQ(model.measures.locks.size(), 1u);
  const Distribution& hold = model.measures.locks.begin()->second.hold;
  EXPECT_EQ(hold.count(), 2u);
  EXPECT_EQ(hold.sum_ns(), 42u + 30u);
}

TEST(WhatIf, AConstructTwiceAsFastMakesTheRunShorterByWhatTheGraphSays) {
  // Serial 10, two tasks of 60 and 100 by two threads, serial 10.
  TraceScript script(2);
  script.on(0, 0)
      .begin_initial(1)
      .on(0, 10)
      .fork(10, 1)
      .begin_implicit(2, 10, 2)
      .on(1, 10)
      .begin_implicit(3, 10, 2)
      .begin(kEndOfRegion, 3);
  script.on(0, 10)
      .create(4, 2, 41)
      .create(5, 2, 42)
      .begin(kEndOfRegion, 2)
      .switch_to(2, 5)
      .on(0, 110)
      .complete(5, 2);
  script.on(1, 10)
      .switch_to(3, 4)
      .on(1, 70)
      .complete(4, 3)
      .on(1, 110)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 10);
  script.on(0, 110).end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).on(0, 120).end_initial(1);
  EventList source = script.source();
  ConstructTable constructs;
  const Model model = read_model(source, constructs);
  EXPECT_EQ(model.elapsed_ns(), 120u);
  EXPECT_EQ(model.replayed_ns, 120u);
  const auto faster = [](uint32_t place, double factor) {
    return [=](const Construct& construct) { return construct.place == place ? 1 / factor : 1.0; };
  };
  const std::vector<WhatIf> results =
      read_what_ifs(source, constructs, {faster(41, 2), faster(42, 2), faster(42, 1e9)});
  EXPECT_EQ(predicted_ns(model, results[0]), 120u) << "the other task takes longer";
  EXPECT_EQ(predicted_ns(model, results[1]), 80u) << "then the other one does";
  EXPECT_EQ(predicted_ns(model, results[2]), 80u);
  EXPECT_EQ(results[1].work_ns, 130u);
  EXPECT_EQ(results[1].span_ns, 80u);
}

TEST(Broken, WhatIsLostIsUnknownAndTheRestStays) {
  TraceScript script = fork_join();
  ConstructTable constructs;
  TraceScript cut(2);
  cut.on(0, 0).begin_initial(1).on(0, 10).fork(10, 1, 5).on(0, 11).begin_implicit(2, 10, 2);
  cut.on(1, 13)
      .begin_implicit(3, 10, 2)
      .on(1, 30)
      .lost(7)
      .on(1, 60)
      .begin_implicit(3, 10, 2)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 10);
  cut.on(0, 40)
      .begin(kEndOfRegion, 2)
      .on(0, 64)
      .end(kEndOfRegion, 2)
      .end_implicit(2, 10)
      .on(0, 65)
      .join(10, 1)
      .on(0, 80)
      .end_initial(1);
  const Model model = model_of(cut, constructs);
  EXPECT_EQ(model.measures.lost, 7u);
  EXPECT_GT(model.measures.unknown_ns, 30u);
  EXPECT_EQ(path_ns(model), 80u);
  EXPECT_EQ(model.path.at({kNoConstruct, PathKind::kWork}).ns, 25u);
}

TEST(Broken, APauseIsUnknown) {
  TraceScript script(1);
  script.on(0, 0)
      .begin_initial(1)
      .on(0, 20)
      .event(trace::EventKind::kPause)
      .on(0, 70)
      .event(trace::EventKind::kResume);
  script.on(0, 100).end_initial(1);
  ConstructTable constructs;
  const Model model = model_of(script, constructs);
  EXPECT_EQ(model.measures.pauses, 1u);
  EXPECT_EQ(model.measures.unknown_ns, 50u);
  EXPECT_EQ(model.work_ns, 50u);
  EXPECT_EQ(model.path.at({kNoConstruct, PathKind::kUnknown}).ns, 50u);
}

TEST(Broken, AStreamThatBreaksOffEndsWhereItEnds) {
  TraceScript script(2);
  script.on(0, 0).begin_initial(1).on(0, 10).fork(10, 1).begin_implicit(2, 10, 2).create(4, 2).on(0, 40);
  script.begin(kBarrier, 2).on(1, 12).begin_implicit(3, 10, 2).ask(5, 6);
  ConstructTable constructs;
  const Model model = model_of(script, constructs);
  EXPECT_EQ(model.elapsed_ns(), 40u);
  EXPECT_EQ(model.measures.open_tasks, 1u);
  EXPECT_EQ(path_ns(model), 40u);
  EXPECT_EQ(model.work_ns, 10u + 30u);
}

TEST(Broken, NoEventsMakeAnEmptyModel) {
  ConstructTable constructs;
  const Model model = model_of(TraceScript(3), constructs);
  EXPECT_EQ(model.elapsed_ns(), 0u);
  EXPECT_TRUE(model.path.empty());
}

// Whatever the events are: no crash, no endless loop, and the path is as long as the run.
TEST(Broken, RandomEventsGiveAPathAsLongAsTheRun) {
  const char* const given = getenv("LIMPID_SEED");
  const uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device()();
  SCOPED_TRACE("LIMPID_SEED=" + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int round = 0; round < 300; ++round) {
    const uint32_t threads = 1 + static_cast<uint32_t>(random() % 4);
    TraceScript script(threads);
    std::vector<uint64_t> now(threads, 0);
    for (uint64_t i = random() % 300; i > 0; --i) {
      const auto thread = static_cast<uint32_t>(random() % threads);
      script.on(thread, now[thread] += random() % 4);
      script.event(static_cast<trace::EventKind>(random() % 32), random() % 8, random() % 8,
                   static_cast<uint8_t>(random() % 11), static_cast<uint32_t>(random() % 5), random() % 4, 0);
    }
    ConstructTable constructs;
    EventList source = script.source();
    const Model model = read_model(source, constructs);
    ASSERT_EQ(path_ns(model), model.elapsed_ns()) << "round " << round;
    ASSERT_LE(model.span_ns, model.work_ns) << "round " << round;
    read_what_ifs(source, constructs, {[](const Construct&) { return 0.5; }});
  }
}

}  // namespace
}  // namespace limpid::cli::tracing
