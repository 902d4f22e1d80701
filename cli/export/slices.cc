// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/slices.h"

#include <algorithm>
#include <vector>

namespace limpid::cli::exporting {
namespace {

using analysis::Stretch;
using analysis::Tree;

// Outermost first, without the root.
std::vector<uint32_t> path_to(const Tree& tree, uint32_t node) {
  std::vector<uint32_t> path;
  for (uint32_t at = node; at != Tree::kRoot; at = tree.at(at).parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace

void walk_slices(const analysis::Timeline& timeline, const Tree& tree,
                 const std::function<void(const Step&)>& visit) {
  std::vector<uint32_t> open;
  const Stretch* last = nullptr;
  const auto leave_down_to = [&](size_t depth) {
    for (; open.size() > depth; open.pop_back()) visit({last->thread, last->end_ns, open.back(), false});
  };
  for (const Stretch& next : timeline.stretches) {
    const bool adjoins = last != nullptr && last->thread == next.thread && last->end_ns == next.begin_ns;
    const std::vector<uint32_t> path = path_to(tree, next.node);
    const auto common =
        std::mismatch(open.begin(), open.end(), path.begin(), path.end()).first - open.begin();
    leave_down_to(adjoins ? static_cast<size_t>(common) : 0);
    for (size_t depth = open.size(); depth < path.size(); ++depth) {
      open.push_back(path[depth]);
      visit({next.thread, next.begin_ns, path[depth], true});
    }
    last = &next;
  }
  leave_down_to(0);
}

}  // namespace limpid::cli::exporting
