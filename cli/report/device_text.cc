// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <iterator>

#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {
namespace {

using analysis::Device;
using analysis::DeviceTime;
using analysis::DeviceTimes;
using profile::DeviceWork;

constexpr size_t kMostPlaces = 10;

uint64_t waiting_for_devices(const analysis::Totals& totals) {
  uint64_t sum = 0;
  for (const auto& [state, ns] : totals.by_state) {
    if (analysis::waits_for_a_device(state)) sum += ns;
  }
  for (const auto& [device, ns] : totals.by_device) sum += ns;
  return sum;
}

// Time, megabytes, and gigabytes in a second; nothing where nothing was copied.
std::string copies(const DeviceTime& time) {
  if (time.count == 0) return fmt::format("{:>8} {:>9} {:>6}", "-", "-", "-");
  const auto bytes = static_cast<double>(time.bytes);
  const double rate = time.busy_ns == 0 ? 0 : bytes / static_cast<double>(time.busy_ns);
  return fmt::format("{:>8} {:>9.1f} {:>6.2f}", seconds_of(time.busy_ns), bytes / 1e6, rate);
}

std::string row_of(const DeviceTimes& times) {
  const DeviceTime& kernels = times[DeviceWork::kKernel];
  return fmt::format("  {:>8} {:>8}  {}  {}  {:>8}", seconds_of(kernels.busy_ns), kernels.count,
                     copies(times[DeviceWork::kToDevice]), copies(times[DeviceWork::kFromDevice]),
                     seconds_of(times[DeviceWork::kMemory].busy_ns));
}

// What went on at once, and what did not.
std::string activity_of(const Device& device) {
  if (!device.timed)
    return device.without_moments == 0
               ? "when it did that is not known: neither are its idle time and what went on at once"
               : fmt::format(
                     "{} operations have no moment: its idle time and what went on at once are not known",
                     device.without_moments);
  const analysis::DeviceActivity& activity = device.activity;
  std::string text = fmt::format("busy {} s, idle {} s from first to last use", seconds_of(activity.busy_ns),
                                 seconds_of(activity.idle_ns));
  text += fmt::format("; at once: copies and kernels {} s", seconds_of(activity.copies_and_kernels_ns));
  if (!device.host_known) return text + ", with the host's work: not known";
  return text + fmt::format(", kernels and host {} s, copies and host {} s",
                            seconds_of(activity.kernels_and_host_ns),
                            seconds_of(activity.copies_and_host_ns));
}

void write_device(const Page& page, const Device& device) {
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}  {}\n", row_of(device.times),
                 page.style.construct(fmt::format("device {} ({})", device.number, printable(device.type))));
  fmt::format_to(out, "      {}; threads waited for it for {} s\n", activity_of(device),
                 seconds_of(device.waited_ns));
  size_t shown = 0;
  for (const analysis::DevicePlace& place : device.places) {
    if (shown++ == kMostPlaces) {
      fmt::format_to(out, "  ({} more places)\n", device.places.size() - kMostPlaces);
      break;
    }
    const bool somewhere = place.place.kind != analysis::Tree::Kind::kProgram;
    fmt::format_to(out, "{}    {}\n", row_of(place.times),
                   somewhere ? short_name(place.place) + "  " + page.style.faint(short_place(place.place))
                             : "for no construct");
  }
}

}  // namespace

void write_devices(const Page& page) {
  const std::vector<Device>& devices = page.analysis.devices;
  if (devices.empty()) return;
  auto out = std::back_inserter(page.text);
  fmt::format_to(out, "{}  (threads waited for them for {} s)\n", page.style.heading("Devices"),
                 seconds_of(waiting_for_devices(page.analysis.totals)));
  fmt::format_to(out, "  {:>8} {:>8}  {:>8} {:>9} {:>6}  {:>8} {:>9} {:>6}  {:>8}  where\n", "kernel s",
                 "count", "to s", "MB", "GB/s", "from s", "MB", "GB/s", "memory s");
  for (const Device& device : devices) {
    if (device.measured && device.times.busy_ns() != 0) write_device(page, device);
  }
  size_t silent = 0;
  for (const Device& device : devices) {
    if (device.measured) {
      silent += device.times.busy_ns() == 0;
      continue;
    }
    fmt::format_to(out, "  device {} ({}): nothing here says what it does and when\n", device.number,
                   printable(device.type));
  }
  if (silent > 0) fmt::format_to(out, "  {} more did nothing\n", silent);
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
