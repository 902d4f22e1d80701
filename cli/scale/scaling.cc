// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/scaling.h"

#include <algorithm>
#include <map>

#include "base/seconds.h"
#include "diff/constructs.h"

namespace limpid::cli::scale {
namespace {

using analysis::Analysis;
using analysis::Tree;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The regions that no other region encloses.
void collect_outermost(const Tree& tree, uint32_t index, std::vector<Tree::Key>& keys) {
  const Tree::Node& node = tree.at(index);
  if (node.key.kind == Tree::Kind::kRegion) {
    keys.push_back(node.key);
    return;
  }
  for (const uint32_t child : node.children) collect_outermost(tree, child, keys);
}

double serial_seconds(const Analysis& run) {
  std::vector<Tree::Key> outermost;
  collect_outermost(run.tree, Tree::kRoot, outermost);
  uint64_t in_regions = 0;
  for (const analysis::Region& region : run.regions) {
    if (region.counted && std::find(outermost.begin(), outermost.end(), region.place) != outermost.end())
      in_regions += region.elapsed_ns;
  }
  // Ranks of one program run at the same time: their mean.
  const double each = s(in_regions) / static_cast<double>(std::max<uint64_t>(run.run.processes, 1));
  return std::max(0.0, s(run.run.elapsed_ns) - each);
}

// The largest team: regions may use fewer threads, and threads may exist that none uses.
uint64_t threads_of(const Analysis& run) {
  uint64_t threads = 1;
  for (const analysis::Region& region : run.regions)
    threads = std::max<uint64_t>(threads, region.largest_team);
  return threads;
}

class Builder {
 public:
  void add(const Analysis& run) {
    const uint64_t threads = threads_of(run);
    Runs& runs = by_threads_[threads];
    runs.elapsed.push_back(s(run.run.elapsed_ns));
    runs.serial.push_back(serial_seconds(run));
    runs.crowded |= run.run.processors > 0 && threads > run.run.processors;
    std::vector<Tree::Key> keys;
    for (const analysis::Region& region : run.regions) keys.push_back(region.place);
    constructs_.add_run(keys);
    std::map<size_t, double> elapsed;
    for (const analysis::Region& region : run.regions) {
      if (region.counted) elapsed[constructs_.number(region.place)] += s(region.elapsed_ns);
    }
    for (const auto& [number, seconds] : elapsed) regions_[number][threads].push_back(seconds);
  }

  void finish(Scaling& result) const {
    for (const auto& [threads, runs] : by_threads_) {
      result.steps.push_back(
          {threads, runs.elapsed.size(), median(runs.elapsed), median(runs.serial), runs.crowded});
    }
    const Step& first = result.steps.front();
    if (first.elapsed_s > 0) result.serial_part = first.serial_s / first.elapsed_s;
    std::vector<double> elapsed;
    for (const Step& step : result.steps) elapsed.push_back(step.elapsed_s);
    result.fit = fit_of(result.steps, elapsed);
    for (const auto& [number, by_threads] : regions_)
      result.regions.push_back(region_of(result, number, by_threads));
    std::stable_sort(result.regions.begin(), result.regions.end(),
                     [](const RegionScaling& a, const RegionScaling& b) { return a.loss_s > b.loss_s; });
  }

 private:
  using ByThreads = std::map<uint64_t, std::vector<double>>;
  struct Runs {
    std::vector<double> elapsed, serial;
    bool crowded = false;
  };

  // Of the steps whose threads have a processor each, if there are two: the others say what happens without one.
  static Fit fit_of(const std::vector<Step>& steps, const std::vector<double>& seconds) {
    std::vector<Point> all, fitting;
    for (size_t i = 0; i < steps.size(); ++i) {
      if (seconds[i] <= 0) continue;
      all.push_back({steps[i].threads, seconds[i]});
      if (!steps[i].crowded) fitting.push_back(all.back());
    }
    if (all.empty()) return {};
    return fit(fitting.size() >= 2 ? fitting : all);
  }

  RegionScaling region_of(const Scaling& result, size_t number, const ByThreads& by_threads) const {
    RegionScaling region;
    region.key = constructs_.key(number);
    for (const Step& step : result.steps) {
      const auto found = by_threads.find(step.threads);
      region.elapsed_s.push_back(found == by_threads.end() ? 0 : median(found->second));
    }
    const double least = static_cast<double>(result.steps.front().threads) * region.elapsed_s.front();
    const double most = static_cast<double>(result.steps.back().threads) * region.elapsed_s.back();
    region.loss_s = most - least;
    region.fit = fit_of(result.steps, region.elapsed_s);
    return region;
  }

  std::map<uint64_t, Runs> by_threads_;
  std::map<size_t, ByThreads> regions_;
  diff::ConstructNumbers constructs_;
};

}  // namespace

Scaling scaling(const std::vector<Analysis>& runs) {
  Builder builder;
  for (const Analysis& run : runs) builder.add(run);
  Scaling result;
  const auto& commands = runs.front().run.commands;
  result.command = commands.empty() ? "" : commands.front();
  builder.finish(result);
  return result;
}

}  // namespace limpid::cli::scale
