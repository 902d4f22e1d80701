// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/intervals.h"
#include "analysis/tree.h"
#include "profile_reader.h"

namespace limpid::cli::analysis {

// A device did one thing, from one moment to another.
struct DeviceSpan {
  uint64_t begin_ns = 0;  // since the first process began
  uint64_t end_ns = 0;
  profile::DeviceWork work = profile::DeviceWork::kKernel;
  uint32_t place = 0;         // of DeviceRow::places: the construct that it did it for
  uint64_t bytes = 0;         // 0 for a kernel, and where only the rest of a copy is selected
  uint64_t host_address = 0;  // of what is copied; 0: not known
};

// What one device did for one process.
struct DeviceRow {
  size_t process = 0;  // index in Analysis::processes
  uint32_t number = 0;
  std::string type;
  uint64_t lost = 0;              // so many more spans have no moment
  std::vector<Tree::Key> places;  // of kind kProgram: no construct
  std::vector<DeviceSpan> spans;  // in order of their beginnings; they may overlap
};

// The place of a node of the profile; nothing: it is not selected.
using PlaceOf = std::function<std::optional<Tree::Key>(uint32_t node)>;

// `kernel`, `copy to the device`, ...
std::string_view device_work_name(profile::DeviceWork work);

// Rows of the devices whose work has moments.
std::vector<DeviceRow> device_rows(const profile::Profile& profile, size_t process, uint64_t began_ns,
                                   const PlaceOf& place_of);

// Leaves of what devices did what lies in these stretches of time: spans are cut at their ends and counted where they begin,
// sums are made of them anew. Of devices without moments nobody knows what they did then: they are left out.
void keep_device_work(profile::Profile& profile, const Intervals& kept);

// The same without what was done in pauses. The sums of devices of which not all has moments stay as they are.
void leave_out_pauses(profile::Profile& profile, const Intervals& pauses);

// What went on at the same time, and what did not. Memory is not in it: that is the host's time.
struct DeviceActivity {
  uint64_t busy_ns = 0;  // the device did something
  uint64_t idle_ns = 0;  // and it did not, between the first and the last time
  // Two at once.
  uint64_t copies_and_kernels_ns = 0;
  uint64_t copies_and_host_ns = 0;  // the host: some thread of the process worked
  uint64_t kernels_and_host_ns = 0;
  // What could be at the same time: kernels alone, and between the first and the last of them copies alone.
  uint64_t kernels_alone_ns = 0;
  uint64_t copies_between_ns = 0;

  DeviceActivity& operator+=(const DeviceActivity& more);
};

// `host`: when the host worked, on the rows' clock.
DeviceActivity activity_of(const DeviceRow& row, const Intervals& host);

// At one place, the same addresses were copied in the same direction more than once.
struct RepeatedCopy {
  Tree::Key place;
  bool to_device = false;
  uint64_t blocks = 0;   // pairs of an address and a length
  uint64_t repeats = 0;  // copies of one that had been copied before
  uint64_t bytes = 0;    // of these
  uint64_t busy_ns = 0;
  uint64_t alone_ns = 0;  // of it, while no kernel ran

  RepeatedCopy& operator+=(const RepeatedCopy& more);
};

std::vector<RepeatedCopy> repeated_copies(const DeviceRow& row);

}  // namespace limpid::cli::analysis
