// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/flat_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace limpid::cli::analysis {
namespace {

// One row per function of the source: clones and inlined copies together.
std::string function_name(const Tree::Key& key) {
  if (Tree::is_pseudo(key.kind)) return key.name;
  return fmt::format("{}\n{}\n{}\n{}", key.name, key.file, key.place, key.identity);
}

class FlatCollector {
 public:
  explicit FlatCollector(const Tree& tree) : tree_(tree) {}

  std::vector<FlatRow> collect() {
    rows_of_.resize(tree_.size(), kNone);
    for (uint32_t i = 1; i < tree_.size(); ++i) rows_of_[i] = row_for(i);
    // Parents come before children: a node's time goes to each row once, to the outermost of its nodes.
    for (uint32_t i = 1; i < tree_.size(); ++i) {
      FlatRow& row = rows_[rows_of_[i]];
      row.self_ns += tree_.at(i).self_ns;
      row.blame_ns += tree_.at(i).blame_ns;
      if (!has_row_above(i)) row.total_ns += tree_.at(i).total_ns;
    }
    std::erase_if(rows_, [](const FlatRow& row) { return row.total_ns == 0 && row.blame_ns == 0; });
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const FlatRow& a, const FlatRow& b) { return a.self_ns > b.self_ns; });
    return std::move(rows_);
  }

 private:
  static constexpr size_t kNone = ~size_t{0};

  // A construct's own code belongs to the function around it: the nearest function of that name above, or a
  // row under the construct's own name when there is none.
  size_t row_for(uint32_t index) {
    const Tree::Key& key = tree_.at(index).key;
    bool construct = key.kind == Tree::Kind::kRegion || key.kind == Tree::Kind::kTask;
    if (construct) {
      for (uint32_t above = tree_.at(index).parent; above != Tree::kRoot; above = tree_.at(above).parent) {
        if (tree_.at(above).key.name == key.name) return rows_of_[above];
      }
    }
    Tree::Key place = key;
    place.tail_call = place.thread = false;
    if (construct) {
      place.kind = Tree::Kind::kFunction;
      place.identity.clear();
    }
    auto [entry, fresh] = by_name_.try_emplace(function_name(place), rows_.size());
    if (fresh) {
      rows_.emplace_back();
      rows_.back().place = place;
    }
    return entry->second;
  }

  bool has_row_above(uint32_t index) const {
    for (uint32_t above = tree_.at(index).parent; above != Tree::kRoot; above = tree_.at(above).parent) {
      if (rows_of_[above] == rows_of_[index]) return true;
    }
    return false;
  }

  const Tree& tree_;
  std::vector<size_t> rows_of_;
  std::vector<FlatRow> rows_;
  std::unordered_map<std::string, size_t> by_name_;
};

}  // namespace

std::vector<FlatRow> flat_list(const Tree& tree) {
  return FlatCollector(tree).collect();
}

}  // namespace limpid::cli::analysis
