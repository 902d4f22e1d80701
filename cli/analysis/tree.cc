// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace limpid::cli::analysis {
namespace {

// The class that a node's own time is of.
uint64_t& own_class(Tree::Kind kind, Times& times) {
  switch (kind) {
    case Tree::Kind::kWait:
      return times.wait_ns;
    case Tree::Kind::kBlocked:
      return times.blocked_ns;
    case Tree::Kind::kNoProcessor:
      return times.no_processor_ns;
    default:
      return times.work_ns;
  }
}

}  // namespace

Tree::Tree() {
  nodes_.emplace_back();
  nodes_[kRoot].key.kind = Kind::kProgram;
  nodes_[kRoot].key.name = "<program>";
}

int64_t Tree::folded_into(uint32_t from, const Key& key) const {
  for (uint32_t at = from; at != kRoot; at = nodes_[at].parent) {
    if (nodes_[at].key == key) return at;
    if (key.kind == Kind::kFunction && is_construct(nodes_[at].key.kind)) return -1;
  }
  return -1;
}

uint32_t Tree::child(uint32_t parent, const Key& key, bool fold) {
  if (fold && !is_pseudo(key.kind)) {
    int64_t ancestor = folded_into(parent, key);
    if (ancestor >= 0) {
      nodes_[static_cast<size_t>(ancestor)].recursive = true;
      return static_cast<uint32_t>(ancestor);
    }
  }
  if (nodes_[parent].depth >= kMaxDepth && !is_pseudo(key.kind)) return parent;
  std::string text = fmt::format(
      "{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}{}{}\n{}\n{}", parent, static_cast<int>(key.kind), key.name, key.file,
      key.line, key.place, key.suffix, key.inlined, key.tail_call, key.thread, key.identity, key.shared_by);
  auto [entry, fresh] = index_.try_emplace(std::move(text), static_cast<uint32_t>(nodes_.size()));
  if (fresh) {
    Node node;
    node.key = key;
    node.parent = parent;
    node.depth = nodes_[parent].depth + 1;
    nodes_.push_back(std::move(node));
    nodes_[parent].children.push_back(entry->second);
  }
  return entry->second;
}

void Tree::finish() {
  for (Node& node : nodes_) {
    node.total_ns = node.self_ns;
    node.times = own_times(node);
  }
  for (size_t i = nodes_.size(); i-- > 1;) {
    nodes_[nodes_[i].parent].total_ns += nodes_[i].total_ns;
    nodes_[nodes_[i].parent].times += nodes_[i].times;
  }
  // Children come later than their parents: when a node's turn comes, its own empty children are gone
  // already.
  for (size_t i = nodes_.size(); i-- > 0;) {
    std::erase_if(nodes_[i].children, [&](uint32_t child) {
      const Node& node = nodes_[child];
      return node.total_ns == 0 && node.count == 0 && node.blame_ns == 0 && node.children.empty();
    });
  }
  for (Node& node : nodes_) {
    std::stable_sort(node.children.begin(), node.children.end(),
                     [&](uint32_t a, uint32_t b) { return nodes_[a].total_ns > nodes_[b].total_ns; });
  }
}

Times own_times(const Tree::Node& node) {
  Times times;
  own_class(node.key.kind, times) = node.self_ns;
  return times;
}

bool same_function(const Tree::Key& a, const Tree::Key& b) {
  return a.name == b.name && a.file == b.file && a.identity == b.identity;
}

std::string_view kind_name(Tree::Kind kind) {
  switch (kind) {
    case Tree::Kind::kProgram:
      return "program";
    case Tree::Kind::kRegion:
      return "region";
    case Tree::Kind::kTask:
      return "task";
    case Tree::Kind::kWait:
      return "wait";
    case Tree::Kind::kBlocked:
      return "blocked";
    case Tree::Kind::kNoProcessor:
      return "no_processor";
    default:
      return "function";
  }
}

}  // namespace limpid::cli::analysis
