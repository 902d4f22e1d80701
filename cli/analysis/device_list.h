// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/device_activity.h"
#include "analysis/tree.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// Kernels, copies each way and memory, as the profile numbers them (DeviceWork - 1).
inline constexpr size_t kDeviceWorks = 4;

struct DeviceTime {
  uint64_t count = 0;
  uint64_t busy_ns = 0;
  uint64_t bytes = 0;

  DeviceTime& operator+=(const DeviceTime& more);
};

struct DeviceTimes {
  std::array<DeviceTime, kDeviceWorks> works;
  DeviceTime
      constructs;  // those that the host waited for, from their begin to their end; not the device's time

  const DeviceTime& operator[](profile::DeviceWork work) const {
    return works[static_cast<size_t>(work) - 1];
  }
  DeviceTimes& operator+=(const DeviceTimes& more);
  uint64_t busy_ns() const;
};

// What a device did for the constructs at one place.
struct DevicePlace {
  Tree::Key place;  // kind kProgram: for no construct
  DeviceTimes times;
};

// Devices of the same number and type in several processes are one row.
struct Device {
  uint32_t number = 0;
  std::string type;
  bool measured = false;
  DeviceTimes times;
  uint64_t waited_ns = 0;  // host threads, in the mean of samples
  uint64_t rows = 0;       // processes that used it, each with its own
  // Whether all that it did has moments: without them nothing below is known.
  bool timed = false;
  uint64_t without_moments = 0;  // operations
  DeviceActivity activity;
  bool host_known = true;             // whether all that the host did has moments
  std::vector<RepeatedCopy> repeats;  // most time first
  std::vector<DevicePlace> places;    // busiest first
};

class DeviceList {
 public:
  // Once for each profile, before its records.
  void add_devices(const profile::Profile& profile);
  void add(const profile::DeviceWorkRecord& record, const Tree::Key& place);
  void add_wait(uint32_t device, uint64_t ns);
  // `host`: when the host worked, on the row's clock; null: not known.
  void add_activity(const DeviceRow& row, const Intervals* host);
  std::vector<Device> finish();

 private:
  using Name = std::pair<uint32_t, std::string>;
  struct Row {
    Device device;
    std::map<std::string, DevicePlace> places;
  };
  std::map<Name, Row> rows_;
  Device* device_with(uint32_t number);
  std::map<uint32_t, std::string> type_;  // of the profile that is being added, by number
};

}  // namespace limpid::cli::analysis
