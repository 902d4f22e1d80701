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

constexpr uint32_t kLine = 16;  // slots: a cache line
constexpr uint32_t kFirstLines = 256;
constexpr uint32_t kGrowth = 4;

// Where a node of this hash may stand, in this order: a line of each level, each level being larger than the one
// before, and behind that all lines of the last. A slot is used only if all before it are. So few nodes touch few pages: a
// new page costs tens of microseconds where its mapping has to be changed on all processors.
class Places {
 public:
  Places(uint64_t hash, uint32_t last_lines) : hash_(static_cast<uint32_t>(hash)), last_lines_(last_lines) {}

  uint32_t slot() const { return (before_ + line()) * kLine + at_; }

  void next() {
    if (++at_ < kLine) return;
    at_ = 0;
    if (lines_ == last_lines_) {
      ++hash_;
    } else {
      before_ += lines_;
      lines_ *= kGrowth;
    }
  }

 private:
  uint32_t line() const { return hash_ & (lines_ - 1); }

  uint32_t hash_;
  uint32_t last_lines_;
  uint32_t before_ = 0;  // lines of earlier levels
  uint32_t lines_ = kFirstLines;
  uint32_t at_ = 0;  // in its line
};

// What a slot holds: a node's id, and above it bits of the hash, so that other nodes of its line are seldom looked at.
constexpr unsigned kIdBits = 22;
static_assert(NodeTable::kCapacity < 1u << kIdBits);

constexpr uint32_t slot_of(uint64_t hash, NodeId id) {
  return static_cast<uint32_t>(hash >> (32 + kIdBits)) << kIdBits | id;
}
constexpr NodeId id_in(uint32_t slot) {
  return slot & ((1u << kIdBits) - 1);
}

// The last level holds half as many nodes more.
uint32_t last_lines_for(uint32_t capacity) {
  uint32_t lines = kFirstLines;
  while (lines * kLine < capacity + capacity / 2) lines *= kGrowth;
  return lines;
}

uint64_t slot_bytes(uint32_t last_lines) {
  uint64_t lines = 0;
  for (uint64_t level = kFirstLines; level <= last_lines; level *= kGrowth) lines += level;
  return lines * kLine * sizeof(uint32_t);
}

bool is_construct(profile::NodeKind kind) {
  return kind == profile::NodeKind::kParallel || kind == profile::NodeKind::kTeams ||
         kind == profile::NodeKind::kTask;
}

}  // namespace

bool NodeTable::create() {
  for (uint32_t capacity = kCapacity; capacity >= 1u << 12; capacity /= 4) {
    auto* nodes = static_cast<Node*>(map_pages((capacity + 1) * sizeof(Node)));
    const uint32_t last_lines = last_lines_for(capacity);
    auto* slots = static_cast<std::atomic<uint32_t>*>(map_pages(slot_bytes(last_lines)));
    if (nodes != nullptr && slots != nullptr) {
      nodes_ = nodes;
      slots_ = slots;
      capacity_ = capacity;
      last_lines_ = last_lines;
      nodes_[kProgramNode] = {0, profile::NodeKind::kProgram, 0};
      used_.store(kProgramNode, std::memory_order_release);
      return true;
    }
    if (nodes != nullptr) munmap(nodes, (capacity + 1) * sizeof(Node));
    if (slots != nullptr) munmap(slots, slot_bytes(last_lines));
  }
  return false;
}

NodeId NodeTable::child(NodeId parent, profile::NodeKind kind, uint64_t value) {
  if (capacity_ == 0) return kNoNode;
  NodeId fresh = kNoNode;
  const uint64_t h = hash(parent, kind, value);
  for (Places places(h, last_lines_);; places.next()) {
    std::atomic<uint32_t>& slot = slots_[places.slot()];
    uint32_t there = slot.load(std::memory_order_acquire);  // [nodes.publish]
    if (there == 0) {
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
      if (slot.compare_exchange_strong(there, slot_of(h, fresh), std::memory_order_acq_rel,
                                       std::memory_order_acquire)) {
        return fresh;  // [nodes.publish]
      }
    }
    // A node that lost the race stays unused: ids may have gaps.
    if (there != slot_of(h, id_in(there))) continue;
    const Node& n = nodes_[id_in(there)];
    if (n.parent == parent && n.kind == kind && n.value == value) return id_in(there);
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
