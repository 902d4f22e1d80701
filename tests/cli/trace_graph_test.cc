// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is computed of a run's task graph: work, span, and what a list scheduler makes of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "support/trace_script.h"
#include "trace/model.h"

namespace limpid::cli::tracing {
namespace {

using test::kEndOfRegion;
using test::kIn;
using test::kOut;
using test::kTaskwait;
using test::TraceScript;
using Dependences = std::vector<std::pair<uint64_t, uint8_t>>;

constexpr uint8_t kInout = ompt_dependence_type_inout;
constexpr uint8_t kMutex = ompt_dependence_type_mutexinoutset;
constexpr uint8_t kSet = ompt_dependence_type_inoutset;
constexpr uint8_t kTaskgroup = ompt_sync_region_taskgroup;

Model model_of(const TraceScript& script) {
  EventList source = script.source();
  ConstructTable constructs;
  return read_model(source, constructs);
}

// A region of two, whose first thread creates tasks that the same thread runs at a taskwait, in the order of their
// creation. All else takes no time.
class Siblings {
 public:
  static constexpr uint64_t kCreator = 2;

  explicit Siblings(size_t threads = 2) : script(threads) {
    script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(kCreator, 10, threads);
    for (uint32_t thread = 1; thread < threads; ++thread)
      script.on(thread, 0)
          .begin_implicit(kCreator + thread, 10, threads)
          .begin(kEndOfRegion, kCreator + thread);
    script.on(0, 0);
  }
  // After `gap` ns of the creator's own work.
  void create(uint64_t work_ns, const Dependences& dependences = {}, uint64_t gap = 0) {
    now_ += gap;
    script.on(0, now_).create(first_ + works_.size(), kCreator, 100);
    for (const auto& [address, type] : dependences) script.depends(first_ + works_.size(), address, type);
    works_.push_back(work_ns);
  }
  void wait() {
    script.on(0, now_).begin(kTaskwait, kCreator);
    for (size_t i = 0; i < works_.size(); ++i) {
      script.on(0, now_).switch_to(kCreator, first_ + i);
      now_ += works_[i];
      script.on(0, now_).complete(first_ + i, kCreator);
    }
    script.end(kTaskwait, kCreator);
    first_ += works_.size();
    works_.clear();
  }
  void work(uint64_t ns) { now_ += ns; }
  const TraceScript& end() {
    script.on(0, now_).begin(kEndOfRegion, kCreator).end(kEndOfRegion, kCreator).end_implicit(kCreator, 10);
    script.join(10, 1).end_initial(1);
    return script;
  }

  TraceScript script;

