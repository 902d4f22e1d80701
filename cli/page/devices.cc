// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/devices.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/device_list.h"
#include "analysis/label.h"
#include "base/pool.h"
#include "base/seconds.h"

namespace limpid::cli::page {
namespace {

using analysis::DeviceRow;
using Json = nlohmann::ordered_json;

constexpr size_t kMostDeviceSpans = 100'000;  // of all rows
constexpr uint64_t kFirstDeviceGrainNs = 1'000;
constexpr size_t kKindsOfPool = 4;

// One span, or several in its place.
struct Shown {
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  uint32_t place = 0;
  uint64_t bytes = 0;
  uint64_t count = 1;
};

struct DeviceRules {
  static bool same_row(const Shown&, const Shown&) { return true; }
  static uint32_t kind(const Shown& shown) { return shown.place; }
  static void merge(Shown& one, const Shown& more) {
    one.bytes += more.bytes;
    one.count += more.count;
  }
  void arrange(std::vector<Shown>& kinds) const { keep_heaviest(kinds, kKindsOfPool, *this); }
};

// What a row shows of one kind of work.
using Lane = std::vector<Shown>;

std::vector<Lane> lanes_of(const std::vector<DeviceRow>& rows) {
  std::vector<Lane> lanes(rows.size() * analysis::kDeviceWorks);
  for (size_t row = 0; row < rows.size(); ++row) {
    for (const analysis::DeviceSpan& span : rows[row].spans)
      lanes[row * analysis::kDeviceWorks + static_cast<size_t>(span.work) - 1].push_back(
          {span.begin_ns, span.end_ns, span.place, span.bytes, 1});
  }
  return lanes;
}

size_t size_of(const std::vector<Lane>& lanes) {
  size_t size = 0;
  for (const Lane& lane : lanes) size += lane.size();
  return size;
}

// The grain, 0 if all had room.
uint64_t fit_lanes(std::vector<Lane>& lanes) {
  uint64_t grain_ns = 0;
  while (size_of(lanes) > kMostDeviceSpans && grain_ns < ~uint64_t{0} / 4) {
    grain_ns = std::max(kFirstDeviceGrainNs, 2 * grain_ns);
    for (Lane& lane : lanes) lane = pooled(lane, grain_ns, DeviceRules());
  }
  return grain_ns;
}

// Moments and lengths are exact: a copy may take a microsecond.
class DeviceColumns {
 public:
  void add(const Lane& lane, size_t first_place) {
    counts_.push_back(lane.size());
    uint64_t at = 0;
    for (const Shown& shown : lane) {
      gaps_.push_back(static_cast<int64_t>(shown.begin_ns - at));
      at = shown.begin_ns;
      lengths_.push_back(shown.end_ns - shown.begin_ns);
      places_.push_back(first_place + shown.place);
      bytes_.push_back(shown.bytes);
      times_.push_back(shown.count);
    }
  }
  void put(Json& out) {
    out["counts"] = std::move(counts_);
    out["gaps_ns"] = std::move(gaps_);
    out["lengths_ns"] = std::move(lengths_);
    out["at"] = std::move(places_);
    out["bytes"] = std::move(bytes_);
    out["times"] = std::move(times_);
  }

 private:
  Json counts_ = Json::array(), gaps_ = Json::array(), lengths_ = Json::array(), places_ = Json::array(),
       bytes_ = Json::array(), times_ = Json::array();
};

std::string text_of(const analysis::Tree::Key& place) {
  if (place.kind == analysis::Tree::Kind::kProgram) return "for no construct";
  const std::string where = analysis::short_place(place);
  return where.empty() ? analysis::short_name(place)
                       : fmt::format("{}  {}", analysis::short_name(place), where);
}

}  // namespace

Json devices_json(const std::vector<DeviceRow>& rows) {
  std::vector<Lane> lanes = lanes_of(rows);
  const uint64_t grain_ns = fit_lanes(lanes);
  Json out, names = Json::array(), places = Json::array(), works = Json::array();
  for (size_t work = 1; work <= analysis::kDeviceWorks; ++work)
    works.push_back(analysis::device_work_name(static_cast<profile::DeviceWork>(work)));
  DeviceColumns columns;
  for (size_t row = 0; row < rows.size(); ++row) {
    names.push_back({{"process", rows[row].process},
                     {"number", rows[row].number},
                     {"type", rows[row].type},
                     {"without_moments", rows[row].lost}});
    for (size_t work = 0; work < analysis::kDeviceWorks; ++work)
      columns.add(lanes[row * analysis::kDeviceWorks + work], places.size());
    for (const analysis::Tree::Key& place : rows[row].places) places.push_back(text_of(place));
  }
  out["grain_s"] = s(grain_ns);
  out["works"] = std::move(works);
  out["rows"] = std::move(names);
  out["places"] = std::move(places);
  columns.put(out);
  return out;
}

}  // namespace limpid::cli::page
