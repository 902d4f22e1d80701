// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "export/formats.h"
#include "export/frame_name.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;

// `;` separates names, and the last space the count.
std::string name_in_path(const Tree::Key& key) {
  std::string name = frame_name(key);
  std::replace(name.begin(), name.end(), ';', ':');
  return name;
}

void write_paths(const Tree& tree, uint32_t index, const std::string& path, std::string& out) {
  const Tree::Node& node = tree.at(index);
  if (node.self_ns > 0) fmt::format_to(std::back_inserter(out), "{} {}\n", path, node.self_ns);
  for (const uint32_t child : node.children)
    write_paths(tree, child, path + ";" + name_in_path(tree.at(child).key), out);
}

}  // namespace

std::string folded(const Tree& tree) {
  std::string out;
  const Tree::Node& root = tree.at(Tree::kRoot);
  if (root.self_ns > 0) fmt::format_to(std::back_inserter(out), "<program> {}\n", root.self_ns);
  for (const uint32_t child : root.children) write_paths(tree, child, name_in_path(tree.at(child).key), out);
  return out;
}

}  // namespace limpid::cli::exporting
