// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/sources.h"

#include <algorithm>
#include <fstream>
#include <set>

namespace limpid::cli::page {
namespace {

constexpr size_t kMostLines = 1000;   // with time, the heaviest
constexpr int kAround = 4;            // lines shown before and behind each
constexpr size_t kLongestLine = 240;  // bytes
constexpr int kLongestFile = 1'000'000;

std::vector<Excerpt> excerpts_of(const std::string& path, const std::set<int>& wanted) {
  std::vector<Excerpt> out;
  std::ifstream file(path);
  std::string text;
  int last = 0;
  for (int number = 1; number <= kLongestFile && std::getline(file, text); ++number) {
    // The next line with time must be near, or the last one.
    const auto near = wanted.lower_bound(number - kAround);
    if (near == wanted.end() || *near > number + kAround) continue;
    if (out.empty() || last + 1 != number) out.push_back({number, {}});
    last = number;
    out.back().lines.push_back(text.substr(0, kLongestLine));
  }
  return out;
}

}  // namespace

std::map<std::string, std::vector<Excerpt>> sources_of(const std::vector<analysis::LineRow>& lines) {
  std::map<std::string, std::set<int>> wanted;
  size_t taken = 0;
  for (const analysis::LineRow& row : lines) {
    if (row.line <= 0 || row.file.empty() || row.file.front() != '/') continue;
    wanted[row.file].insert(row.line);
    if (++taken == kMostLines) break;
  }
  std::map<std::string, std::vector<Excerpt>> out;
  for (const auto& [path, numbers] : wanted) {
    std::vector<Excerpt> excerpts = excerpts_of(path, numbers);
    if (!excerpts.empty()) out[path] = std::move(excerpts);
  }
  return out;
}

}  // namespace limpid::cli::page
