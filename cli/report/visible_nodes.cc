// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/visible_nodes.h"

#include <algorithm>
#include <numeric>

#include "base/style.h"

namespace limpid::cli::report {
namespace {

using analysis::Tree;

constexpr size_t kShortestChain = 3;

// Whether all of the node's time is its only child's.
bool passes_on(const Tree& tree, const Tree::Node& node) {
  return node.key.kind == Tree::Kind::kFunction && node.self_ns == 0 && node.children.size() == 1 &&
         tree.at(node.children.front()).total_ns == node.total_ns && !node.recursive;
}

}  // namespace

VisibleNodes::VisibleNodes(const Tree& tree, double min_percent) : shown_(tree.size(), false) {
  uint64_t all = tree.at(Tree::kRoot).total_ns;
  std::vector<uint32_t> by_self(tree.size());
  std::iota(by_self.begin(), by_self.end(), 0);
  std::stable_sort(by_self.begin(), by_self.end(),
                   [&](uint32_t a, uint32_t b) { return tree.at(a).self_ns > tree.at(b).self_ns; });
  for (size_t i = 0; i < std::min(by_self.size(), kAlwaysShown); ++i) {
    if (tree.at(by_self[i]).self_ns == 0) break;
    for (uint32_t at = by_self[i]; at != Tree::kRoot; at = tree.at(at).parent) shown_[at] = true;
  }
  for (uint32_t i = 1; i < tree.size(); ++i) {
    if (percent(tree.at(i).total_ns, all) >= min_percent) shown_[i] = true;
  }
}

std::vector<uint32_t> chain_from(const Tree& tree, uint32_t node) {
  std::vector<uint32_t> chain = {node};
  while (passes_on(tree, tree.at(chain.back()))) {
    uint32_t next = tree.at(chain.back()).children.front();
    if (tree.at(next).key.kind != Tree::Kind::kFunction) break;
    chain.push_back(next);
  }
  // The last one may do something itself, or call several: it keeps a row of its own.
  if (chain.size() > 1 && !passes_on(tree, tree.at(chain.back()))) chain.pop_back();
  if (chain.size() < kShortestChain) chain.resize(1);
  return chain;
}

}  // namespace limpid::cli::report
