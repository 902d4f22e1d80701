// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/region_table.h"

#include <algorithm>

#include "analysis/blocked.h"
#include "analysis/times.h"

namespace limpid::cli::analysis {

RegionTable::Row& RegionTable::row_of(uint32_t region_node) {
  auto known = by_node_.find(region_node);
  if (known != by_node_.end()) return rows_[known->second];
  const Tree::Key& key = tree_.at(region_node).key;
  auto same =
      std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.region.place == key; });
  size_t index = static_cast<size_t>(same - rows_.begin());
  if (same == rows_.end()) {
    rows_.emplace_back();
    rows_.back().region.place = key;
  }
  rows_[index].region.nodes.push_back(region_node);
  by_node_[region_node] = index;
  return rows_[index];
}

void RegionTable::add_sample(uint32_t region_node, const profile::Sample& sample) {
  Row& row = row_of(region_node);
  Times times = times_of(sample);
  row.region.times += times;
  row.busy_by_thread[sample.thread] += times.work_ns + times.blocked_ns;
  if (sample.blocked == kMpi) row.mpi_ns += times.blocked_ns;
}

void RegionTable::end_process(int32_t rank) {
  for (Row& row : rows_) {
    if (row.busy_by_thread.empty()) continue;
    uint64_t sum = 0;
    for (const auto& [thread, ns] : row.busy_by_thread) {
      row.region.largest_busy_ns = std::max(row.region.largest_busy_ns, ns);
      sum += ns;
    }
    row.region.threads += row.busy_by_thread.size();
    if (rank >= 0) row.region.ranks.add(rank, sum - row.mpi_ns);
    row.busy_by_thread.clear();
    row.mpi_ns = 0;
  }
}

void RegionTable::add_losses(uint32_t region_node, const Losses& losses) {
  row_of(region_node).region.losses += losses;
}

void RegionTable::add_sharing(uint32_t region_node, const Worksharing& sharing) {
  row_of(region_node).region.sharing |= sharing;
}

void RegionTable::add_totals(uint32_t region_node, uint32_t enclosing, const profile::RegionRecord& record) {
  if (enclosing != ~0u) row_of(enclosing).nested_ns += record.elapsed_ns;
  Region& region = row_of(region_node).region;
  region.counted = true;
  region.count += record.count;
  region.elapsed_ns += record.elapsed_ns;
  region.capacity_ns += record.capacity_ns;
  region.largest_team = std::max(region.largest_team, record.largest_size);
  if (record.smallest_size != 0) {
    bool first = region.smallest_team == 0;
    region.smallest_team =
        first ? record.smallest_size : std::min(region.smallest_team, record.smallest_size);
  }
}

void RegionTable::conclude(Row& row) {
  Region& region = row.region;
  uint64_t busy = region.times.work_ns + region.times.blocked_ns;
  const uint64_t largest = region.largest_busy_ns;
  // Threads of the team that were never seen have done nothing: they count in the mean.
  auto members = std::max<double>(static_cast<double>(region.threads), region.smallest_team);
  if (members > 0) region.mean_busy_ns = static_cast<uint64_t>(static_cast<double>(busy) / members);
  if (largest > 0 && members > 0) {
    region.balance = static_cast<double>(busy) / members / static_cast<double>(largest);
  }
  region.mean_team = members;
  if (region.elapsed_ns > 0 && region.capacity_ns > 0) {
    region.mean_team = static_cast<double>(region.capacity_ns) / static_cast<double>(region.elapsed_ns);
  }
  uint64_t seen = region.times.all_ns() + row.nested_ns;
  region.late_ns = region.capacity_ns > seen ? region.capacity_ns - seen : 0;
  double lost = static_cast<double>(region.times.wait_ns + region.late_ns);
  double gain = region.mean_team > 0 ? lost / region.mean_team : 0;
  // Nothing can save more than the region takes.
  if (region.elapsed_ns > 0) gain = std::min(gain, static_cast<double>(region.elapsed_ns));
  region.gain_ns = static_cast<uint64_t>(gain);
}

std::vector<Region> RegionTable::finish() const {
  std::vector<Region> regions;
  for (Row row : rows_) {
    conclude(row);
    regions.push_back(std::move(row.region));
  }
  std::stable_sort(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
    return a.gain_ns != b.gain_ns ? a.gain_ns > b.gain_ns : a.elapsed_ns > b.elapsed_ns;
  });
  return regions;
}

}  // namespace limpid::cli::analysis
