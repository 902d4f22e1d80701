// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/device_list.h"
#include "report/sections.h"

namespace limpid::cli::report {
namespace {

using analysis::Doing;
using analysis::kDoings;
using analysis::Stretch;

constexpr size_t kSlots = 100;
constexpr size_t kMostPictureRows = 64;
// A letter for each kind of time; a space: nothing is known, or the device did nothing.
constexpr std::string_view kLetters = "#s.-Lobp";  // by Doing
static_assert(kLetters.size() == kDoings);
constexpr std::string_view kDeviceLetters = "K><m";  // by DeviceWork, from 1
static_assert(kDeviceLetters.size() == analysis::kDeviceWorks);

struct Span {
  uint64_t begin_ns = ~uint64_t{0};
  uint64_t end_ns = 0;

  template <typename Part>
  void take_in(const Part& part) {
    begin_ns = std::min(begin_ns, part.begin_ns);
    end_ns = std::max(end_ns, part.end_ns);
  }
  uint64_t slot_begin(size_t slot) const { return begin_ns + (end_ns - begin_ns) * slot / kSlots; }
  size_t slot_of(uint64_t ns) const {
    return std::min<size_t>(kSlots - 1, (ns - begin_ns) * kSlots / std::max<uint64_t>(1, end_ns - begin_ns));
  }
};

// How long each thing was done in each slot.
class Row {
 public:
  explicit Row(std::string_view letters)
      : letters_(letters), slots_(kSlots, std::vector<uint64_t>(letters.size(), 0)) {}

  void add(uint64_t begin_ns, uint64_t end_ns, size_t kind, const Span& span) {
    for (size_t slot = span.slot_of(begin_ns); slot < kSlots && span.slot_begin(slot) < end_ns; ++slot) {
      const uint64_t begin = std::max(begin_ns, span.slot_begin(slot));
      const uint64_t end = std::min(end_ns, span.slot_begin(slot + 1));
      if (begin < end) slots_[slot][kind] += end - begin;
    }
  }

  // What took most of each slot.
  std::string text() const {
    std::string text;
    for (const std::vector<uint64_t>& slot : slots_) {
      const auto most = std::max_element(slot.begin(), slot.end());
      text += *most == 0 ? ' ' : letters_[static_cast<size_t>(most - slot.begin())];
    }
    return text;
  }

 private:
  std::string_view letters_;
  std::vector<std::vector<uint64_t>> slots_;
};

std::string legend(bool devices) {
  std::string text;
  for (size_t i = 0; i < kDoings; ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : "  ", kLetters[i], doing_name(static_cast<Doing>(i)));
  for (size_t i = 0; devices && i < kDeviceLetters.size(); ++i)
    text += fmt::format("  {} {}", kDeviceLetters[i],
                        analysis::device_work_name(static_cast<profile::DeviceWork>(i + 1)));
  return text;
}

std::string numbered(const analysis::Analysis& analysis, size_t process, std::string name) {
  return analysis.processes.size() > 1 ? fmt::format("{}.{}", process, name) : name;
}

void write_threads(const Page& page, const Span& span) {
  const analysis::Analysis& analysis = page.analysis;
  const size_t threads = analysis.threads.size();
  std::vector<Row> rows(std::min(threads, kMostPictureRows), Row(kLetters));
  for (const Stretch& stretch : analysis.timeline.stretches)
    rows[stretch.thread].add(stretch.begin_ns, stretch.end_ns,
                             static_cast<size_t>(doing_of(stretch, analysis.tree)), span);
  auto out = std::back_inserter(page.text);
  for (size_t i = 0; i < rows.size(); ++i) {
    const analysis::Thread& thread = analysis.threads[i];
    fmt::format_to(out, "  {:>7}  {}\n", numbered(analysis, thread.process, std::to_string(thread.id)),
                   rows[i].text());
  }
  if (threads > kMostPictureRows) fmt::format_to(out, "  ({} more threads)\n", threads - kMostPictureRows);
}

void write_device_rows(const Page& page, const Span& span) {
  const analysis::Analysis& analysis = page.analysis;
  auto out = std::back_inserter(page.text);
  size_t shown = 0;
  for (const analysis::DeviceRow& device : analysis.timeline.devices) {
    if (device.spans.empty() || ++shown > kMostPictureRows) continue;
    Row row(kDeviceLetters);
    for (const analysis::DeviceSpan& each : device.spans)
      row.add(each.begin_ns, each.end_ns, static_cast<size_t>(each.work) - 1, span);
    fmt::format_to(out, "  {:>7}  {}\n",
                   numbered(analysis, device.process, fmt::format("dev{}", device.number)), row.text());
  }
  if (shown > kMostPictureRows) fmt::format_to(out, "  ({} more devices)\n", shown - kMostPictureRows);
}

}  // namespace

void keep_shown(analysis::Timeline& timeline, const analysis::Analysis&) {
  std::erase_if(timeline.stretches,
                [](const Stretch& stretch) { return stretch.thread >= kMostPictureRows; });
}

void write_timeline(const Page& page) {
  const auto& [text, analysis, options, style] = page;
  auto out = std::back_inserter(text);
  const std::vector<Stretch>& stretches = analysis.timeline.stretches;
  fmt::format_to(out, "{}", style.heading("Timeline"));
  if (stretches.empty()) {
    fmt::format_to(out, "  (no sample has a time)\n\n");
    return;
  }
  Span span;
  for (const Stretch& stretch : stretches) span.take_in(stretch);
  bool devices = false;
  for (const analysis::DeviceRow& device : analysis.timeline.devices) {
    for (const analysis::DeviceSpan& each : device.spans) span.take_in(each);
    devices = devices || !device.spans.empty();
  }
  fmt::format_to(out, "  ({} s to {} s; a letter is {} s)\n", seconds_of(span.begin_ns),
                 seconds_of(span.end_ns), seconds_of((span.end_ns - span.begin_ns) / kSlots));
  write_threads(page, span);
  write_device_rows(page, span);
  fmt::format_to(out, "  {}\n", style.faint(legend(devices)));
  const uint64_t untimed_ns = analysis.timeline.untimed.all_ns();
  if (untimed_ns > 0)
    fmt::format_to(out, "  {}\n",
                   style.faint(fmt::format("{} s of thread time has no moment", seconds_of(untimed_ns))));
  fmt::format_to(out, "\n");
}

}  // namespace limpid::cli::report
