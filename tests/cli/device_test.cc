// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of several profiles become rows, and their work belongs to places.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "analysis/device_list.h"
#include "base/style.h"
#include "export/device_tracks.h"
#include "report/json.h"
#include "report/text.h"
#include "support/device_run.h"

namespace limpid::cli::analysis {
namespace {

using profile::DeviceWork;
using profile::DeviceWorkRecord;

Tree::Key place_named(const char* name) {
  Tree::Key key;
  key.name = name;
  return key;
}

DeviceWorkRecord work_of(uint32_t device, DeviceWork work, uint64_t ns, uint64_t bytes) {
  DeviceWorkRecord record{};
  record.device = device;
  record.work = static_cast<uint32_t>(work);
  record.count = 1;
  record.busy_ns = ns;
  record.bytes = bytes;
  return record;
}

struct Named {
  uint32_t number;
  bool measured;
  const char* type;
};

profile::Profile profile_with(const std::vector<Named>& devices) {
  profile::Profile profile;
  for (const Named& device : devices)
    profile.devices.push_back({device.number, device.measured, device.type, device.measured, 0});
  return profile;
}

TEST(DeviceListTest, WorkOfTheSameDeviceAndPlaceAddsUp) {
  DeviceList list;
  for (int process = 0; process < 2; ++process) {
    list.add_devices(profile_with({{0, true, "sm_90"}, {1, false, "gfx90a"}}));
    list.add(work_of(0, DeviceWork::kKernel, 100, 0), place_named("solve"));
    list.add(work_of(0, DeviceWork::kKernel, 10, 0), place_named("scale"));
    list.add(work_of(0, DeviceWork::kToDevice, 5, 4096), place_named("scale"));
  }
  const std::vector<Device> devices = list.finish();
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_TRUE(devices[0].measured);
  EXPECT_FALSE(devices[1].measured);
  EXPECT_EQ(devices[0].times[DeviceWork::kKernel].busy_ns, 220u);
  EXPECT_EQ(devices[0].times[DeviceWork::kToDevice].bytes, 8192u);
  EXPECT_EQ(devices[0].times.busy_ns(), 230u);
  ASSERT_EQ(devices[0].places.size(), 2u);
  EXPECT_EQ(devices[0].places[0].place.name, "solve");
  EXPECT_EQ(devices[0].places[1].times[DeviceWork::kKernel].count, 2u);
}

TEST(DeviceListTest, DevicesOfOneNumberAndDifferentTypesAreDifferent) {
  DeviceList list;
  list.add_devices(profile_with({{0, true, "sm_90"}}));
  list.add(work_of(0, DeviceWork::kKernel, 1, 0), place_named("f"));
  list.add_devices(profile_with({{0, true, "sm_100"}}));
  list.add(work_of(0, DeviceWork::kKernel, 2, 0), place_named("f"));
  const std::vector<Device> devices = list.finish();
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0].times.busy_ns() + devices[1].times.busy_ns(), 3u);
}

TEST(DeviceListTest, WorkThatNamesNothingIsLeftOut) {
  DeviceList list;
  list.add_devices(profile_with({{0, true, "sm_90"}}));
  list.add(work_of(7, DeviceWork::kKernel, 1, 0), place_named("f"));
  for (const uint32_t work : {0u, 6u, 1000u}) {
    DeviceWorkRecord record = work_of(0, DeviceWork::kKernel, 1, 0);
    record.work = work;
    list.add(record, place_named("f"));
  }
  EXPECT_EQ(list.finish().at(0).times.busy_ns(), 0u);
}

TEST(IntervalsTest, CommonIsWhatLiesInBoth) {
  const Intervals a = {{0, 10}, {20, 30}, {40, 50}}, b = {{5, 25}, {29, 41}, {49, 60}};
  EXPECT_EQ(length_of(common(a, b)), 5u + 5u + 1u + 1u + 1u);
  EXPECT_EQ(length_of(common(b, a)), length_of(common(a, b)));
  EXPECT_TRUE(common(a, {}).empty());
  EXPECT_TRUE(common({{0, 5}}, {{5, 9}}).empty());
}

class DeviceRunTest : public testing::Test {
 protected:
  Analysis analysis_of(const test::DeviceRun& run, const Options& options = {}) {
    return test::analyze_files({scratch_.write("d.limpid", run.bytes())}, options);
  }
  // Selected by its moments, in milliseconds.
  Analysis part_of(const test::DeviceRun& run, uint64_t from_ms, uint64_t to_ms) {
    Options options;
    options.selection.from_ns = from_ms * test::kMs;
    options.selection.to_ns = to_ms * test::kMs;
    return analysis_of(run, options);
  }
  static nlohmann::json json_of(const Analysis& analysis) {
    return nlohmann::json::parse(report::json_report(analysis, {}, {}));
  }

