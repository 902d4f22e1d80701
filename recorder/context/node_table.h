// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "profile.h"

namespace limpid::recorder {

using NodeId = uint32_t;
inline constexpr NodeId kNoNode = 0;
inline constexpr NodeId kProgramNode = 1;

struct Node {
  NodeId parent;
  profile::NodeKind kind;
  uint64_t value;
};

// The tree of all stacks and creation contexts, interned: the same child of the same parent is one node. Any
// thread may add, at any time, also from callbacks; nothing locks and nothing is ever removed. Memory is
// reserved once and touched as it fills.
class NodeTable {
 public:
  static constexpr uint32_t kCapacity = 1u << 21;
  // Above this many nodes, stacks are entered with recursion folded (see child_folded), which bounds the
  // number of paths.
  static constexpr uint32_t kFoldAbove = 1u << 18;

  // False if there is no memory for even the smallest table.
  bool create();

  // The child of `parent` with this kind and value; the parent itself when the table is full.
  NodeId child(NodeId parent, profile::NodeKind kind, uint64_t value);

  // Same, except that a frame which already occurs among its ancestors up to `base` (exclusive) answers that
  // ancestor once the table has grown large.
  NodeId child_folded(NodeId base, NodeId parent, profile::NodeKind kind, uint64_t value);

  // A construct met under `parent`. One that is already among its ancestors answers that ancestor: recursion
  // through tasks or nested regions gives a bounded set of contexts.
  NodeId construct(NodeId parent, profile::NodeKind kind, uint64_t value);

  // Whether `id` names a node of this table. Callers hand in what a runtime kept for them.
  bool valid(uint64_t id) const { return id != 0 && id <= used() && nodes_[id].kind != profile::NodeKind{}; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  uint32_t used() const { return used_.load(std::memory_order_acquire); }
  uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

 private:
  uint32_t capacity_ = 0;
  uint32_t last_lines_ = 0;  // of the last level
  Node* nodes_ = nullptr;
  std::atomic<uint32_t>* slots_ = nullptr;  // 0: empty. Levels, one behind the other: see Places, slot_of
  std::atomic<uint32_t> used_{0};
  std::atomic<uint64_t> dropped_{0};
};

}  // namespace limpid::recorder
