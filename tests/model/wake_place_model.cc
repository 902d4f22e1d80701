// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A sleeper and its waker: whenever the sleeper runs, and whatever the waker had changed by then, it gets its mask back.
#include "sync/wake_place.h"

#include "model.h"
#include "platform/affinity.h"
#include "platform/processor.h"
#include "sync/policy.h"

namespace limpid::platform {
namespace {

constexpr uint64_t kSleeper = 1;
constexpr uint32_t kWakersProcessor = 1;

// The sleeper's affinity mask: a bit for each of two processors.
model::Plain<uint32_t>* g_mask = nullptr;
uint32_t g_least = 0;  // the intersection of all its values, for the tests

}  // namespace

uint32_t current_processor() {
  return kWakersProcessor;
}

bool affinity_of_thread(uint64_t, CpuSet& result) {
  for (uint32_t processor = 0; processor < 2; ++processor)
    if ((g_mask->get() >> processor & 1) != 0) result.add(processor);
  return true;
}

bool bind_thread(uint64_t, const CpuSet& processors) {
  const uint32_t mask = (processors.has(0) ? 1 : 0) | (processors.has(1) ? 2 : 0);
  g_mask->set(mask);
  g_least &= mask;
  return true;
}

}  // namespace limpid::platform

namespace limpid::sync {
namespace {

using model::Execution;
using model::holds;
using model::require;

constexpr int64_t kNow = 1'000'000'000'000;
constexpr uint32_t kWhole = 3;

struct Sleeper {
  Sleeper() { platform::g_mask = &mask; }

  model::Plain<uint32_t> mask{kWhole};
  WakePlace place;
};

// The sleeper may run for another reason at any moment, and sleep again.
TEST(WakePlaceModel, TheSleeperGetsItsMaskBack) {
  EXPECT_TRUE(holds([](Execution& run) {
    Sleeper sleeper;
    sleeper.place.begin_sleep(kNow);
    run.thread([&] {
      sleeper.place.end_sleep();
      sleeper.place.begin_sleep(kNow + policy::kLongSleepNs);
      sleeper.place.end_sleep();
    });
    run.thread([&] { sleeper.place.avoid_waker(kNow + policy::kLongSleepNs, platform::kSleeper); });
    run.run();
    require(sleeper.mask.get() == kWhole, "the mask is whole");
  }));
}

// The waker may meet the owner in its very first sleep.
TEST(WakePlaceModel, TheWakerSeesTheSleepersThreadId) {
  EXPECT_TRUE(holds([](Execution& run) {
    Sleeper sleeper;
    uint64_t native_id = 0;
    run.thread([&] {
      native_id = platform::kSleeper;
      writes_plain(&native_id);
      sleeper.place.begin_sleep(kNow);
      sleeper.place.end_sleep();
    });
    run.thread([&] { sleeper.place.avoid_waker(kNow + policy::kLongSleepNs, native_id); });
    run.run();
    require(sleeper.mask.get() == kWhole, "the mask is whole");
  }));
}

// A sleep that goes on until it is ended: the waker's change is there first.
TEST(WakePlaceModel, TheWakersProcessorIsLeftOutWhileTheSleepLasts) {
  EXPECT_TRUE(holds([](Execution& run) {
    Sleeper sleeper;
    platform::g_least = kWhole;
    Atomic<bool> woken{false};
    sleeper.place.begin_sleep(kNow);
    run.thread([&] {
      while (!woken.load(std::memory_order_relaxed)) yield();
      sleeper.place.end_sleep();
      require(sleeper.mask.get() == kWhole, "the mask is whole at once");
    });
    run.thread([&] {
      sleeper.place.avoid_waker(kNow + policy::kLongSleepNs, platform::kSleeper);
      woken.store(true, std::memory_order_relaxed);
    });
    run.run();
    require(platform::g_least == 1, "the waker's processor was left out");
  }));
}

}  // namespace
}  // namespace limpid::sync
