// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages with a NUMA policy (mbind) or locked in RAM (mlock).
#include "platform/placed_memory.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/memory.h"

namespace limpid::platform {
namespace {

// From <linux/mempolicy.h>, which not every system has installed.
constexpr int kPolicyPreferred = 1;
constexpr int kPolicyInterleave = 3;
constexpr unsigned long kNodesAllowed = 1UL << 2;  // MPOL_F_MEMS_ALLOWED

constexpr unsigned long kMaxNodes = 1024;
constexpr unsigned long kWordBits = 64;

struct NodeMask {
  uint64_t words[kMaxNodes / kWordBits] = {};

  [[nodiscard]] bool has(unsigned long node) const {
    return (words[node / kWordBits] >> (node % kWordBits)) & 1;
  }
  void add(unsigned long node) { words[node / kWordBits] |= uint64_t{1} << (node % kWordBits); }
};

bool allowed_nodes(NodeMask& nodes) {
  return syscall(SYS_get_mempolicy, nullptr, nodes.words, kMaxNodes, nullptr, kNodesAllowed) == 0;
}

void set_policy(void* pages, size_t bytes, int policy, const NodeMask& nodes) {
  syscall(SYS_mbind, pages, bytes, policy, nodes.words, kMaxNodes, 0);
}

void prefer_node(void* pages, size_t bytes, unsigned long node) {
  NodeMask one;
  one.add(node);
  set_policy(pages, bytes, kPolicyPreferred, one);
}

void prefer_this_node(void* pages, size_t bytes) {
  unsigned cpu = 0;
  unsigned node = 0;
  if (syscall(SYS_getcpu, &cpu, &node, nullptr) == 0 && node < kMaxNodes) prefer_node(pages, bytes, node);
}

void lay_in_blocks(char* pages, size_t bytes, const NodeMask& nodes) {
  size_t node_count = 0;
  for (unsigned long node = 0; node < kMaxNodes; ++node) node_count += nodes.has(node) ? 1 : 0;
  if (node_count == 0) return;
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t page_count = (bytes + page - 1) / page;
  const size_t block = (page_count + node_count - 1) / node_count * page;
  for (unsigned long node = 0; node < kMaxNodes && bytes > 0; ++node) {
    if (!nodes.has(node)) continue;
    const size_t part = bytes < block ? bytes : block;
    prefer_node(pages, part, node);
    pages += part;
    bytes -= part;
  }
}

void lay_out(void* pages, size_t bytes, NumaLayout layout) {
  NodeMask nodes;
  if (layout == NumaLayout::kNearest) return prefer_this_node(pages, bytes);
  if (!allowed_nodes(nodes)) return;
  if (layout == NumaLayout::kInterleaved) return set_policy(pages, bytes, kPolicyInterleave, nodes);
  lay_in_blocks(static_cast<char*>(pages), bytes, nodes);
}

}  // namespace

void* map_placed_pages(size_t bytes, bool pinned, NumaLayout layout) {
  void* const pages = map_pages(bytes);
  if (pages == nullptr) return nullptr;
  if (layout != NumaLayout::kFirstTouch) lay_out(pages, bytes, layout);
  if (!pinned || mlock(pages, bytes) == 0) return pages;
  unmap_pages(pages, bytes);
  return nullptr;
}

}  // namespace limpid::platform
