// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/line_list.h"

#include <algorithm>

namespace limpid::cli::analysis {

void LineList::add(const symbols::Location* location, const Times& times) {
  bool known = location != nullptr && !location->frames.empty() && location->frames.front().line > 0;
  if (!known) {
    std::string function =
        location == nullptr || location->frames.empty() ? std::string() : location->frames.front().name.text;
    lines_[{"", 0, function}] += times;
    return;
  }
  const symbols::Frame& frame = location->frames.front();
  lines_[{frame.file, frame.line, frame.name.text}] += times;
}

std::vector<LineRow> LineList::finish() const {
  std::vector<LineRow> rows;
  for (const auto& [place, times] : lines_) {
    const auto& [file, line, function] = place;
    rows.push_back({file, line, function, times});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const LineRow& a, const LineRow& b) { return a.times.all_ns() > b.times.all_ns(); });
  return rows;
}

}  // namespace limpid::cli::analysis