 private:
  uint64_t now_ = 0;
  uint64_t first_ = 1000;
  std::vector<uint64_t> works_;
};

uint64_t span_of_siblings(const std::vector<std::pair<uint64_t, Dependences>>& tasks) {
  Siblings siblings;
  for (const auto& [work_ns, dependences] : tasks) siblings.create(work_ns, dependences);
  siblings.wait();
  return model_of(siblings.end()).span_ns;
}

TEST(Graph, TasksWithoutDependencesAreSideBySide) {
  Siblings siblings;
  for (const uint64_t ns : {50, 70, 30}) siblings.create(ns);
  siblings.wait();
  siblings.work(5);
  const Model model = model_of(siblings.end());
  EXPECT_EQ(model.work_ns, 155u);
  EXPECT_EQ(model.span_ns, 75u);
  EXPECT_EQ(model.elapsed_ns(), 155u);
  EXPECT_EQ(model.replayed_ns, 105u) << "50 by the other at once, own ones newest first: 30, then 70; then 5";
}

TEST(Graph, ADiamondsSpanIsItsLongerSide) {
  EXPECT_EQ(span_of_siblings({{10, {{1, kOut}}},
                              {40, {{1, kIn}, {2, kOut}}},
                              {60, {{1, kIn}, {3, kOut}}},
                              {7, {{2, kIn}, {3, kIn}}}}),
            77u);
}

TEST(Graph, AChainHasNoParallelism) {
  std::vector<std::pair<uint64_t, Dependences>> chain;
  for (uint64_t i = 1; i <= 10; ++i) chain.push_back({i, {{1, kInout}}});
  EXPECT_EQ(span_of_siblings(chain), 55u);
}

TEST(Graph, ReadersFollowTheWriterAndPrecedeTheNext) {
  EXPECT_EQ(span_of_siblings({{10, {{1, kOut}}}, {20, {{1, kIn}}}, {30, {{1, kIn}}}, {5, {{1, kOut}}}}), 45u);
}

TEST(Graph, MembersOfASetAreNotOrdered) {
  EXPECT_EQ(span_of_siblings({{10, {{1, kOut}}}, {20, {{1, kSet}}}, {30, {{1, kSet}}}, {5, {{1, kIn}}}}),
            45u);
  EXPECT_EQ(span_of_siblings({{10, {{1, kOut}}}, {20, {{1, kMutex}}}, {30, {{1, kMutex}}}, {5, {{1, kIn}}}}),
            45u);
}

TEST(Graph, SetsOfDifferentKindsAreOrdered) {
  EXPECT_EQ(span_of_siblings({{10, {{1, kIn}}}, {20, {{1, kSet}}}, {30, {{1, kMutex}}}, {40, {{1, kIn}}}}),
            100u);
}

TEST(Graph, OneAddressTwiceInOneTaskIsAsInout) {
  EXPECT_EQ(span_of_siblings({{10, {{1, kIn}, {1, kOut}}}, {20, {{1, kIn}, {1, kOut}}}}), 30u);
}

TEST(Graph, AllMemoryIsBehindAndBeforeEverything) {
  constexpr uint8_t kAll = ompt_dependence_type_inout_all_memory;
  EXPECT_EQ(span_of_siblings(
                {{10, {{1, kOut}}}, {20, {{2, kOut}}}, {30, {{0, kAll}}}, {40, {{3, kIn}}}, {5, {{1, kIn}}}}),
            90u);
}

TEST(Graph, MutexinoutsetRunsOneAtATime) {
  Siblings siblings;
  for (int i = 0; i < 3; ++i) siblings.create(20, {{1, kMutex}});
  siblings.wait();
  const Model model = model_of(siblings.end());
  EXPECT_EQ(model.span_ns, 20u);
  EXPECT_EQ(model.replayed_ns, 60u);
}

TEST(Graph, ATaskRunsBesideItsCreator) {
  Siblings siblings;
  siblings.create(50);
  siblings.work(40);
  siblings.wait();
  const Model model = model_of(siblings.end());
  EXPECT_EQ(model.elapsed_ns(), 90u);
  EXPECT_EQ(model.span_ns, 50u);
  EXPECT_EQ(model.replayed_ns, 50u);
}

TEST(Graph, CreationOrdersWhatComesLater) {
  Siblings siblings;
  siblings.create(50);
  siblings.create(50, {}, 30);
  siblings.wait();
  EXPECT_EQ(model_of(siblings.end()).span_ns, 80u);
}

// A child that creates a grandchild of 100 ns and works 10 ns itself.
Model with_grandchild(uint8_t sync) {
  TraceScript script(1);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 1);
  if (sync == kTaskgroup) script.begin(kTaskgroup, 2);
  script.create(3, 2);
  sync == kTaskgroup ? script.wait(kTaskgroup, 2) : script.begin(kTaskwait, 2);
  script.switch_to(2, 3).create(4, 3).on(0, 10).complete(3, 2);
  if (sync == kTaskwait) script.end(kTaskwait, 2).on(0, 17).begin(kEndOfRegion, 2).switch_to(2, 4);
  if (sync == kTaskgroup) script.switch_to(2, 4);
  script.on(0, sync == kTaskwait ? 117 : 110).complete(4, 2);
  if (sync == kTaskgroup) script.end(kTaskgroup, 2).on(0, 117).begin(kEndOfRegion, 2);
  script.end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).end_initial(1);
  return model_of(script);
}

TEST(Graph, TaskwaitWaitsForChildrenOnly) {
  const Model model = with_grandchild(kTaskwait);
  EXPECT_EQ(model.work_ns, 117u);
  EXPECT_EQ(model.span_ns, 100u) << "10 + 7 beside the grandchild";
}

TEST(Graph, TaskgroupWaitsForDescendants) {
  const Model model = with_grandchild(kTaskgroup);
  EXPECT_EQ(model.work_ns, 117u);
  EXPECT_EQ(model.span_ns, 107u);
}

TEST(Graph, AnUndeferredTaskHoldsUpItsCreator) {
  TraceScript script(1);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 1).on(0, 5);
  script.create(3, 2, 0, trace::kTaskUndeferred).switch_to(2, 3).on(0, 25).complete(3, 2);
  script.on(0, 30).begin(kEndOfRegion, 2).end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).end_initial(1);
  const Model model = model_of(script);
  EXPECT_EQ(model.span_ns, 30u);
  EXPECT_EQ(model.replayed_ns, 30u);
}