  test::ScratchDirectory scratch_;
};

TEST_F(DeviceRunTest, WhatGoesOnAtOnceIsInBoth) {
  const Analysis analysis = analysis_of(test::DeviceRun());
  ASSERT_EQ(analysis.devices.size(), 2u);
  const Device& device = analysis.devices[0];
  ASSERT_TRUE(device.timed && device.host_known);
  EXPECT_EQ(device.activity.busy_ns, 60 * test::kMs);
  EXPECT_EQ(device.activity.idle_ns, 5 * test::kMs);
  EXPECT_EQ(device.activity.copies_and_kernels_ns, 10 * test::kMs);
  EXPECT_EQ(device.activity.copies_and_host_ns, 10 * test::kMs);
  EXPECT_EQ(device.activity.kernels_and_host_ns, 0u);
  EXPECT_EQ(device.activity.kernels_alone_ns, 20 * test::kMs);
  EXPECT_EQ(device.activity.copies_between_ns, 0u);
  EXPECT_EQ(device.times.constructs.busy_ns, 70 * test::kMs);
  EXPECT_EQ(device.times.busy_ns(), 75 * test::kMs);
  ASSERT_EQ(device.repeats.size(), 1u);
  EXPECT_TRUE(device.repeats[0].to_device);
  EXPECT_EQ(device.repeats[0].repeats, 1u);
  EXPECT_EQ(device.repeats[0].blocks, 1u);
  EXPECT_EQ(device.repeats[0].bytes, 8'000'000u);
  EXPECT_EQ(device.repeats[0].busy_ns, 10 * test::kMs);
  EXPECT_EQ(device.repeats[0].alone_ns, 0u);
}

TEST_F(DeviceRunTest, ThreadsWaitForTheDeviceThatTheySay) {
  const Analysis analysis = analysis_of(test::DeviceRun());
  EXPECT_EQ(analysis.devices[0].waited_ns, 60 * test::kMs);
  EXPECT_EQ(analysis.devices[1].waited_ns, 0u);
  EXPECT_EQ(json_of(analysis)["totals"]["states"]["waiting for device 0"], 0.06);
  bool node = false;
  for (uint32_t i = 0; i < analysis.tree.size(); ++i)
    node = node || analysis.tree.at(i).key.name == "<waiting for device 0>";
  EXPECT_TRUE(node);
}

TEST_F(DeviceRunTest, WithoutMomentsNothingIsSaidOfThem) {
  const Analysis analysis = analysis_of(test::DeviceRun(test::DeviceRun::kTotals));
  EXPECT_TRUE(analysis.devices[0].measured);
  EXPECT_FALSE(analysis.devices[0].timed);
  const nlohmann::json device = json_of(analysis)["devices"][0];
  EXPECT_TRUE(device["activity"].is_null());
  EXPECT_EQ(device["kernel_s"], 0.03);
}

TEST_F(DeviceRunTest, WhereMomentsAreLostSumsStayAndTheRestIsUnknown) {
  const nlohmann::json device = json_of(analysis_of(test::DeviceRun(3, 7)))["devices"][0];
  EXPECT_TRUE(device["activity"].is_null());
  EXPECT_EQ(device["without_moments"], 7);
  EXPECT_EQ(device["to_device"]["count"], 2);
}

TEST_F(DeviceRunTest, RowsHaveTheSumsOfTheReport) {
  Options options;
  options.timeline = true;
  const Analysis analysis = analysis_of(test::DeviceRun(), options);
  ASSERT_EQ(analysis.timeline.devices.size(), 1u);
  const DeviceRow& row = analysis.timeline.devices[0];
  DeviceTimes sums;
  for (const DeviceSpan& span : row.spans)
    sums.works[static_cast<size_t>(span.work) - 1] += {1, span.end_ns - span.begin_ns, span.bytes};
  for (size_t work = 0; work < kDeviceWorks; ++work) {
    EXPECT_EQ(sums.works[work].count, analysis.devices[0].times.works[work].count);
    EXPECT_EQ(sums.works[work].busy_ns, analysis.devices[0].times.works[work].busy_ns);
    EXPECT_EQ(sums.works[work].bytes, analysis.devices[0].times.works[work].bytes);
  }
  ASSERT_EQ(row.places.size(), 1u);
  EXPECT_GT(row.places[0].line, 0);
  EXPECT_EQ(row.spans.front().begin_ns, 20 * test::kMs);
}

