// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>

#include "advice/measure.h"
#include "advice/rules.h"

namespace limpid::cli::advice {

namespace {

using analysis::Cause;
using analysis::Region;
using analysis::Tree;

// What the tasks below one node are: how many, and the time in them.
struct Tasks {
  uint64_t count = 0;
  bool estimated = false;
  uint64_t busy_ns = 0;
  const Tree::Node* most = nullptr;  // the construct that made most of them
};

// Work that OpenMP has no share in.
uint64_t busy_in(const Tree& tree, const Tree::Node& node) {
  analysis::Times own = own_times(node);
  uint64_t ns = own.work_ns + own.blocked_ns;
  for (uint32_t child : node.children) {
    const Tree::Node& below = tree.at(child);
    if (below.key.kind != Tree::Kind::kTask && below.key.kind != Tree::Kind::kRegion)
      ns += busy_in(tree, below);
  }
  return ns;
}

void gather(const Tree& tree, const Tree::Node& node, Tasks& tasks) {
  if (node.key.kind == Tree::Kind::kTask) {
    tasks.count += node.count;
    tasks.estimated = tasks.estimated || node.estimated;
    tasks.busy_ns += busy_in(tree, node);
    if (tasks.most == nullptr || node.count > tasks.most->count) tasks.most = &node;
  }
  for (uint32_t child : node.children) {
    if (tree.at(child).key.kind != Tree::Kind::kRegion) gather(tree, tree.at(child), tasks);
  }
}

// A task costs about as much as this on any runtime, with what its data take to come to another processor.
constexpr uint64_t kFineNs = 10'000;

}  // namespace

void advise_on_fine_tasks(const analysis::Analysis& analysis, Findings& findings) {
  for (const Region& region : analysis.regions) {
    uint64_t gain = gain_in(region, region.losses[Cause::kOverhead]);
    if (!matters(analysis.run, gain, region.mean_team)) continue;
    Tasks tasks;
    for (uint32_t node : region.nodes) gather(analysis.tree, analysis.tree.at(node), tasks);
    if (tasks.count == 0 || tasks.busy_ns / tasks.count > kFineNs) continue;
    Advice advice{"fine tasks", gain, true, tasks.most->key, {}, {}};
    advice.finding = fmt::format(
        "{}{} below {} did {} of work each: making them and handing them out took {} of {}.",
        tasks.estimated ? "About " : "", count_of(tasks.count, "task"), name_of(region.place),
        duration_of(static_cast<double>(tasks.busy_ns) / static_cast<double>(tasks.count)),
        duration_of(static_cast<double>(gain)), duration_of(static_cast<double>(analysis.run.elapsed_ns)));
    advice.remedy = fmt::format(
        "Make no task for little work at {}: call the function directly below a size, or use final and "
        "mergeable, or a larger grainsize of taskloop.",
        name_of(tasks.most->key));
    findings.push_back(advice);
  }
}

}  // namespace limpid::cli::advice
