// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/device_list.h"

#include <algorithm>
#include <utility>

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
  constructs += more.constructs;
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
    const bool timed = device.timed && device.lost_spans == 0;
    const auto [at, fresh] = rows_.try_emplace({device.number, device.type});
    Device& row = at->second.device;
    row.number = device.number;
    row.type = device.type;
    row.measured |= device.measured;
    row.timed = timed && (fresh || row.timed);
    row.without_moments += device.lost_spans;
  }
}

Device* DeviceList::device_with(uint32_t number) {
  const auto type = type_.find(number);
  return type == type_.end() ? nullptr : &rows_[{number, type->second}].device;
}

void DeviceList::add_wait(uint32_t number, uint64_t ns) {
  if (Device* device = device_with(number)) device->waited_ns += ns;
}

void DeviceList::add_activity(const DeviceRow& row, const Intervals* host) {
  Device* const device = device_with(row.number);
  if (device == nullptr) return;
  device->rows += row.spans.empty() ? 0 : 1;
  device->activity += activity_of(row, host != nullptr ? *host : Intervals{});
  device->host_known = device->host_known && host != nullptr;
  for (const RepeatedCopy& copy : repeated_copies(row)) {
    const auto same =
        std::find_if(device->repeats.begin(), device->repeats.end(), [&](const RepeatedCopy& r) {
          return r.to_device == copy.to_device && row_name(r.place) == row_name(copy.place);
        });
    if (same != device->repeats.end()) {
      *same += copy;
    } else {
      device->repeats.push_back(copy);
    }
  }
}

void DeviceList::add(const profile::DeviceWorkRecord& record, const Tree::Key& place) {
  auto type = type_.find(record.device);
  const bool construct = record.work == static_cast<uint32_t>(profile::DeviceWork::kConstruct);
  if (type == type_.end() || record.work == 0 || (record.work > kDeviceWorks && !construct)) return;
  DeviceTimes times;
  DeviceTime& time = construct ? times.constructs : times.works[record.work - 1];
  time = {record.count, record.busy_ns, record.bytes};
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
    std::stable_sort(row.device.repeats.begin(), row.device.repeats.end(),
                     [](const RepeatedCopy& a, const RepeatedCopy& b) { return a.busy_ns > b.busy_ns; });
    devices.push_back(std::move(row.device));
  }
  return devices;
}

}  // namespace limpid::cli::analysis
