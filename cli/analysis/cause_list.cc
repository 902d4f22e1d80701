// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/cause_list.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analysis/construct_list.h"

namespace limpid::cli::analysis {
namespace {

uint32_t construct_of(const Tree& tree, uint32_t node) {
  while (node != Tree::kRoot && !Tree::is_construct(tree.at(node).key.kind)) node = tree.at(node).parent;
  return node;
}

}  // namespace

std::vector<WaitCause> cause_list(const Tree& tree, const std::map<uint32_t, CausedWait>& by_node) {
  std::map<std::pair<std::string, std::string>, WaitCause> causes;
  for (const auto& [node, wait] : by_node) {
    const Tree::Key& code = tree.at(node).key;
    const Tree::Key& construct = tree.at(construct_of(tree, node)).key;
    WaitCause& cause = causes[{row_name(construct), row_name(code)}];
    cause.code = code;
    cause.construct = construct;
    cause.wait.ns += wait.ns;
    cause.wait.blocked_ns += wait.blocked_ns;
  }
  std::vector<WaitCause> rows;
  for (auto& [name, cause] : causes) {
    if (cause.wait.ns > 0) rows.push_back(std::move(cause));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const WaitCause& a, const WaitCause& b) { return a.wait.ns > b.wait.ns; });
  return rows;
}

}  // namespace limpid::cli::analysis
