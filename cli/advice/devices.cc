// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

namespace {

using analysis::Analysis;
using analysis::Device;
using analysis::DevicePlace;
using analysis::DeviceTime;
using analysis::RepeatedCopy;
using analysis::Tree;
using profile::DeviceWork;

// Of one process: ranks of MPI have a device each, side by side.
uint64_t in_each(const Analysis& analysis, const Device& device, uint64_t ns) {
  return std::min(analysis.run.elapsed_ns, ns / std::max<uint64_t>(1, device.rows));
}

std::string time_of(uint64_t ns) {
  return duration_of(static_cast<double>(ns));
}

std::string megabytes(uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// Where a construct stands: `solve (cg.c:42)`.
std::string where(const Tree::Key& place) {
  return place.kind == Tree::Kind::kProgram ? "no construct" : name_of(place);
}

// Whether it computes while the host, or a copy, goes on. GCC's engine and LLVM's plug-in for the host do one thing after the
// other, whatever the program asks for.
bool goes_on_by_itself(const Device& device) {
  const std::string_view type = device.type;
  return type != "nvptx" && type != "gcn" && !type.starts_with("generic");
}

// Whether the content had changed nobody looked at: the sentence says so.
void advise_on_repeats(const Analysis& analysis, const Device& device, Findings& findings) {
  RepeatedCopy all;
  for (const RepeatedCopy& copy : device.repeats) all += copy;
  const uint64_t gain = in_each(analysis, device, all.alone_ns);
  if (device.repeats.empty() || !matters_exactly(analysis.run, gain)) return;
  const RepeatedCopy& most = device.repeats.front();
  Advice advice{"repeated copies", gain, most.place.kind != Tree::Kind::kProgram, most.place, {}, {}};
  advice.finding = fmt::format(
      "{} between the host and device {} had the address, length and direction of an earlier one: {}, {}, {} "
      "of it "
      "while no kernel ran. Most were {} the device for {} ({}, {}). Whether the data had changed meanwhile "
      "is not known.",
      count_of(all.repeats, "transfer"), device.number, megabytes(all.bytes), time_of(all.busy_ns),
      time_of(all.alone_ns), most.to_device ? "to" : "from", where(most.place), megabytes(most.bytes),
      time_of(most.busy_ns));
  advice.remedy =
      "Keep on the device what the other side has not changed: target data around the loop, or target enter "
      "data before "
      "it and target exit data behind; target update for the part that does change.";
  findings.push_back(advice);
}

void advise_on_copies_alone(const Analysis& analysis, const Device& device, Findings& findings) {
  const analysis::DeviceActivity& activity = device.activity;
  const uint64_t gain =
      in_each(analysis, device, std::min(activity.copies_between_ns, activity.kernels_alone_ns));
  if (!goes_on_by_itself(device) || !matters_exactly(analysis.run, gain)) return;
  Advice advice{"copies alone", gain, false, {}, {}, {}};
  advice.finding = fmt::format(
      "Between the first and the last kernel of device {} copies took {} in which no kernel ran, and kernels "
      "{} in which "
      "nothing was copied; {} went on at once.",
      device.number, time_of(activity.copies_between_ns), time_of(activity.kernels_alone_ns),
      time_of(activity.copies_and_kernels_ns));
  advice.remedy =
      "Where a kernel does not need the data of the copy beside it, let both go on at once: target nowait "
      "and target update "
      "nowait with depend, and large data in parts, so that one part is computed while the next one is "
      "copied.";
  findings.push_back(advice);
}

// What constructs at a place took on the host beyond what the device did for them.
struct Launches {
  const DevicePlace* place = nullptr;
  uint64_t overhead_ns = 0;
};

// Where each construct is one kernel, waited for, and shorter than what stands around it.
uint64_t overhead_of(const DevicePlace& place) {
  const DeviceTime& kernels = place.times[DeviceWork::kKernel];
  const DeviceTime& constructs = place.times.constructs;
  const uint64_t busy = place.times.busy_ns();
  if (kernels.count == 0 || constructs.count != kernels.count || constructs.busy_ns <= busy) return 0;
  const uint64_t overhead = constructs.busy_ns - busy;
  return kernels.busy_ns < overhead ? overhead : 0;
}

void advise_on_small_kernels(const Analysis& analysis, const Device& device, Findings& findings) {
  uint64_t overhead = 0;
  Launches most;
  for (const DevicePlace& place : device.places) {
    const uint64_t here = overhead_of(place);
    overhead += here;
    if (here > most.overhead_ns) most = {&place, here};
  }
  // Threads may start kernels side by side: no more can be saved than the device was idle.
  const uint64_t gain = in_each(analysis, device, std::min(overhead, device.activity.idle_ns));
  if (most.place == nullptr || !matters_exactly(analysis.run, gain)) return;
  const analysis::DeviceTimes& times = most.place->times;
  const uint64_t count = times.constructs.count;
  Advice advice{"small kernels", gain, true, most.place->place, {}, {}};
  advice.finding = fmt::format(
      "{} of {} on device {} took {} each, and {} more went into starting each and waiting for it, copies "
      "not counted; "
      "the device was idle for {} between its first and its last use.",
      count_of(count, "kernel"), where(most.place->place), device.number,
      time_of(times[DeviceWork::kKernel].busy_ns / count), time_of(most.overhead_ns / count),
      time_of(device.activity.idle_ns));
  advice.remedy =
      "Give a kernel more to do: one target region around several loops or steps; or do not wait for each: "
      "nowait, with "
      "depend where one needs the other.";
  findings.push_back(advice);
}

}  // namespace

// Of devices whose work has moments, all of it: else nobody knows what went on at once.
void advise_on_devices(const Analysis& analysis, Findings& findings) {
  for (const Device& device : analysis.devices) {
    if (!device.timed) continue;
    advise_on_repeats(analysis, device, findings);
    advise_on_copies_alone(analysis, device, findings);
    advise_on_small_kernels(analysis, device, findings);
  }
}

}  // namespace limpid::cli::advice
