// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/device_activity.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/construct_list.h"

namespace limpid::cli::analysis {
namespace {

using profile::DeviceSpanRecord;
using profile::DeviceWork;
using profile::DeviceWorkRecord;

// All that the program did is before it.
constexpr uint64_t kEnd = ~uint64_t{0};

bool is_known(uint16_t work) {
  return work >= static_cast<uint16_t>(DeviceWork::kKernel) &&
         work <= static_cast<uint16_t>(DeviceWork::kMemory);
}

Intervals when(const DeviceRow& row, const std::function<bool(DeviceWork)>& wanted) {
  Intervals all;
  for (const DeviceSpan& span : row.spans) {
    if (wanted(span.work)) all.push_back({span.begin_ns, span.end_ns});
  }
  return united(std::move(all), kEnd);
}

bool is_copy(DeviceWork work) {
  return work == DeviceWork::kToDevice || work == DeviceWork::kFromDevice;
}

Intervals kernels_of(const DeviceRow& row) {
  return when(row, [](DeviceWork work) { return work == DeviceWork::kKernel; });
}

// The numbers of places in a row, each place once in all its contexts.
class Places {
 public:
  Places(DeviceRow& row, const PlaceOf& place_of) : row_(row), place_of_(place_of) {}

  std::optional<uint32_t> of(uint32_t node) {
    const auto [at, fresh] = numbers_.try_emplace(node, std::nullopt);
    if (fresh) at->second = number_of(place_of_(node));
    return at->second;
  }

 private:
  std::optional<uint32_t> number_of(const std::optional<Tree::Key>& place) {
    if (!place) return std::nullopt;
    const auto [at, fresh] = by_name_.try_emplace(row_name(*place), row_.places.size());
    if (fresh) row_.places.push_back(*place);
    return static_cast<uint32_t>(at->second);
  }

  DeviceRow& row_;
  const PlaceOf& place_of_;
  std::unordered_map<uint32_t, std::optional<uint32_t>> numbers_;
  std::unordered_map<std::string, size_t> by_name_;
};

DeviceRow row_of(const profile::Profile& profile, const profile::Device& device, uint64_t began_ns,
                 const PlaceOf& place_of) {
  DeviceRow row;
  row.number = device.number;
  row.type = device.type;
  row.lost = device.lost_spans;
  Places places(row, place_of);
  for (const DeviceSpanRecord& record : profile.device_spans) {
    if (record.device != device.number || !is_known(record.work)) continue;
    const std::optional<uint32_t> place = places.of(record.node);
    if (!place) continue;
    row.spans.push_back({began_ns + record.begin_ns, began_ns + record.end_ns,
                         static_cast<DeviceWork>(record.work), *place, record.bytes, record.host_address});
  }
  std::stable_sort(row.spans.begin(), row.spans.end(), [](const DeviceSpan& a, const DeviceSpan& b) {
    return std::tie(a.begin_ns, a.end_ns) < std::tie(b.begin_ns, b.end_ns);
  });
  return row;
}

// The part of a span that lies in a stretch, if any does; `begins`: its beginning is in it.
struct Piece {
  DeviceSpanRecord span;
  bool begins = false;
};

constexpr uint32_t kRest = 1;  // in a span that was cut: its beginning is elsewhere

std::vector<Piece> pieces_of(const DeviceSpanRecord& span, const Intervals& kept) {
  std::vector<Piece> pieces;
  auto each = std::upper_bound(kept.begin(), kept.end(), span.begin_ns,
                               [](uint64_t ns, const profile::Interval& k) { return ns < k.end_ns; });
  for (; each != kept.end() && each->begin_ns <= span.end_ns; ++each) {
    Piece piece{span, span.reserved != kRest && each->begin_ns <= span.begin_ns};
    piece.span.begin_ns = std::max(span.begin_ns, each->begin_ns);
    piece.span.end_ns = std::min(span.end_ns, each->end_ns);
    if (!piece.begins) {
      piece.span.bytes = piece.span.host_address = 0;
      piece.span.reserved = kRest;
    }
    if (piece.begins || piece.span.begin_ns < piece.span.end_ns) pieces.push_back(piece);
  }
  return pieces;
}

// As the recorder adds up.
class Sums {
 public:
  void add(const Piece& piece) {
    const DeviceSpanRecord& span = piece.span;
    DeviceWorkRecord& sum = sums_[{span.node, span.device, span.work}];
    sum.node = span.node;
    sum.device = span.device;
    sum.work = span.work;
    sum.count += piece.begins ? 1 : 0;
    sum.busy_ns += span.end_ns - span.begin_ns;
    sum.bytes += span.bytes;
  }
  std::vector<DeviceWorkRecord> finish() const {
    std::vector<DeviceWorkRecord> out;
    for (const auto& [key, sum] : sums_) out.push_back(sum);
    return out;
  }