// A copy from 30 to 50 ms, of which the stretch has the second half; its bytes are where it began.
TEST_F(DeviceRunTest, AStretchOfTimeHasWhatLiesInIt) {
  const Analysis analysis = part_of(test::DeviceRun(), 40, 60);
  ASSERT_EQ(analysis.devices.size(), 1u);
  const Device& device = analysis.devices[0];
  const DeviceTime& to = device.times[DeviceWork::kToDevice];
  EXPECT_EQ(to.busy_ns, 10 * test::kMs);
  EXPECT_EQ(to.count, 0u);
  EXPECT_EQ(to.bytes, 0u);
  EXPECT_EQ(device.times[DeviceWork::kKernel].busy_ns, 10 * test::kMs);
  EXPECT_EQ(device.times[DeviceWork::kKernel].count, 1u);
  EXPECT_EQ(device.times[DeviceWork::kFromDevice].busy_ns, 0u);
  EXPECT_EQ(device.activity.idle_ns, 0u);
  EXPECT_EQ(device.waited_ns, 20 * test::kMs);
}

// The copy until 50 ms and the kernel from then on lie in it with a part each.
TEST_F(DeviceRunTest, WhatWasDoneInAPauseIsInNoNumber) {
  Options options;
  options.timeline = true;
  const Analysis analysis = analysis_of(test::DeviceRun(3, 0, true), options);
  const Device& device = analysis.devices.at(0);
  EXPECT_EQ(device.times[DeviceWork::kToDevice].busy_ns, 25 * test::kMs);
  EXPECT_EQ(device.times[DeviceWork::kToDevice].count, 2u);
  EXPECT_EQ(device.times[DeviceWork::kKernel].busy_ns, 25 * test::kMs);
  EXPECT_EQ(device.times[DeviceWork::kKernel].count, 0u);
  ASSERT_EQ(analysis.timeline.devices.size(), 1u);
  EXPECT_EQ(analysis.timeline.devices[0].spans.back().end_ns, 95 * test::kMs);  // pauses stay where they are
  // Cut again, what is cut already is not counted as a beginning.
  options.selection.from_ns = 40 * test::kMs;
  const Device part = analysis_of(test::DeviceRun(3, 0, true), options).devices.at(0);
  EXPECT_EQ(part.times[DeviceWork::kKernel].count, 0u);
  EXPECT_EQ(part.times[DeviceWork::kToDevice].count, 1u);
  EXPECT_EQ(part.times[DeviceWork::kToDevice].busy_ns, 15 * test::kMs);
}

TEST_F(DeviceRunTest, WhereMomentsAreMissingSumsHavePausesToo) {
  const Analysis analysis = analysis_of(test::DeviceRun(test::DeviceRun::kTotals, 0, true));
  EXPECT_EQ(analysis.devices.at(0).times[DeviceWork::kKernel].count, 1u);
  EXPECT_EQ(analysis.devices.at(0).times[DeviceWork::kKernel].busy_ns, 30 * test::kMs);
}

TEST_F(DeviceRunTest, StretchesOfTimeAddUp) {
  uint64_t busy = 0, kernels = 0, bytes = 0;
  for (uint64_t from = 0; from < 100; from += 10) {
    const Analysis analysis = part_of(test::DeviceRun(), from, from + 10);
    busy += analysis.devices.at(0).times.busy_ns();
    kernels += analysis.devices.at(0).times[DeviceWork::kKernel].count;
    bytes += analysis.devices.at(0).times[DeviceWork::kToDevice].bytes;
  }
  EXPECT_EQ(busy, 75 * test::kMs);
  EXPECT_EQ(kernels, 1u);
  EXPECT_EQ(bytes, 16'000'000u);
}

// Whether the device says what it does or not.
TEST_F(DeviceRunTest, ItsTypeIsSafeToPrint) {
  for (const uint32_t known : {3u, 0u}) {
    const test::DeviceRun run(known, 0, false, std::string("sm\x1b[31m\0", 8));
    const std::string text = report::text_report(analysis_of(run), {}, Style(false));
    EXPECT_NE(text.find("device 0 (sm?[31m?)"), std::string::npos) << text;
  }
  DeviceRow row;
  row.type = "sm\n";
  EXPECT_EQ(exporting::device_name(row), "device 0 (sm?)");
}

}  // namespace
}  // namespace limpid::cli::analysis
