// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <nlohmann/json.hpp>

#include "base/seconds.h"
#include "export/formats.h"
#include "export/frame_name.h"

namespace limpid::cli::exporting {
namespace {

using analysis::Tree;
using Json = nlohmann::ordered_json;

Json node_json(const Tree& tree, uint32_t index) {
  const Tree::Node& node = tree.at(index);
  Json out;
  out["frame"] = {{"name", index == Tree::kRoot ? "<program>" : frame_name(node.key)},
                  {"type", analysis::kind_name(node.key.kind)}};
  out["metrics"] = {{"time", s(node.self_ns)}, {"time (inc)", s(node.total_ns)}};
  if (node.children.empty()) return out;
  out["children"] = Json::array();
  for (const uint32_t child : node.children) out["children"].push_back(node_json(tree, child));
  return out;
}

}  // namespace

std::string hatchet(const Tree& tree) {
  const Json roots = Json::array({node_json(tree, Tree::kRoot)});
  return roots.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace limpid::cli::exporting