 private:
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, DeviceWorkRecord> sums_;
};

// Adds the sums of what is left of the spans.
void cut_spans(profile::Profile& profile, const Intervals& kept) {
  std::vector<DeviceSpanRecord> spans;
  Sums sums;
  for (const DeviceSpanRecord& span : profile.device_spans) {
    for (const Piece& piece : pieces_of(span, kept)) {
      spans.push_back(piece.span);
      sums.add(piece);
    }
  }
  profile.device_spans = std::move(spans);
  const std::vector<DeviceWorkRecord> added = sums.finish();
  profile.device_work.insert(profile.device_work.end(), added.begin(), added.end());
}

}  // namespace

std::string_view device_work_name(DeviceWork work) {
  static constexpr std::string_view kNames[] = {"kernel", "copy to the device", "copy from the device",
                                                "device memory"};
  const auto index = static_cast<size_t>(work) - 1;
  return index < std::size(kNames) ? kNames[index] : "device construct";
}

std::vector<DeviceRow> device_rows(const profile::Profile& profile, size_t process, uint64_t began_ns,
                                   const PlaceOf& place_of) {
  std::vector<DeviceRow> rows;
  for (const profile::Device& device : profile.devices) {
    if (!device.timed) continue;
    rows.push_back(row_of(profile, device, began_ns, place_of));
    rows.back().process = process;
  }
  return rows;
}

void keep_device_work(profile::Profile& profile, const Intervals& kept) {
  std::erase_if(profile.devices, [](const profile::Device& device) { return !device.timed; });
  profile.device_work.clear();
  cut_spans(profile, kept);
}

void leave_out_pauses(profile::Profile& profile, const Intervals& pauses) {
  std::set<uint32_t> known;
  for (const profile::Device& device : profile.devices) {
    if (device.timed && device.lost_spans == 0) known.insert(device.number);
  }
  std::erase_if(profile.device_work,
                [&](const DeviceWorkRecord& record) { return known.contains(record.device); });
  std::vector<DeviceSpanRecord> others;
  std::copy_if(profile.device_spans.begin(), profile.device_spans.end(), std::back_inserter(others),
               [&](const DeviceSpanRecord& span) { return !known.contains(span.device); });
  std::erase_if(profile.device_spans,
                [&](const DeviceSpanRecord& span) { return !known.contains(span.device); });
  cut_spans(profile, between(pauses, kEnd));
  profile.device_spans.insert(profile.device_spans.end(), others.begin(), others.end());
}

DeviceActivity& DeviceActivity::operator+=(const DeviceActivity& more) {
  busy_ns += more.busy_ns;
  idle_ns += more.idle_ns;
  copies_and_kernels_ns += more.copies_and_kernels_ns;
  copies_and_host_ns += more.copies_and_host_ns;
  kernels_and_host_ns += more.kernels_and_host_ns;
  kernels_alone_ns += more.kernels_alone_ns;
  copies_between_ns += more.copies_between_ns;
  return *this;
}

DeviceActivity activity_of(const DeviceRow& row, const Intervals& host) {
  const Intervals kernels = kernels_of(row);
  const Intervals copies = when(row, is_copy);
  const Intervals busy = when(row, [](DeviceWork work) { return work != DeviceWork::kMemory; });
  DeviceActivity activity;
  if (busy.empty()) return activity;
  activity.busy_ns = length_of(busy);
  activity.idle_ns = busy.back().end_ns - busy.front().begin_ns - activity.busy_ns;
  activity.copies_and_kernels_ns = length_of(common(copies, kernels));
  activity.copies_and_host_ns = length_of(common(copies, host));
  activity.kernels_and_host_ns = length_of(common(kernels, host));
  if (kernels.empty()) return activity;
  activity.kernels_alone_ns = length_of(kernels) - activity.copies_and_kernels_ns;
  const Intervals among = common(copies, {{kernels.front().begin_ns, kernels.back().end_ns}});
  activity.copies_between_ns = length_of(among) - activity.copies_and_kernels_ns;
  return activity;
}

RepeatedCopy& RepeatedCopy::operator+=(const RepeatedCopy& more) {
  blocks += more.blocks;
  repeats += more.repeats;
  bytes += more.bytes;
  busy_ns += more.busy_ns;
  alone_ns += more.alone_ns;
  return *this;
}

std::vector<RepeatedCopy> repeated_copies(const DeviceRow& row) {
  struct AtPlace {
    RepeatedCopy copy;
    Intervals when;
  };
  using Block = std::tuple<DeviceWork, uint64_t, uint64_t>;  // direction, address, bytes
  std::map<Block, bool> seen;                                // true: it was counted as repeated
  std::map<std::pair<DeviceWork, uint32_t>, AtPlace> places;
  for (const DeviceSpan& span : row.spans) {
    if (!is_copy(span.work) || span.host_address == 0 || span.bytes == 0) continue;
    const auto [block, first] = seen.try_emplace({span.work, span.host_address, span.bytes}, false);
    if (first) continue;
    AtPlace& at = places[{span.work, span.place}];
    at.copy.blocks += block->second ? 0 : 1;
    block->second = true;
    at.copy.repeats += 1;
    at.copy.bytes += span.bytes;
    at.copy.busy_ns += span.end_ns - span.begin_ns;
    at.when.push_back({span.begin_ns, span.end_ns});
  }
  const Intervals kernels = kernels_of(row);
  std::vector<RepeatedCopy> out;
  for (auto& [key, at] : places) {
    const Intervals when = united(std::move(at.when), kEnd);
    at.copy.place = row.places[key.second];
    at.copy.to_device = key.first == DeviceWork::kToDevice;
    at.copy.alone_ns = length_of(when) - length_of(common(when, kernels));
    out.push_back(std::move(at.copy));
  }
  return out;
}

}  // namespace limpid::cli::analysis
