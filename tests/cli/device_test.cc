// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of several profiles become rows, and their work belongs to places.
#include <gtest/gtest.h>

#include "analysis/device_list.h"

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

profile::Profile profile_with(std::vector<profile::Device> devices) {
  profile::Profile profile;
  profile.devices = std::move(devices);
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
  for (const uint32_t work : {0u, 5u, 1000u}) {
    DeviceWorkRecord record = work_of(0, DeviceWork::kKernel, 1, 0);
    record.work = work;
    list.add(record, place_named("f"));
  }
  EXPECT_EQ(list.finish().at(0).times.busy_ns(), 0u);
}

}  // namespace
}  // namespace limpid::cli::analysis
