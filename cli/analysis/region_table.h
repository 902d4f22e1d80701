// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/analysis.h"

namespace limpid::cli::analysis {

// Collects what is known about each construct, then joins constructs that are one line of the source.
class RegionTable {
 public:
  explicit RegionTable(const Tree& tree) : tree_(tree) {}

  void add_sample(uint32_t region_node, const profile::Sample& sample);
  void add_losses(uint32_t region_node, const Losses& losses);
  void add_sharing(uint32_t region_node, const Worksharing& sharing);
  // `enclosing`: the region around this one, ~0 if there is none. Its thread was in this one meanwhile.
  void add_totals(uint32_t region_node, uint32_t enclosing, const profile::RegionRecord& record);

  // All samples of a process are in. `rank`: its number in MPI, or -1.
  void end_process(int32_t rank);

  // Most to gain first.
  std::vector<Region> finish() const;

 private:
  struct Row {
    Region region;
    uint64_t nested_ns = 0;  // elapsed time of regions directly inside
    // Of the process that is being added, by thread: ns of work, or blocked, what the program asked of it.
    std::map<uint32_t, uint64_t> busy_by_thread;
    uint64_t mpi_ns = 0;  // the part of it that was in the MPI library
  };

  Row& row_of(uint32_t region_node);
  static void conclude(Row& row);

  const Tree& tree_;
  std::vector<Row> rows_;
  std::map<uint32_t, size_t> by_node_;
};

}  // namespace limpid::cli::analysis
