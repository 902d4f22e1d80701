// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/construct_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace limpid::cli::analysis {
namespace {

class ConstructCollector {
 public:
  explicit ConstructCollector(const Tree& tree) : tree_(tree), row_of_(tree.size(), 0) {
    rows_.push_back({tree.at(Tree::kRoot).key, {}, 0});
  }

  std::vector<ConstructRow> collect() {
    for (uint32_t i = 0; i < tree_.size(); ++i) {
      const Tree::Node& node = tree_.at(i);
      // Parents come before their children.
      if (i != Tree::kRoot)
        row_of_[i] = Tree::is_construct(node.key.kind) ? row_for(node.key) : row_of_[node.parent];
      ConstructRow& row = rows_[row_of_[i]];
      row.times += own_times(node);
      if (!Tree::is_construct(node.key.kind)) continue;
      row.count += node.count;
      row.estimated = row.estimated || node.estimated;
    }
    std::erase_if(rows_, [](const ConstructRow& row) { return row.times.all_ns() == 0 && row.count == 0; });
    std::stable_sort(rows_.begin(), rows_.end(), [](const ConstructRow& a, const ConstructRow& b) {
      return a.times.all_ns() > b.times.all_ns();
    });
    return std::move(rows_);
  }

 private:
  size_t row_for(const Tree::Key& key) {
    auto [entry, fresh] = by_name_.try_emplace(row_name(key), rows_.size());
    if (fresh) rows_.push_back({key, {}, 0});
    return entry->second;
  }

  const Tree& tree_;
  std::vector<size_t> row_of_;  // by node
  std::vector<ConstructRow> rows_;
  std::unordered_map<std::string, size_t> by_name_;
};

}  // namespace

std::string row_name(const Tree::Key& key) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", static_cast<int>(key.kind), key.name, key.file, key.line,
                     key.suffix, key.identity);
}

std::vector<ConstructRow> construct_list(const Tree& tree) {
  return ConstructCollector(tree).collect();
}

}  // namespace limpid::cli::analysis
