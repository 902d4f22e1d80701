// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/line_list.h"

#include <algorithm>
#include <numeric>

namespace limpid::cli::analysis {

uint32_t LineList::add(const symbols::Location* location, const Times& times) {
  LineRow row;
  if (location != nullptr && !location->frames.empty()) {
    const symbols::Frame& frame = location->frames.front();
    row.function = frame.name.text;
    if (frame.line > 0) std::tie(row.file, row.line) = std::tie(frame.file, frame.line);
  }
  const auto [at, fresh] =
      numbers_.try_emplace({row.file, row.line, row.function}, static_cast<uint32_t>(lines_.size()));
  if (fresh) lines_.push_back(row);
  lines_[at->second].times += times;
  return at->second;
}

std::vector<LineRow> LineList::finish(std::vector<uint32_t>* row_of) const {
  std::vector<uint32_t> order(lines_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
    const LineRow& one = lines_[a];
    const LineRow& other = lines_[b];
    return std::tuple(other.times.all_ns(), std::tie(one.file, one.line, one.function)) <
           std::tuple(one.times.all_ns(), std::tie(other.file, other.line, other.function));
  });
  row_of->assign(lines_.size(), 0);
  std::vector<LineRow> rows;
  for (const uint32_t number : order) {
    (*row_of)[number] = static_cast<uint32_t>(rows.size());
    rows.push_back(lines_[number]);
  }
  return rows;
}

}  // namespace limpid::cli::analysis
