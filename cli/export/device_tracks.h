// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/device_activity.h"

namespace limpid::cli::exporting {

// One kind of work of one device, without what overlaps: that is on another track of the kind.
struct DeviceTrack {
  std::string name;                                // `kernel`, `kernel 2`, `copy to the device`, ...
  std::vector<const analysis::DeviceSpan*> spans;  // in order of time
};

// Valid as long as the row is. Kinds in their order; without spans there are none.
std::vector<DeviceTrack> device_tracks(const analysis::DeviceRow& row);

std::string device_name(const analysis::DeviceRow& row);  // `device 0 (sm_90)`

// What viewers show of a span: `kernel: solve`.
std::string span_name(const analysis::DeviceRow& row, const analysis::DeviceSpan& span);

}  // namespace limpid::cli::exporting
