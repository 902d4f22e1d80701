// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/recursion.h"

#include "unwind/eh_frame.h"

namespace limpid::recorder {

namespace {

bool is_frame(profile::NodeKind kind) {
  return (static_cast<uint32_t>(kind) & ((1u << profile::kNodeKindBits) - 1)) ==
         static_cast<uint32_t>(profile::NodeKind::kFrame);
}

// The construct beside another one of the same function.
NodeId beside(NodeTable* nodes, const Node& other, profile::NodeKind kind, uint64_t code) {
  const Node& frame = nodes->node(other.parent);
  if (!is_frame(frame.kind) || frame.value != other.value) return kNoNode;
  return nodes->child(nodes->child(frame.parent, frame.kind, code), kind, code);
}

}  // namespace

uint64_t function_around(const ModuleMap* modules, uint64_t address) {
  const ModuleRange* module = modules == nullptr ? nullptr : modules->find(address);
  unwind::FrameDescription found;
  const bool known = module != nullptr && unwind::find_frame_description(module->tables, address, &found);
  return known ? found.begin : 0;
}

NodeId recursion_of(NodeTable* nodes, const ModuleMap* modules, NodeId parent, profile::NodeKind kind,
                    uint64_t code) {
  if (code == 0) return kNoNode;
  const uint64_t function = function_around(modules, code - 1);
  for (NodeId id = parent; id != kNoNode; id = nodes->node(id).parent) {
    const Node& n = nodes->node(id);
    if (n.kind != kind) continue;
    if (n.value == code) return id;
    if (function != 0 && function_around(modules, n.value - 1) == function) {
      const NodeId found = beside(nodes, n, kind, code);
      if (found != kNoNode) return found;
    }
  }
  return kNoNode;
}

}  // namespace limpid::recorder
