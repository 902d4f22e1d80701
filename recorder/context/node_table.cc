// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/node_table.h"

#include "system.h"

namespace limpid::recorder {

namespace {

uint64_t hash(NodeId parent, profile::NodeKind kind, uint64_t value) {
  uint64_t h = value * 0x9e3779b97f4a7c15ull;
  h ^= (static_cast<uint64_t>(parent) << 8 | static_cast<uint64_t>(kind)) * 0xc2b2ae3d27d4eb4full;
  h ^= h >> 29;
  h *= 0xbf58476d1ce4e5b9ull;
  return h ^ h >> 32;
}

bool is_construct(profile::NodeKind kind) {
  return kind == profile::NodeKind::kParallel || kind == profile::NodeKind::kTeams ||
         kind == profile::NodeKind::kTask;
}

}  // namespace

bool NodeTable::create() {
  for (uint32_t capacity = kCapacity; capacity >= 1u << 12; capacity /= 4) {
    auto* nodes = static_cast<Node*>(map_pages((capacity + 1) * sizeof(Node)));
    auto* slots = static_cast<std::atomic<uint32_t>*>(map_pages(2ull * capacity * sizeof(uint32_t)));
    if (nodes != nullptr && slots != nullptr) {
      nodes_ = nodes;
      slots_ = slots;
      capacity_ = capacity;
      mask_ = 2 * capacity - 1;
      nodes_[kProgramNode] = {0, profile::NodeKind::kProgram, 0};
      used_.store(kProgramNode, std::memory_order_release);
      return true;
    }
    if (nodes != nullptr) munmap(nodes, (capacity + 1) * sizeof(Node));
    if (slots != nullptr) munmap(slots, 2ull * capacity * sizeof(uint32_t));
  }
  return false;
}

NodeId NodeTable::child(NodeId parent, profile::NodeKind kind, uint64_t value) {
  if (capacity_ == 0) return kNoNode;
  NodeId fresh = kNoNode;
  for (uint32_t slot = static_cast<uint32_t>(hash(parent, kind, value)) & mask_;; slot = (slot + 1) & mask_) {
    NodeId id = slots_[slot].load(std::memory_order_acquire);  // [nodes.publish]
    if (id == kNoNode) {
      if (fresh == kNoNode) {
        if (used() >= capacity_) {
          dropped_.fetch_add(1, std::memory_order_relaxed);
          return parent;
        }
        fresh = used_.fetch_add(1, std::memory_order_acq_rel) + 1;
        if (fresh > capacity_) {
          used_.store(capacity_, std::memory_order_relaxed);
          dropped_.fetch_add(1, std::memory_order_relaxed);
          return parent;
        }
        nodes_[fresh] = {parent, kind, value};
      }
      if (slots_[slot].compare_exchange_strong(id, fresh, std::memory_order_acq_rel,
                                               std::memory_order_acquire)) {
        return fresh;  // [nodes.publish]
      }
    }
    // A node that lost the race stays unused: ids may have gaps.
    const Node& n = nodes_[id];
    if (n.parent == parent && n.kind == kind && n.value == value) return id;
  }
}

NodeId NodeTable::child_folded(NodeId base, NodeId parent, profile::NodeKind kind, uint64_t value) {
  if (used() > kFoldAbove || used() > capacity_ / 4) {
    for (NodeId id = parent; id != base && id != kNoNode; id = nodes_[id].parent) {
      if (nodes_[id].kind == kind && nodes_[id].value == value) return id;
    }
  }
  return child(parent, kind, value);
}

NodeId NodeTable::construct(NodeId parent, profile::NodeKind kind, uint64_t value) {
  for (NodeId id = parent; id != kNoNode; id = nodes_[id].parent) {
    const Node& n = nodes_[id];
    if (is_construct(n.kind) && n.kind == kind && n.value == value && value != 0) return id;
  }
  return child(parent, kind, value);
}

}  // namespace limpid::recorder
