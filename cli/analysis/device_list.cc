// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/device_list.h"

#include <algorithm>

#include "analysis/construct_list.h"

namespace limpid::cli::analysis {

DeviceTime& DeviceTime::operator+=(const DeviceTime& more) {
  count += more.count;
  busy_ns += more.busy_ns;
  bytes += more.bytes;
  return *this;
}

DeviceTimes& DeviceTimes::operator+=(const DeviceTimes& more) {
  for (size_t i = 0; i < kDeviceWorks; ++i) works[i] += more.works[i];
  return *this;
}

uint64_t DeviceTimes::busy_ns() const {
  uint64_t sum = 0;
  for (const DeviceTime& work : works) sum += work.busy_ns;
  return sum;
}

void DeviceList::add_devices(const profile::Profile& profile) {
  type_.clear();
  for (const profile::Device& device : profile.devices) {
    type_[device.number] = device.type;
    Device& row = rows_[{device.number, device.type}].device;
    row.number = device.number;
    row.type = device.type;
    row.measured |= device.measured;
  }
}

void DeviceList::add(const profile::DeviceWorkRecord& record, const Tree::Key& place) {
  auto type = type_.find(record.device);
  if (type == type_.end() || record.work == 0 || record.work > kDeviceWorks) return;
  DeviceTimes times;
  times.works[record.work - 1] = {record.count, record.busy_ns, record.bytes};
  Row& row = rows_[{record.device, type->second}];
  row.device.times += times;
  DevicePlace& at = row.places[row_name(place)];
  at.place = place;
  at.times += times;
}

std::vector<Device> DeviceList::finish() {
  std::vector<Device> devices;
  for (auto& [name, row] : rows_) {
    for (auto& [place_name, place] : row.places) row.device.places.push_back(std::move(place));
    std::stable_sort(
        row.device.places.begin(), row.device.places.end(),
        [](const DevicePlace& a, const DevicePlace& b) { return a.times.busy_ns() > b.times.busy_ns(); });
    devices.push_back(std::move(row.device));
  }
  return devices;
}

}  // namespace limpid::cli::analysis
