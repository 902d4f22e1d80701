// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clocks of devices as runtimes may have them: ours, another one, one that ticks otherwise, none.
#include "device/device_clock.h"

#include <gtest/gtest.h>

#include <cstring>

#include "clocks.h"

namespace limpid::recorder {
namespace {

constexpr uint64_t kElsewhere = 1'700'000'000'000'000'000;  // where the other clocks begin
constexpr uint64_t kTickNs = 1000;

ompt_device_time_t time_of_host(ompt_device_t*) {
  return now_ns();
}
ompt_device_time_t time_elsewhere(ompt_device_t*) {
  return kElsewhere + now_ns();
}
ompt_device_time_t time_in_ticks(ompt_device_t*) {
  return now_ns() / kTickNs;
}
ompt_device_time_t time_unknown(ompt_device_t*) {
  return ompt_time_none;
}
double seconds_of_ns(ompt_device_t*, ompt_device_time_t time) {
  return static_cast<double>(time) * 1e-9;
}
double seconds_of_ticks(ompt_device_t*, ompt_device_time_t time) {
  return static_cast<double>(time * kTickNs) * 1e-9;
}

ompt_get_device_time_t g_time = nullptr;
ompt_translate_time_t g_translate = nullptr;

ompt_interface_fn_t lookup(const char* name) {
  if (std::strcmp(name, "ompt_get_device_time") == 0) return reinterpret_cast<ompt_interface_fn_t>(g_time);
  if (std::strcmp(name, "ompt_translate_time") == 0)
    return reinterpret_cast<ompt_interface_fn_t>(g_translate);
  return nullptr;
}

DeviceClock clock_with(ompt_get_device_time_t time, ompt_translate_time_t translate) {
  g_time = time;
  g_translate = translate;
  DeviceClock clock;
  EXPECT_TRUE(clock.start(nullptr, lookup));
  return clock;
}

TEST(DeviceClock, OurOwnTimeStaysExactlyWhatItIs) {
  for (const ompt_translate_time_t translate :
       {ompt_translate_time_t{nullptr}, ompt_translate_time_t{seconds_of_ns}}) {
    const DeviceClock clock = clock_with(time_of_host, translate);
    for (const uint64_t time : {uint64_t{1}, uint64_t{123'456'789'012'345'678}})
      EXPECT_EQ(clock.host_ns(time), time);
  }
}

// Another beginning changes no length, and the moments are on our clock again: less than a year from now.
TEST(DeviceClock, AClockThatBeganElsewhereIsShifted) {
  const DeviceClock clock = clock_with(time_elsewhere, nullptr);
  const uint64_t now = kElsewhere + now_ns();
  EXPECT_EQ(clock.host_ns(now + 1234) - clock.host_ns(now), 1234u);
  EXPECT_LT(clock.host_ns(now), kElsewhere / 50 + now_ns());
}

TEST(DeviceClock, OneThatTicksOtherwiseIsTranslated) {
  const DeviceClock clock = clock_with(time_in_ticks, seconds_of_ticks);
  const uint64_t now = now_ns() / kTickNs;
  EXPECT_NEAR(static_cast<double>(clock.host_ns(now + 5) - clock.host_ns(now)), 5 * kTickNs, 2);
}

TEST(DeviceClock, NoTimeIsNoClock) {
  DeviceClock clock;
  g_time = nullptr;
  EXPECT_FALSE(clock.start(nullptr, lookup));
  g_time = time_unknown;
  EXPECT_FALSE(clock.start(nullptr, lookup));
  EXPECT_EQ(clock.host_ns(42), 42u);
}

}  // namespace
}  // namespace limpid::recorder
