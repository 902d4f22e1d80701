// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "annotate/listing.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace limpid::cli::annotate {
namespace {

bool has_name(std::string_view function, std::string_view name) {
  if (function == name) return true;
  return function.size() > name.size() + 2 && function.ends_with(name) &&
         function.substr(function.size() - name.size() - 2, 2) == "::";
}

}  // namespace

std::vector<Listing> listings_of(const std::vector<analysis::LineRow>& rows, const std::string& name) {
  std::map<std::pair<std::string, std::string>, Listing> found;
  for (const analysis::LineRow& row : rows) {
    if (!has_name(row.function, name)) continue;
    Listing& listing = found[{row.function, row.file}];
    listing.function = row.function;
    listing.file = row.file;
    listing.lines[row.line] += row.times;
    listing.all += row.times;
  }
  std::vector<Listing> all;
  for (auto& [place, listing] : found) all.push_back(std::move(listing));
  std::stable_sort(all.begin(), all.end(),
                   [](const Listing& a, const Listing& b) { return a.all.all_ns() > b.all.all_ns(); });
  return all;
}

}  // namespace limpid::cli::annotate
