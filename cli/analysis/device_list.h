// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

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
  std::vector<DevicePlace> places;  // busiest first
};

class DeviceList {
 public:
  // Once for each profile, before its records.
  void add_devices(const profile::Profile& profile);
  void add(const profile::DeviceWorkRecord& record, const Tree::Key& place);
  std::vector<Device> finish();

 private:
  using Name = std::pair<uint32_t, std::string>;
  struct Row {
    Device device;
    std::map<std::string, DevicePlace> places;
  };
  std::map<Name, Row> rows_;
  std::map<uint32_t, std::string> type_;  // of the profile that is being added, by number
};

}  // namespace limpid::cli::analysis
