// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "diff/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/seconds.h"
#include "diff/constructs.h"
#include "diff/table.h"

namespace limpid::cli::diff {
namespace {

using analysis::Analysis;
using analysis::Tree;

// Names, not lines, say what a function is: it may have moved, and builds lie in different folders.
std::string id_of(const Tree::Key& key, const ConstructNumbers& constructs) {
  if (is_construct(key.kind)) return fmt::format("construct {}", constructs.number(key));
  const std::string file = std::filesystem::path(key.file).filename().string();
  return fmt::format("{} {}\n{}", static_cast<int>(key.kind), key.name, file);
}

std::vector<Tree::Key> constructs_of(const Analysis& run) {
  std::vector<Tree::Key> keys;
  for (const analysis::Region& region : run.regions) keys.push_back(region.place);
  for (uint32_t node = 0; node < run.tree.size(); ++node) {
    if (is_construct(run.tree.at(node).key.kind)) keys.push_back(run.tree.at(node).key);
  }
  for (const analysis::FlatRow& row : run.flat) {
    if (is_construct(row.place.kind)) keys.push_back(row.place);
  }
  return keys;
}

// A path is reported where its change happens: not if one child has nearly all of it.
constexpr double kChildsShare = 0.8;

class Comparison {
 public:
  Comparison(size_t before, size_t after)
      : run_(before, after), regions_(before, after), paths_(before, after), functions_(before, after) {}

  void add(size_t number, const Analysis& run) {
    constructs_.add_run(constructs_of(run));
    // A round samples all threads at once, and they often do the same: it counts as one observation.
    const double hz = run.run.reached_hz > 0 ? run.run.reached_hz : run.run.frequency_hz;
    rate_ = hz / std::max<double>(static_cast<double>(run.run.threads), 1);
    number_ = number;
    add_run(run);
    for (const analysis::Region& region : run.regions) add_region(region);
    std::vector<Tree::Key> path;
    for (const uint32_t child : run.tree.at(Tree::kRoot).children) add_path(run.tree, child, "", path);
    for (const analysis::FlatRow& row : run.flat) add_sampled(functions_, row.place, row.self_ns);
  }

  void finish(Difference& result) const {
    for (const auto& [id, row] : run_.rows()) result.run.push_back(row);
    for (const auto& [id, row] : regions_.rows()) result.regions.push_back(row);
    for (const auto& [id, row] : functions_.rows()) result.functions.push_back(row);
    finish_paths(result.paths);
    for (std::vector<Row>* rows : {&result.regions, &result.paths, &result.functions})
      *rows = by_change(std::move(*rows));
  }

 private:
  void add_run(const Analysis& run) {
    const analysis::Times& times = run.totals.times;
    const auto put = [&](const char* id, const char* name, uint64_t ns, bool sampled) {
      Row row;
      row.name = name;
      run_.add(number_, id, s(ns), sampled ? s(ns) * rate_ : 0, std::move(row));
    };
    put("1", "elapsed", run.run.elapsed_ns, false);
    put("2", "thread time", times.all_ns(), false);
    put("3", "work", times.work_ns, true);
    put("4", "wait", times.wait_ns, true);
    put("5", "blocked", times.blocked_ns, true);
    put("6", "no processor", times.no_processor_ns, true);
  }

  void add_region(const analysis::Region& region) {
    Row row;
    row.key = region.place;
    const double team = std::max<uint32_t>(region.largest_team, 1);
    const double thread_s = s(region.times.all_ns());
    // Elapsed time was measured, thread time was sampled.
    const double seconds = region.counted ? s(region.elapsed_ns) : thread_s / team;
    const double rounds = region.counted ? 0 : thread_s * rate_;
    regions_.add(number_, id_of(region.place, constructs_), seconds, rounds, std::move(row));
  }

  void add_path(const Tree& tree, uint32_t node, const std::string& above, std::vector<Tree::Key>& path) {
    const Tree::Node& here = tree.at(node);
    const std::string id = above + "\x01" + id_of(here.key, constructs_);
    path.push_back(here.key);
    Row row;
    row.key = here.key;
    row.path = path;
    paths_.add(number_, id, s(here.total_ns), s(here.total_ns) * rate_, std::move(row));
    for (const uint32_t child : here.children) add_path(tree, child, id, path);
    path.pop_back();
  }

  void add_sampled(Table& table, const Tree::Key& key, uint64_t ns) {
    Row row;
    row.key = key;
    table.add(number_, id_of(key, constructs_), s(ns), s(ns) * rate_, std::move(row));
  }

  void finish_paths(std::vector<Row>& result) const {
    const std::map<std::string, Row> rows = paths_.rows();
    std::map<std::string, double> most_of_child;  // the largest change of a child, in the parent's direction
    for (const auto& [id, row] : rows) {
      const std::string parent = id.substr(0, id.rfind('\x01'));
      const auto above = rows.find(parent);
      if (above == rows.end()) continue;
      const double part = row.change.difference() / above->second.change.difference();
      if (std::isfinite(part)) most_of_child[parent] = std::max(most_of_child[parent], part);
    }
    for (const auto& [id, row] : rows) {
      const auto child = most_of_child.find(id);
      if (child == most_of_child.end() || child->second < kChildsShare) result.push_back(row);
    }
  }

  Table run_, regions_, paths_, functions_;
  ConstructNumbers constructs_;
  size_t number_ = 0;
  double rate_ = 0;  // rounds per second of thread time
};

Side side_of(const std::vector<Analysis>& runs) {
  Side side;
  side.runs = runs.size();
  const auto& commands = runs.back().run.commands;
  side.command = commands.empty() ? "" : commands.front();
  for (const Analysis& run : runs) {
    side.threads = std::max(side.threads, run.run.threads);
    side.processors = std::max(side.processors, run.run.processors);
  }
  return side;
}

}  // namespace

Difference difference(const std::vector<Analysis>& before, const std::vector<Analysis>& after) {
  Difference result;
  result.before = side_of(before);
  result.after = side_of(after);
  Comparison comparison(before.size(), after.size());
  size_t number = 0;
  for (const std::vector<Analysis>* runs : {&before, &after}) {
    for (const Analysis& run : *runs) comparison.add(number++, run);
  }
  comparison.finish(result);
  return result;
}

}  // namespace limpid::cli::diff