TEST(Graph, TaskwaitWithDependWaitsForTheseAlone) {
  TraceScript script(1);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 1);
  script.create(3, 2).depends(3, 1, kOut).create(4, 2).depends(4, 2, kOut);
  script.create(5, 2, 0, trace::kTaskUndeferred | trace::kTaskTaskwait).depends(5, 1, kIn);
  script.switch_to(2, 3).on(0, 50).complete(3, 2);
  script.event(trace::EventKind::kTaskSchedule, 5, 0, ompt_taskwait_complete);
  script.on(0, 60).begin(kEndOfRegion, 2).switch_to(2, 4).on(0, 260).complete(4, 2);
  script.end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).end_initial(1);
  const Model model = model_of(script);
  EXPECT_EQ(model.work_ns, 260u);
  EXPECT_EQ(model.span_ns, 200u);
}

TEST(Graph, ADetachedTaskIsCompleteWhenItsEventIsFulfilled) {
  TraceScript script(1);
  script.on(0, 0).begin_initial(1).fork(10, 1).begin_implicit(2, 10, 1);
  script.create(3, 2).create(4, 2).begin(kTaskwait, 2);
  script.switch_to(2, 3).on(0, 10).event(trace::EventKind::kTaskSchedule, 3, 2, ompt_task_detach);
  script.switch_to(2, 4).on(0, 50).event(trace::EventKind::kTaskSchedule, 3, 0, ompt_task_late_fulfill);
  script.on(0, 55).complete(4, 2).end(kTaskwait, 2).on(0, 65);
  script.begin(kEndOfRegion, 2).end(kEndOfRegion, 2).end_implicit(2, 10).join(10, 1).end_initial(1);
  const Model model = model_of(script);
  EXPECT_EQ(model.measures.open_tasks, 0u);
  EXPECT_EQ(model.work_ns, 65u);
  EXPECT_EQ(model.span_ns, 55u);
}

// Two barriers between three parts of work of two threads.
TEST(Graph, BarriersAddUpTheLongestOfEachPart) {
  constexpr uint8_t kBarrier = ompt_sync_region_barrier_explicit;
  TraceScript script(2);
  script.on(0, 0).begin_initial(1).on(0, 10).fork(10, 1).begin_implicit(2, 10, 2).on(1, 10).begin_implicit(
      3, 10, 2);
  script.on(0, 40)
      .begin(kBarrier, 2)
      .on(1, 60)
      .begin(kBarrier, 3)
      .end(kBarrier, 3)
      .on(0, 62)
      .end(kBarrier, 2);
  script.on(1, 70)
      .begin(kEndOfRegion, 3)
      .on(0, 102)
      .begin(kEndOfRegion, 2)
      .end(kEndOfRegion, 2)
      .end_implicit(2, 10);
  script.on(1, 103).end(kEndOfRegion, 3).end_implicit(3, 10).on(0, 102).join(10, 1).on(0, 110).end_initial(1);
  const Model model = model_of(script);
  EXPECT_EQ(model.work_ns, 10u + 30 + 50 + 40 + 10 + 8);
  EXPECT_EQ(model.span_ns, 10u + 50 + 40 + 8);
  EXPECT_EQ(model.replayed_ns, 108u);
  ASSERT_EQ(model.measures.regions.size(), 1u);
  const RegionMeasure& region = model.measures.regions.begin()->second;
  EXPECT_EQ(region.count, 1u);
  EXPECT_EQ(region.elapsed_ns, 92u);
  EXPECT_EQ(region.work_ns, 130u);
  EXPECT_EQ(region.span_ns, 90u);
}

TEST(Graph, ARegionsWorkHasThatOfRegionsInside) {
  TraceScript script(2);
  script.on(0, 0)
      .begin_initial(1)
      .fork(10, 1, 5)
      .begin_implicit(2, 10, 1)
      .on(0, 10)
      .fork(11, 2, 6)
      .begin_implicit(3, 11, 2);
  script.on(1, 10).begin_implicit(4, 11, 2).on(1, 25).begin(kEndOfRegion, 4);
  script.on(0, 40)
      .begin(kEndOfRegion, 3)
      .end(kEndOfRegion, 3)
      .end_implicit(3, 11)
      .on(1, 40)
      .end(kEndOfRegion, 4)
      .end_implicit(4, 11);
  script.on(0, 40)
      .join(11, 2)
      .on(0, 50)
      .begin(kEndOfRegion, 2)
      .end(kEndOfRegion, 2)
      .end_implicit(2, 10)
      .join(10, 1)
      .end_initial(1);
  EventList source = script.source();
  ConstructTable constructs;
  const Model model = read_model(source, constructs);
  const RegionMeasure& outer = model.measures.regions.at(constructs.number(Sort::kParallel, 5));
  const RegionMeasure& inner = model.measures.regions.at(constructs.number(Sort::kParallel, 6));
  EXPECT_EQ(outer.work_ns, 65u);
  EXPECT_EQ(outer.span_ns, 50u);
  EXPECT_EQ(inner.work_ns, 45u);
  EXPECT_EQ(inner.span_ns, 30u);
}

