// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/picture.h"

#include <algorithm>
#include <tuple>

namespace limpid::cli::page {
namespace {

using analysis::Stretch;
using analysis::Tree;

constexpr uint64_t kFirstGrainNs = 100'000;
constexpr uint64_t kMostPools = 256;  // of a thread, before places are given up

auto place_of(const Stretch& stretch) {
  return std::tie(stretch.node, stretch.region, stretch.line);
}

uint64_t length(const Stretch& stretch) {
  return stretch.end_ns - stretch.begin_ns;
}

// Neighbours of one thread, each shorter than the grain.
class Pool {
 public:
  Pool(const Tree& tree, uint64_t grain_ns, bool coarse)
      : tree_(tree), grain_ns_(grain_ns), coarse_(coarse) {}

  // Not over a gap that is as long as a pool: what was not recorded is to be seen.
  bool takes(const Stretch& next) const {
    if (parts_.empty()) return true;
    const Stretch& last = parts_.back();
    return last.thread == next.thread && next.begin_ns - last.end_ns < grain_ns_ &&
           last.end_ns - parts_.front().begin_ns < grain_ns_;
  }
  void add(const Stretch& next) { parts_.push_back(next); }

  // One stretch for each kind of time, end to end; gaps come last.
  void flush(std::vector<Stretch>& out) {
    if (parts_.empty()) return;
    uint64_t at = parts_.front().begin_ns;
    std::stable_sort(parts_.begin(), parts_.end(),
                     [](const Stretch& a, const Stretch& b) { return place_of(a) < place_of(b); });
    std::vector<Stretch> kinds;
    for (const Stretch& part : parts_) {
      const bool again = !kinds.empty() && place_of(kinds.back()) == place_of(part);
      if (!again) kinds.push_back({part.thread, 0, 0, part.node, part.region, part.state, part.line});
      kinds.back().end_ns += length(part);
    }
    if (coarse_) keep_heaviest(kinds);
    for (Stretch& kind : kinds) {
      kind.begin_ns = at;
      at = kind.end_ns += at;
      out.push_back(kind);
    }
    parts_.clear();
  }

 private:
  Tree::Kind class_of(const Stretch& stretch) const {
    const Tree::Kind kind = tree_.at(stretch.node).key.kind;
    return Tree::is_pseudo(kind) ? kind : Tree::Kind::kProgram;
  }

  void keep_heaviest(std::vector<Stretch>& kinds) const {
    std::stable_sort(kinds.begin(), kinds.end(), [this](const Stretch& a, const Stretch& b) {
      return std::tuple(class_of(a), length(b)) < std::tuple(class_of(b), length(a));
    });
    size_t kept = 0;
    for (size_t i = 0; i < kinds.size(); ++i) {
      if (kept > 0 && class_of(kinds[kept - 1]) == class_of(kinds[i])) {
        kinds[kept - 1].end_ns += length(kinds[i]);
      } else {
        kinds[kept++] = kinds[i];
      }
    }
    kinds.resize(kept);
  }

  const Tree& tree_;
  uint64_t grain_ns_;
  bool coarse_;
  std::vector<Stretch> parts_;
};

std::vector<Stretch> pooled(const std::vector<Stretch>& all, const Tree& tree, uint64_t grain_ns,
                            bool coarse) {
  std::vector<Stretch> out;
  Pool pool(tree, grain_ns, coarse);
  for (const Stretch& next : all) {
    const bool goes_in = length(next) < grain_ns;
    if (!goes_in || !pool.takes(next)) pool.flush(out);
    if (goes_in) {
      pool.add(next);
    } else {
      out.push_back(next);
    }
  }
  pool.flush(out);
  return out;
}

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
    timeline.stretches = pooled(all, tree, grain, timeline.coarse);
    timeline.grain_ns = grain;
    grain *= 2;
  } while (timeline.stretches.size() > most && grain < 2 * end_ns);
}

}  // namespace limpid::cli::page
