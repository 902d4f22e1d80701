// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/device_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "analysis/device_list.h"
#include "base/style.h"
#include "export/frame_name.h"

namespace limpid::cli::exporting {
namespace {

using analysis::DeviceRow;
using analysis::DeviceSpan;

// Each span on the first track that is free when it begins.
std::vector<DeviceTrack> tracks_of(const DeviceRow& row, profile::DeviceWork work) {
  std::vector<DeviceTrack> tracks;
  for (const DeviceSpan& span : row.spans) {
    if (span.work != work) continue;
    auto free = std::find_if(tracks.begin(), tracks.end(), [&](const DeviceTrack& track) {
      return track.spans.back()->end_ns <= span.begin_ns;
    });
    if (free == tracks.end()) {
      const std::string name(analysis::device_work_name(work));
      free = tracks.insert(tracks.end(),
                           {tracks.empty() ? name : fmt::format("{} {}", name, tracks.size() + 1), {}});
    }
    free->spans.push_back(&span);
  }
  return tracks;
}

}  // namespace

std::vector<DeviceTrack> device_tracks(const DeviceRow& row) {
  std::vector<DeviceTrack> all;
  for (size_t work = 1; work <= analysis::kDeviceWorks; ++work) {
    std::vector<DeviceTrack> tracks = tracks_of(row, static_cast<profile::DeviceWork>(work));
    std::move(tracks.begin(), tracks.end(), std::back_inserter(all));
  }
  return all;
}

std::string device_name(const DeviceRow& row) {
  return fmt::format("device {} ({})", row.number, printable(row.type));
}

std::string span_name(const DeviceRow& row, const DeviceSpan& span) {
  const analysis::Tree::Key& place = row.places[span.place];
  const std::string_view work = analysis::device_work_name(span.work);
  if (place.kind == analysis::Tree::Kind::kProgram) return std::string(work);
  return fmt::format("{}: {}", work, frame_name(place));
}

}  // namespace limpid::cli::exporting