// Of sibling tasks, whether the later one comes after the earlier one: the rules as the specification has them.
bool is_ordered(const Dependences& earlier, const Dependences& later) {
  const auto joint = [](const Dependences& all, uint64_t address) {
    uint8_t type = 0;
    for (const auto& [at, t] : all) {
      if (at != address) continue;
      const uint8_t plain = t == kOut ? kInout : t;
      type = type == 0 || type == plain ? plain : kInout;
    }
    return type;
  };
  for (const auto& [address, unused] : later) {
    const uint8_t a = joint(earlier, address), b = joint(later, address);
    if (a != 0 && (a != b || a == kInout)) return true;
  }
  return false;
}

TEST(Graph, RandomGraphsHaveTheSpanOfTheirLongestPath) {
  const char* const given = getenv("LIMPID_SEED");
  const uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device()();
  SCOPED_TRACE("LIMPID_SEED=" + std::to_string(seed));
  std::mt19937_64 random(seed);
  constexpr uint8_t kTypes[] = {kIn, kOut, kInout, kMutex, kSet};
  for (int round = 0; round < 200; ++round) {
    Siblings siblings;
    const size_t count = 1 + random() % 40;
    std::vector<Dependences> all;
    std::vector<uint64_t> ends;
    uint64_t created = 0, span = 0, work = 0;
    for (size_t i = 0; i < count; ++i) {
      Dependences dependences;
      for (size_t n = random() % 4; n > 0; --n)
        dependences.emplace_back(1 + random() % 6, kTypes[random() % 5]);
      const uint64_t ns = random() % 1000, gap = random() % 20;
      created += gap;
      siblings.create(ns, dependences, gap);
      uint64_t begin = created;
      for (size_t before = 0; before < i; ++before) {
        if (is_ordered(all[before], dependences)) begin = std::max(begin, ends[before]);
      }
      all.push_back(dependences);
      ends.push_back(begin + ns);
      span = std::max(span, begin + ns);
      work += gap + ns;
    }
    siblings.wait();
    const Model model = model_of(siblings.end());
    ASSERT_EQ(model.span_ns, std::max(span, created)) << "round " << round;
    ASSERT_EQ(model.work_ns, work) << "round " << round;
    // A greedy scheduler is within these bounds, exclusion apart.
    ASSERT_TRUE(model.replayed_whole);
    ASSERT_GE(model.replayed_ns, model.span_ns);
    ASSERT_LE(model.replayed_ns, work);
  }
}

TEST(Graph, ManySectionsGiveWhatOneGives) {
  // 40,000 regions of two, so that the run is cut into several sections.
  TraceScript script(2);
  uint64_t now = 0, task = 2;
  script.on(0, 0).begin_initial(1);
  for (uint64_t region = 1; region <= 40'000; ++region, task += 2) {
    script.on(0, now += 3).fork(region, 1, 7).begin_implicit(task, region, 2);
    script.on(1, now).begin_implicit(task + 1, region, 2).on(1, now + 4).begin(kEndOfRegion, task + 1);
    script.on(0, now += 10)
        .begin(kEndOfRegion, task)
        .end(kEndOfRegion, task)
        .end_implicit(task, region)
        .join(region, 1);
    script.on(1, now + 1).end(kEndOfRegion, task + 1).end_implicit(task + 1, region);
  }
  script.on(0, now += 3).end_initial(1);
  const Model model = model_of(script);
  EXPECT_EQ(model.elapsed_ns(), now);
  EXPECT_EQ(model.work_ns, 40'000u * 17 + 3);
  EXPECT_EQ(model.span_ns, 40'000u * 13 + 3);
  EXPECT_EQ(model.replayed_ns, model.span_ns);
  EXPECT_EQ(model.measures.regions.begin()->second.count, 40'000u);
}

TEST(Graph, BoundsAreThoseOfAGreedyScheduler) {
  Model model;
  model.work_ns = 1000;
  model.span_ns = 100;
  EXPECT_EQ(bounds_for(model, 4).least_ns, 250u);
  EXPECT_EQ(bounds_for(model, 4).most_ns, 350u);
  EXPECT_EQ(bounds_for(model, 100).least_ns, 100u);
  model.held_ns = 400;
  EXPECT_EQ(bounds_for(model, 4).least_ns, 400u) << "what one lock protects is done one after the other";
}

}  // namespace
}  // namespace limpid::cli::tracing
