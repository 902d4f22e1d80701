// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/analysis.h"

namespace limpid::cli::analysis {

// Collects what is known about each construct, then joins constructs that are one line of the source.
class RegionTable {
 public:
  explicit RegionTable(const Tree& tree) : tree_(tree) {}

  void add_sample(uint32_t region_node, size_t process, const profile::Sample& sample);
  void add_losses(uint32_t region_node, const Losses& losses);
  void add_sharing(uint32_t region_node, const Worksharing& sharing);
  // `enclosing`: the region around this one, ~0 if there is none. Its thread was in this one meanwhile.
  void add_totals(uint32_t region_node, uint32_t enclosing, const profile::RegionRecord& record);

  // Most to gain first.
  std::vector<Region> finish() const;

 private:
  struct Row {
    Region region;
    uint64_t nested_ns = 0;  // elapsed time of regions directly inside
    // (process, thread) -> ns of work, or blocked: what the program asked of the thread
    std::map<std::pair<size_t, uint32_t>, uint64_t> busy_by_thread;
  };

  Row& row_of(uint32_t region_node);
  static void conclude(Row& row);

  const Tree& tree_;
  std::vector<Row> rows_;
  std::map<uint32_t, size_t> by_node_;
};

}  // namespace limpid::cli::analysis
