// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/picture.h"

#include <algorithm>
#include <tuple>

#include "base/pool.h"

namespace limpid::cli::page {
namespace {

using analysis::Stretch;
using analysis::Tree;

constexpr uint64_t kFirstGrainNs = 100'000;
constexpr uint64_t kMostPools = 256;  // of a thread, before places are given up

// In a coarse picture a pool keeps the heaviest place of each class of time.
struct StretchRules {
  const Tree& tree;
  bool coarse;

  static bool same_row(const Stretch& a, const Stretch& b) { return a.thread == b.thread; }
  static auto kind(const Stretch& stretch) { return std::tie(stretch.node, stretch.region, stretch.line); }
  static void merge(Stretch&, const Stretch&) {}

  void arrange(std::vector<Stretch>& kinds) const {
    if (!coarse) return;
    std::stable_sort(kinds.begin(), kinds.end(), [this](const Stretch& a, const Stretch& b) {
      return std::tuple(class_of(a), length_of_piece(b)) < std::tuple(class_of(b), length_of_piece(a));
    });
    size_t kept = 0;
    for (const Stretch& next : kinds) {
      if (kept > 0 && class_of(kinds[kept - 1]) == class_of(next)) {
        kinds[kept - 1].end_ns += length_of_piece(next);
      } else {
        kinds[kept++] = next;
      }
    }
    kinds.resize(kept);
  }

  Tree::Kind class_of(const Stretch& stretch) const {
    const Tree::Kind kind = tree.at(stretch.node).key.kind;
    return Tree::is_pseudo(kind) ? kind : Tree::Kind::kProgram;
  }
};

uint64_t end_of(const std::vector<Stretch>& all) {
  uint64_t end = 0;
  for (const Stretch& stretch : all) end = std::max(end, stretch.end_ns);
  return end;
}

}  // namespace

void fit(analysis::Timeline& timeline, const Tree& tree, size_t most) {
  if (timeline.stretches.size() <= most) return;
  const std::vector<Stretch> all = std::move(timeline.stretches);
  const uint64_t end_ns = end_of(all);
  uint64_t grain = std::max(kFirstGrainNs, 2 * timeline.grain_ns);
  do {
    timeline.coarse = timeline.coarse || grain > end_ns / kMostPools;
    timeline.stretches = pooled(all, grain, StretchRules{tree, timeline.coarse});
    timeline.grain_ns = grain;
    grain *= 2;
  } while (timeline.stretches.size() > most && grain < 2 * end_ns);
}

}  // namespace limpid::cli::page
